import { Refusal } from '../terms/refusal.ts';

type Fleet = typeof import('@chatferry/fleet');

/** Loads what keeps ledgers in PostgreSQL. Only who uses a store installs the drivers. @throws {Refusal} */
export async function loadFleet(): Promise<Fleet> {
  try {
    return await import('@chatferry/fleet');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Refusal(
      'A store needs the packages pg and pg-boss, which are not installed here.',
      'Install them where chatferry is installed: npm install pg@8 pg-boss@12, with --global if chatferry was.',
      { cause: error },
    );
  }
}
