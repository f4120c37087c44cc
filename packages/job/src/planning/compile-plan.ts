import { rmSync, statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type CompanionFile,
  type EarlierJob,
  type MediaSummary,
  type EarlierPart,
  type MemoryUse,
  openPlan,
  type PlanSummary,
  type Provenance,
  type UnreadPlace,
} from '@chatferry/planner';
import {
  CHANGED,
  DROPPED,
  GONE,
  type JobFolder,
  NOT_CARRIED,
  REJECTS,
} from '../folder/job-folder.ts';
import { LinesFile } from '@chatferry/disk';
import { changedLine, droppedLine, rejectLine } from './listed-lines.ts';
import { writeIdMap } from './id-map-file.ts';
import type { Rules } from './plan-settings.ts';
import type { PlanningProgress } from './planning-progress.ts';
import { type FieldNames, type MappedValues, ReadSources } from './read-sources.ts';
import type { Source } from './source.ts';
import { jsonLine } from '../folder/json-line.ts';

export interface Compilation {
  readonly job: JobFolder;
  /** In the order of the kinds. */
  readonly sources: readonly Source[];
  /** Tables and columns of dumps that no query names. */
  readonly unread?: readonly UnreadPlace[];
  readonly rules: Rules;
  /** The settings that shaped the rows, kept in the plan. */
  readonly config: unknown;
  /** The version of chatferry. */
  readonly version: string;
  /** Default: `usual`. With `small`, no thread is started, except for code of the user. */
  readonly memory?: MemoryUse | undefined;
  /** The job whose landed records are not planned again. */
  readonly earlier?: EarlierJob | undefined;
  /** The part of the earlier job that concerns the rows. */
  readonly part?: EarlierPart | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of rows when all are read. If it throws, no file is changed. */
  readonly onRead?:
    | ((
        rows: number,
        fieldNames: FieldNames,
        mappedValues: MappedValues,
        media: MediaSummary,
      ) => void)
    | undefined;
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
}

/** Most plans drop nothing and carry everything, so they have no such file. */
function finishIfAny(name: string, lines: LinesFile, file: string): CompanionFile[] {
  if (lines.lines > 0) return [{ name, ...lines.finish() }];
  rmSync(file, { force: true });
  return [];
}

/**
 * Reads all sources to their ends and makes the plan and the files that belong to it.
 *
 * The plan appears when it is complete, after the files that belong to it. If planning ends before that, there is no
 * plan, or still the previous one.
 *
 * @throws {InputError} for a source that cannot be read to its end
 * @throws {PlanError}
 * @throws the signal's reason
 */
export async function compilePlan(compilation: Compilation): Promise<PlanSummary> {
  const { job, sources, rules, config, version, earlier, signal, onRead, onProgress } = compilation;
  const { unread = [], memory } = compilation;
  const { compile } = await import('@chatferry/planner/compile');
  using rejects = new LinesFile(job.rejects);
  using dropped = new LinesFile(job.dropped);
  using notCarried = new LinesFile(job.notCarried);
  using changed = new LinesFile(job.changed);
  using gone = new LinesFile(job.gone);
  await using read = new ReadSources({
    rules: rules.read,
    earlier,
    signal,
    unread,
    onNotCarried: (line) => notCarried.write(line),
    onProgress,
    ...(memory === 'small' ? { mostThreads: 0 } : {}),
  });

  const writeFiles = (): CompanionFile[] => [
    { name: REJECTS, ...rejects.finish() },
    ...finishIfAny(DROPPED, dropped, job.dropped),
    ...finishIfAny(NOT_CARRIED, notCarried, job.notCarried),
    ...finishIfAny(CHANGED, changed, job.changed),
    ...finishIfAny(GONE, gone, job.gone),
  ];
  const described = async (): Promise<Provenance> => {
    await read.refuseChanges();
    onRead?.(read.rows, read.fieldNames, read.mappedValues, read.mediaSummary);
    // These files belong to the plan that is being replaced.
    for (const file of [
      job.idMap,
      job.verification,
      job.differences,
      job.heldRecords,
      job.index,
      job.report,
    ])
      rmSync(file, { force: true });
    return { ...read.provenance, config, version, writeFiles };
  };
  const steps = compile({
    path: job.plan,
    rules: rules.plan,
    sources: sources.map((source) => read.rowsOf(source)),
    inputBytes: sources.reduce(
      (sum, { path }) => sum + (path === undefined ? 0 : statSync(path).size),
      0,
    ),
    memory,
    earlier: earlier && {
      job: earlier,
      part: compilation.part,
      onChanged: (record) => changed.write(changedLine(record)),
      onGone: (record) => gone.write(jsonLine(record)),
    },
    onReject: (reject) => rejects.write(rejectLine(reject)),
    onDropped: (field) => dropped.write(droppedLine(field)),
    described,
  });
  for await (const step of steps) {
    onProgress?.(read.progressOf(step));
    if (step.step === 'batching') await turn(); // Lets the signal be aborted.
    signal?.throwIfAborted();
  }
  using plan = openPlan(job.plan);
  writeIdMap(plan, job.idMap);
  return plan.summary;
}
