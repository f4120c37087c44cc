import type { Io } from '../terms/io.ts';
import { IMPATIENT } from './impatient.ts';
import { loadFleet } from './load-fleet.ts';
import { storeAddress } from './store-address.ts';

type Fleet = Awaited<ReturnType<typeof loadFleet>>;

/** Does the work with the store that `--store` names. @returns undefined without the option @throws {Refusal} */
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
