import { Refusal } from '../refusal.ts';

type Fleet = typeof import('@chatferry/fleet');

/** Loads the package that keeps ledgers in PostgreSQL. Only who uses a store installs it. @throws {Refusal} */
export async function loadFleet(): Promise<Fleet> {
  try {
    return await import('@chatferry/fleet');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Refusal(
      'A store needs the package @chatferry/fleet, which is not installed here.',
      'Install it where chatferry is installed: npm install @chatferry/fleet',
      { cause: error },
    );
  }
}
