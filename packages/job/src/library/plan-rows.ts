import { existsSync, renameSync, rmSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { inputKinds } from '@chatferry/contract';
import { openPlan, type PlanSummary } from '@chatferry/planner';
import { lockJob } from '@chatferry/runner';
import { withFilledKinds } from '../accounting/filled-kinds.ts';
import { ledgerState, removeLedger } from '../folder/ledger-state.ts';
import { type JobFolder, jobFolder } from '../folder/job-folder.ts';
import { noteLaterJob } from '../folder/later-job.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import { type Compilation, compilePlan } from '../planning/compile-plan.ts';
import { takeOverIds } from '../planning/id-settings.ts';
import { openEarlierJob } from '../planning/open-earlier-job.ts';
import { defaultPlanSettings, type PlanSettings, rulesFrom } from '../planning/plan-settings.ts';
import { rowsSource } from '../planning/source.ts';
import { version } from '../planning/version.ts';
import { JobError } from '../errors/job-error.ts';
import type { PlanOptions, RowsByKind, ShownPlan } from './options.ts';

/**
 * Judges rows made in code, and writes the plan into the job folder. To continue a job that has sent records,
 * pass the same rows again.
 *
 * @throws {JobError} `already-begun` when the rows differ
 *
 * @example
 * ```ts
 * const users = [{ uid: 'ada', name: 'Ada' }];
 * const { requests } = await planRows({ users }, { job: 'job' });
 * console.log(requests, 'requests');
 * ```
 */
export async function planRows(rows: RowsByKind, options: PlanOptions): Promise<ShownPlan> {
  return withFilledKinds(await planRowsOfAllKinds(rows, options));
}

/** Like `planRows`, with all kinds in the summary. */
export async function planRowsOfAllKinds(
  rows: RowsByKind,
  { job: folder, after, signal, onProgress, onWarning, ...given }: PlanOptions,
): Promise<PlanSummary> {
  const job = jobFolder(folder);
  makeJobFolder(job);
  using earlier = after === undefined ? undefined : openEarlierJob(after, job);
  if (earlier !== undefined) noteLaterJob(jobFolder(after), job, earlier.plan.id, onWarning);
  const taken = earlier && takeOverIds(earlier.plan, given, { mappings: [], exports: [] });
  const settings = {
    ...defaultPlanSettings,
    ...given,
    ...taken,
    ...(earlier === undefined ? {} : { after: earlier.config }),
  };
  const watch = { signal, onProgress, earlier: earlier?.job };
  const nowMs = systemClock.now();
  using _ = lockJob(job.path, nowMs);
  const ledger = ledgerState(job);
  if (ledger === 'begun') return await planAgain(rows, job, settings, watch);
  if (ledger === 'untouched') removeLedger(job);
  return await compile(rows, job, settings, Math.floor(nowMs / 1000), watch);
}

type Watch = Pick<Compilation, 'signal' | 'onProgress' | 'earlier'>;

/** Rebuilds the plan next to the first plan, as of the same time: the first plan may be damaged. */
async function planAgain(
  rows: RowsByKind,
  job: JobFolder,
  settings: PlanSettings,
  watch: Watch,
): Promise<PlanSummary> {
  using plan = openPlan(job.plan);
  const again = {
    plan: `${job.plan}.again`,
    rejects: `${job.rejects}.again`,
    dropped: `${job.dropped}.again`,
    notCarried: `${job.notCarried}.again`,
    changed: `${job.changed}.again`,
    gone: `${job.gone}.again`,
    idMap: `${job.idMap}.again`,
    verification: `${job.verification}.again`,
    differences: `${job.differences}.again`,
    heldRecords: `${job.heldRecords}.again`,
    report: `${job.report}.again`,
  };
  try {
    const summary = await compile(rows, { ...job, ...again }, settings, plan.rules.now, watch);
    if (summary.contentHash === plan.id) {
      renameSync(again.rejects, job.rejects);
      for (const name of ['dropped', 'changed', 'gone', 'idMap'] as const)
        if (existsSync(again[name])) renameSync(again[name], job[name]);
      renameSync(again.plan, job.plan);
      return summary;
    }
  } finally {
    for (const file of Object.values(again)) rmSync(file, { force: true });
  }
  throw new JobError(
    'already-begun',
    `Records were sent from the job folder ${job.path} already, and the rows have changed since.`,
    'Restore the rows as they were, or use another job folder, where records that have landed count as present.',
  );
}

function compile(
  rows: RowsByKind,
  job: JobFolder,
  settings: PlanSettings,
  now: number,
  watch: Watch,
): Promise<PlanSummary> {
  const sources = inputKinds.flatMap((kind) => {
    const given = rows[kind];
    return given === undefined ? [] : [rowsSource(kind, given)];
  });
  const rules = rulesFrom(settings, now);
  return compilePlan({ job, sources, rules, config: settings, version, ...watch });
}
