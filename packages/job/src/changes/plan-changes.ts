import { systemClock } from '@chatferry/client';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan, PlanSummary } from '@chatferry/planner';
import { type JobTarget, lockJob } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { removeLedger } from '../folder/ledger-state.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import { compilePlan } from '../planning/compile-plan.ts';
import { defaultPlanSettings, rulesFrom } from '../planning/plan-settings.ts';
import { version } from '../planning/version.ts';
import { changesSource, type PlannedChange } from './changes-source.ts';

/** Records that change what an app holds, by kind; records of other kinds may be among them. Each is read once. */
type ChangesByKind = Readonly<
  Partial<Record<Kind, Iterable<PlannedChange> | AsyncIterable<PlannedChange>>>
>;

export interface ChangesToPlan {
  /** The folder of the changes. It is a job folder of its own; a plan and a ledger in it are replaced. */
  readonly job: JobFolder;
  /** The plan of the job whose records are changed. */
  readonly of: Plan;
  /** The only app that they may be sent to. */
  readonly target: JobTarget;
  readonly changes: ChangesByKind;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a plan of changes in a job folder of its own, so that it is sent, resumed, retried and reported like any other plan.
 *
 * @throws {JobLockedError} while another process sends them @throws {PlanError} @throws the signal's reason
 */
export async function planChanges({
  job,
  of,
  target: { appId, region, baseUrl },
  changes,
  signal,
}: ChangesToPlan): Promise<PlanSummary> {
  makeJobFolder(job);
  using _ = lockJob(job.path, systemClock.now());
  removeLedger(job);
  const target = { appId, ...(region && { region }), ...(baseUrl && { baseUrl }) };
  const sources = kindsInOrder.flatMap((kind) => {
    const given = changes[kind];
    return given === undefined ? [] : [changesSource(kind, given)];
  });
  // The records have the ids that the app holds, and were judged when they were planned.
  const settings = { ...defaultPlanSettings, ids: 'keep', retentionMonths: 'none' } as const;
  const rules = rulesFrom(settings, Math.floor(systemClock.now() / 1000));
  return await compilePlan({
    job,
    sources,
    rules: { ...rules, plan: { ...rules.plan, refersToApp: true } },
    config: { after: { plan: of.id, landed: {}, target } },
    version,
    signal,
  });
}
