import { counted } from '@chatferry/contract';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import type { NextCommand } from '@chatferry/output/printing/next-command';
import { nextCommands } from '../printing/command-line.ts';
import { quoted } from '@chatferry/output/printing/quoted';
import { printChange } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import type { Result } from '@chatferry/output/results/results';
import { openPlannedWorkspace, type Workspace } from '../configuration/workspace.ts';
import { withStore } from './with-store.ts';

type Fleet = typeof import('@chatferry/fleet');
type SteerResult = Extract<Result, { type: 'pause' | 'resume' | 'rate' | 'cancel' }>;

interface Operation extends Omit<SteerResult, 'jobs' | 'next'> {
  /** With `--store`: changes one job of the store, or all jobs. @returns the names of the changed jobs */
  readonly inStore: (
    store: InstanceType<Fleet['Store']>,
    fleet: Fleet,
    job: string | undefined,
  ) => Promise<readonly string[]>;
  /** The text after the names. */
  readonly done: string;
  /** Without `--store`: changes the job of the folder. @returns the line to print */
  readonly here: (workspace: Workspace) => string;
  /** The commands that are useful afterwards. */
  readonly after: (next: NextCommand) => readonly string[];
}

/** Changes jobs that may be running: in the store of `--store`, or in the job folder. @throws {Refusal} */
export async function operateJobs(
  values: OptionValues,
  [job, ...more]: readonly string[],
  io: Io,
  { inStore, done, here, after, ...result }: Operation,
): Promise<CommandOutcome> {
  const { store: given } = values;
  if (given === undefined && job !== undefined)
    throw new Refusal(
      `There is no job folder '${job}' to be named here: a name is that of a job in a store.`,
      'Name the store with --store, or the job folder with --job.',
    );
  if (more.length > 0) throw new Refusal('One job is named at most.');
  const names = await withStore(given, io.env, (store, fleet) => inStore(store, fleet, job));
  if (names === undefined) {
    const workspace = await openPlannedWorkspace(values, io);
    const line = here(workspace);
    const about = { jobs: [workspace.job.path], next: after(workspace.next) };
    printChange({ ...result, ...about }, line, values, io);
  } else {
    const line = `${names.length === 1 ? names[0] : counted(names.length, 'job')}: ${done}`;
    const about = { jobs: names, next: after(nextInStore(given!, io)) };
    printChange({ ...result, ...about }, line, values, io);
  }
  return 'done';
}

/** Formats commands about the jobs of a store. */
export function nextInStore(store: string, { env }: Pick<Io, 'env'>): NextCommand {
  const next = nextCommands({}, undefined, env);
  return (name, ...rest) => next(name, ...rest, '--store', quoted(store));
}
