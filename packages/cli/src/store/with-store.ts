import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { storeAddress } from './store-address.ts';

type Fleet = typeof import('@chatferry/fleet');

/** For commands that a person waits for: they report a server that does not answer. */
export const IMPATIENT = { giveUpAfterMs: 5000 } as const;

/** Loads the package for ledgers in PostgreSQL. Without a store, its drivers need not be installed. @throws {Refusal} */
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

/** Does the work with the store of `--store`. @returns undefined without the option @throws {Refusal} */
export async function withStore<T>(
  given: string | undefined,
  env: Io['env'],
  work: (store: InstanceType<Fleet['Store']>, fleet: Fleet) => Promise<T>,
): Promise<T | undefined> {
  const address = storeAddress(given, env);
  if (address === undefined) return undefined;
  const fleet = await loadFleet();
  await using store = new fleet.Store(address, IMPATIENT);
  await fleet.checkVersion(store);
  return await work(store, fleet);
}
