import { rmSync, statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { type Kind, rowsOf } from '@chatferry/contract';
import {
  type CompanionFile,
  type EarlierJob,
  type ExportSummary,
  openPlan,
  type PlanInput,
  type PlanSummary,
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
import { inputKey } from '../input/input-key.ts';
import { changedLine } from './changed-line.ts';
import { droppedLine } from './dropped-line.ts';
import { earlierIds } from './earlier-ids.ts';
import { writeIdMap } from './id-map-file.ts';
import type { Rules } from './plan-settings.ts';
import { rejectLine } from './reject-line.ts';
import { RowAccounts } from './row-accounts.ts';
import type { Source } from './source.ts';

/** Progress of planning. */
export type PlanningProgress =
  | { readonly step: 'reading'; readonly file: string; readonly rows: number }
  | {
      readonly step: 'batching';
      readonly kind: Kind;
      readonly done: number;
      readonly total: number;
    };

/** The fields that rows of JSON files have, by `inputKey`; only for files whose mapping names fields. */
export type FieldNames = ReadonlyMap<string, ReadonlySet<string>>;

/** The values that both the mapping names and the rows have, by `inputKey`, see `unusedValues`. */
export type MappedValues = ReadonlyMap<string, ReadonlySet<string>>;

export interface Compilation {
  readonly job: JobFolder;
  /** In the order of the kinds. */
  readonly sources: readonly Source[];
  readonly rules: Rules;
  /** The settings that shaped the rows, kept in the plan. */
  readonly config: unknown;
  /** Of chatferry. */
  readonly version: string;
  /** The job whose landed records are not planned again. */
  readonly earlier?: EarlierJob | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of rows when all are read. If it throws, no file is changed. */
  readonly onRead?:
    | ((rows: number, fieldNames: FieldNames, mappedValues: MappedValues) => void)
    | undefined;
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
}

/** Most plans drop nothing and carry everything, and then have no such file. */
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
  const { PlanCompiler } = await import('@chatferry/planner/compiler');
  using rejects = new LinesFile(job.rejects);
  using dropped = new LinesFile(job.dropped);
  using notCarried = new LinesFile(job.notCarried);
  using changed = new LinesFile(job.changed);
  using gone = new LinesFile(job.gone);
  using compiler = new PlanCompiler(
    job.plan,
    rules.plan,
    (reject) => rejects.write(rejectLine(reject)),
    sources.reduce((sum, { path }) => sum + (path === undefined ? 0 : statSync(path).size), 0),
    (field) => dropped.write(droppedLine(field)),
    earlier && {
      job: earlier,
      onChanged: (record) => changed.write(changedLine(record)),
      onGone: (record) => gone.write(JSON.stringify(record)),
    },
  );

  const inputs: PlanInput[] = [];
  const changeChecks: (() => void | Promise<void>)[] = [];
  const exports: ExportSummary[] = [];
  const accounts = new RowAccounts();
  const fieldNames = new Map<string, Set<string>>();
  const mappedValues = new Map<string, Set<string>>();
  const idsBefore = earlier && earlierIds(earlier, rules.read);
  let total = 0;
  for (const source of sources) {
    const { file, kind } = source;
    const readRules = { ...rules.read, contestedIds: compiler.begin(kind) };
    const { blocks, described, refuseChange, exportSummary } = source.open(readRules, {
      signal,
      onNotCarried: (line) => notCarried.write(line),
      earlierIds: idsBefore,
      onRows: (read) => onProgress?.({ step: 'reading', file, rows: read }),
    });
    let rows = 0;
    const names = new Set<string>();
    fieldNames.set(inputKey(source), names);
    const values = new Set<string>();
    mappedValues.set(inputKey(source), values);
    for await (const block of blocks) {
      signal?.throwIfAborted();
      compiler.add(block);
      for (const name of block.fieldNames ?? []) names.add(name);
      for (const value of block.mappedValues ?? []) values.add(value);
      accounts.add(inputKey(source), file, block);
      rows += rowsOf(block);
      block.release?.();
      onProgress?.({ step: 'reading', file, rows });
    }
    inputs.push(await described());
    changeChecks.push(refuseChange);
    if (exportSummary !== undefined) exports.push(exportSummary());
    total += rows;
  }
  for (const refuseChange of changeChecks) await refuseChange();
  onRead?.(total, fieldNames, mappedValues);

  // These files belong to the plan that is being replaced.
  for (const file of [job.idMap, job.verification, job.differences, job.heldRecords, job.report])
    rmSync(file, { force: true });
  const writeFiles = (): CompanionFile[] => [
    { name: REJECTS, ...rejects.finish() },
    ...finishIfAny(DROPPED, dropped, job.dropped),
    ...finishIfAny(NOT_CARRIED, notCarried, job.notCarried),
    ...finishIfAny(CHANGED, changed, job.changed),
    ...finishIfAny(GONE, gone, job.gone),
  ];
  const finishing = compiler.finishing({
    inputs,
    exports,
    unread: accounts.unread(),
    undecided: accounts.undecided(),
    config,
    version,
    writeFiles,
  });
  let step = finishing.next();
  for (; step.done !== true; step = finishing.next()) {
    onProgress?.({ step: 'batching', ...step.value });
    await turn(); // Lets the signal be aborted.
    signal?.throwIfAborted();
  }
  using plan = openPlan(job.plan);
  writeIdMap(plan, job.idMap);
  return step.value;
}
