import {
  type CheckOptions,
  checkMedia as checkSources,
  copyMedia as copySources,
  type CopyOptions,
  type CopyResult,
  type MediaCheck,
  type MediaSource,
} from '@chatferry/media';
import { ExportFiles } from '@chatferry/sources';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { isJobFolder, refuseInside } from '../media/refuse-inside.ts';
import { mediaOfInputs } from '../media/media-of-inputs.ts';
import { mediaOfPlan } from '../media/media-of-plan.ts';
import { defaultPlanSettings } from '../planning/plan-settings.ts';
import { gatherInputs } from './gather-inputs.ts';
import type { PlanFilesOptions } from './options.ts';

/** Which files are meant: the files of a job's plan, or the files of inputs, which are read as `planFiles` reads them. */
export interface MediaOf extends Omit<
  PlanFilesOptions,
  'after' | 'media' | 'onOutdated' | 'onUnchanged'
> {
  /** Paths of inputs; without them, the plan of the job is used. */
  readonly inputs?: readonly string[];
}

/** Rows of inputs that cannot be records. Their files are neither counted nor copied. */
export interface RejectedInputs {
  readonly rejected: number;
}

/**
 * Counts the files that records point to, by host and by what they need. Nothing is sent without a sample.
 *
 * @throws {JobError} without a plan, and as `planFiles` for inputs
 *
 * @example
 * ```ts
 * const { hosts } = await checkMedia({ job: 'job' });
 * for (const { host, files, expired } of hosts) console.log(host, files, expired);
 * ```
 */
export async function checkMedia(
  of: MediaOf,
  options: CheckOptions = {},
): Promise<MediaCheck & RejectedInputs> {
  await using found = await mediaOf(of);
  const signal = options.signal ?? of.signal;
  const check = await checkSources(found.sources, { ...options, signal });
  return { ...check, rejected: found.rejected() };
}

/**
 * Copies the files that records point to into a folder, each once, and writes the map that `planFiles` takes.
 *
 * @throws {MediaError} for the folder, and when the disk is full @throws {JobError} as `checkMedia`
 *
 * @example
 * ```ts
 * const { copied, failed } = await copyMedia(
 *   { job: 'job', inputs: ['./export'] },
 *   { to: './media', publicBase: 'https://media.example.com' },
 * );
 * console.log(copied, failed);
 * ```
 */
export async function copyMedia(
  of: MediaOf,
  options: Omit<CopyOptions, 'openFile'>,
): Promise<CopyResult & RejectedInputs> {
  refuseInside(options.to, of.inputs ?? []);
  await using found = await mediaOf(of);
  const { sources, openFile } = found;
  const signal = options.signal ?? of.signal;
  const result = await copySources(sources, { ...options, openFile, signal });
  return { ...result, rejected: found.rejected() };
}

interface FoundMedia extends AsyncDisposable {
  readonly sources: AsyncIterable<MediaSource> | Iterable<MediaSource>;
  readonly openFile: CopyOptions['openFile'];
  /** Known when all sources are read. */
  readonly rejected: () => number;
}

async function mediaOf(of: MediaOf): Promise<FoundMedia> {
  const { job: folder, inputs = [] } = of;
  const [only] = inputs;
  const isJob = inputs.length === 1 && isJobFolder(only!);
  if (inputs.length > 0 && !isJob) return await mediaOfFiles(inputs, of);
  const job = jobFolder(isJob ? only : folder);
  requirePlan(job, 'planFiles or planRows');
  return {
    sources: mediaOfPlan(job.plan),
    openFile: undefined,
    rejected: () => 0,
    [Symbol.asyncDispose]: async () => {},
  };
}

async function mediaOfFiles(paths: readonly string[], of: MediaOf): Promise<FoundMedia> {
  // Neither callback is about files that records point to.
  const { onIgnored: _, onWarning: _warning, ...options } = of;
  const job = jobFolder(options.job);
  const { rules, gathered } = await gatherInputs(paths, job, options);
  let rejected = 0;
  const reading = mediaOfInputs({
    job,
    settings: { ...defaultPlanSettings, ...options },
    sourceOptions: options.sources,
    databases: rules.databases,
    mappingOf: rules.mappingOf,
    gathered,
    signal: options.signal,
    onProgress: options.onProgress,
    onRejected: (rows) => {
      rejected += rows;
    },
  });
  const exportFiles = new ExportFiles(gathered.exports);
  return {
    sources: reading,
    openFile: (name) => exportFiles.open(name),
    rejected: () => rejected,
    [Symbol.asyncDispose]: async () => {
      await reading.return(undefined);
      exportFiles[Symbol.dispose]();
      gathered[Symbol.dispose]();
    },
  };
}
