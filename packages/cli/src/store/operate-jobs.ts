import { counted } from '@chatferry/contract';
import type { Io } from '../io.ts';
import { Refusal } from '../refusal.ts';
import { withStore } from './with-store.ts';

type Fleet = typeof import('@chatferry/fleet');
type Change = (
  store: InstanceType<Fleet['Store']>,
  fleet: Fleet,
  job: string | undefined,
) => Promise<readonly string[]>;

/**
 * Changes one job of the store that `--store` names, or all of them, and prints what has changed.
 *
 * @returns false without the option: then the command is about the job folder
 * @throws {Refusal}
 */
export async function operateJobs(
  { store: given, quiet }: { readonly store?: string; readonly quiet?: boolean },
  [job, ...more]: readonly string[],
  io: Io,
  change: Change,
  done: string,
): Promise<boolean> {
  if (given === undefined && job !== undefined)
    throw new Refusal(
      `There is no job folder '${job}' to be named here: a name is that of a job in a store.`,
      'Name the store with --store, or the job folder with --job.',
    );
  if (more.length > 0) throw new Refusal('One job is named at most.');
  const names = await withStore(given, io.env, (store, fleet) => change(store, fleet, job));
  if (names === undefined) return false;
  if (quiet !== true)
    io.out(`${names.length === 1 ? names[0] : counted(names.length, 'job')}: ${done}`);
  return true;
}
