import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import type { PlanSummary } from '@chatferry/planner';
import { lockJob } from '@chatferry/runner';
import type { Export } from '@chatferry/sources';
import { JobError } from '../errors/job-error.ts';
import { ledgerState, removeLedger } from '../folder/ledger-state.ts';
import { jobFolder } from '../folder/job-folder.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import type { GatheredFiles } from '../input/gather-files.ts';
import { noteLaterJob } from '../folder/later-job.ts';
import { checkFieldNames, checkMappings, checkValues, headersOf } from './check-mappings.ts';
import { type Compilation, compilePlan } from './compile-plan.ts';
import { currentPlan } from './current-plan.ts';
import { DatabaseSources } from './database-sources.ts';
import { type DescribedInputs, describeInputs } from './describe-inputs.ts';
import { ExportSources } from './export-sources.ts';
import { withIdAdvice } from './id-advice.ts';
import { requireMedia, writeCopies } from './media-copies.ts';
import { openEarlierJob } from './open-earlier-job.ts';
import { openSources } from './open-sources.ts';
import type { PlannedInputs, PlanningTask, PlanningWatch } from './planning-task.ts';
import { version } from './version.ts';

/**
 * Makes sure that the job folder contains the plan of the given files. A plan that was made from the same files with
 * the same settings is kept.
 *
 * @throws {JobError} when records of another plan have been sent from this job folder, and for mappings that name missing
 *   columns or fields
 */
export async function planInputs(
  task: PlanningTask,
  gathered: GatheredFiles,
  watch: PlanningWatch,
): Promise<PlannedInputs> {
  const { job, after } = task;
  if (existsSync(job.path)) makeJobFolder(job, watch.onWarning);
  const nowMs = systemClock.now();
  using earlier = after === undefined ? undefined : openEarlierJob(after.folder, job);
  if (earlier !== undefined)
    noteLaterJob(jobFolder(after!.folder), job, earlier.plan.id, watch.onWarning);
  const described = await describeInputs(task, gathered, earlier);
  const current = await currentPlan(task, gathered, described, nowMs);
  if ('kept' in current) return current.kept;
  if (current.reasons !== undefined) watch.onOutdated?.(current.reasons);
  const { plannedAt } = current;
  const summary = await readAndCompile(task, gathered, described, {
    ...watch,
    nowMs,
    plannedAt,
    earlier: earlier?.job,
  });
  gathered.keepStdin();
  return { summary, unchanged: false, plannedAt };
}

interface Reading extends Omit<PlanningWatch, 'onOutdated'>, Pick<Compilation, 'earlier'> {
  readonly nowMs: number;
  readonly plannedAt: number;
}

/** Checks the mappings, then reads all sources into a plan. */
async function readAndCompile(
  { job, sourceOptions, databases = [], media, openDatabase, declared, memory }: PlanningTask,
  { files, exports }: GatheredFiles,
  { readings, databaseRows, mappings, settings, config, rulesAt }: DescribedInputs,
  { nowMs, plannedAt, earlier, onWarning, ...watch }: Reading,
): Promise<PlanSummary> {
  await using opened = await DatabaseSources.open(
    databases,
    databaseRows,
    watch.signal,
    openDatabase,
  );
  const headers = new Map([...(await headersOf(declared, readings)), ...opened.headers]);
  const warnings = checkMappings(declared, headers);
  for (const warning of warnings) onWarning?.(warning);
  makeJobFolder(job);
  using _ = lockJob(job.path, nowMs);
  if (ledgerState(job) === 'untouched') removeLedger(job); // It belongs to the plan that is being replaced.
  using exported = new ExportSources(exports, sourceOptions, job);
  const { sources, tables } = await openSources(
    { job, readings, databaseRows, exported, opened },
    watch.signal,
  );
  const copies = media && { media: await writeCopies(media, job.exportRows) };
  const onRead: Compilation['onRead'] = (rows, fieldNames, mappedValues, outcomes) => {
    if (rows === 0) throw withoutRows(mappings, exports);
    if (media?.isRequired === true) requireMedia(outcomes);
    const later = [
      ...checkFieldNames(declared, files, headers, fieldNames),
      ...checkValues(declared, mappedValues),
    ];
    for (const warning of later) if (!warnings.includes(warning)) onWarning?.(warning);
  };
  const rules = rulesAt(plannedAt);
  return await compilePlan({
    job,
    sources,
    unread: opened.unread,
    rules: { ...rules, read: { ...rules.read, lookups: tables, ...copies } },
    config,
    version,
    memory,
    earlier,
    onRead,
    ...watch,
  }).catch((error: unknown) => {
    throw withIdAdvice(error, exports, settings);
  });
}

function withoutRows(files: readonly { file: string }[], exports: readonly Export[]): JobError {
  const read = exports.map(({ path, system }) => `${path}, read as an export of ${system}`);
  const names = new Set(files.map(({ file }) => (file === '-' ? 'stdin' : file)));
  const fix =
    exports.length === 0
      ? 'Export again.'
      : 'Check what it contains. If it is one of another system, do not name this one; else export again.';
  return new JobError(
    'no-rows',
    `There are no rows in ${[...names, ...read].join(exports.length === 0 ? ', ' : '; ')}.`,
    fix,
  );
}
