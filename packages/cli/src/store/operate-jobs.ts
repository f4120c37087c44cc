import { counted } from '@chatferry/contract';
import type { OptionValues } from '../arguments/options.ts';
import { type ExitStatus, statusOf } from '../terms/exit-status.ts';
import type { Io } from '../terms/io.ts';
import { Refusal } from '../terms/refusal.ts';
import { openPlannedWorkspace, type Workspace } from '../configuration/workspace.ts';
import { withStore } from './with-store.ts';

type Fleet = typeof import('@chatferry/fleet');
interface Operation {
  /** With `--store`: changes one job of the store, or all of them. @returns the names of those that changed */
  readonly inStore: (
    store: InstanceType<Fleet['Store']>,
    fleet: Fleet,
    job: string | undefined,
  ) => Promise<readonly string[]>;
  /** What is printed after the names. */
  readonly done: string;
  /** Without `--store`: changes the job of the folder. @returns what is printed */
  readonly here: (workspace: Workspace) => string;
}

/** Changes jobs that may be running: in the store that `--store` names, or that of the job folder. @throws {Refusal} */
export async function operateJobs(
  values: OptionValues,
  [job, ...more]: readonly string[],
  io: Io,
  { inStore, done, here }: Operation,
): Promise<ExitStatus> {
  const { store: given, quiet } = values;
  if (given === undefined && job !== undefined)
    throw new Refusal(
      `There is no job folder '${job}' to be named here: a name is that of a job in a store.`,
      'Name the store with --store, or the job folder with --job.',
    );
  if (more.length > 0) throw new Refusal('One job is named at most.');
  const names = await withStore(given, io.env, (store, fleet) => inStore(store, fleet, job));
  const said =
    names === undefined
      ? here(await openPlannedWorkspace(values, io))
      : `${names.length === 1 ? names[0] : counted(names.length, 'job')}: ${done}`;
  if (quiet !== true) io.out(said);
  return statusOf('done');
}
