import { ledgerState } from '../folder/ledger-state.ts';
import { JobError } from '../errors/job-error.ts';
import type { GatheredFiles } from '../input/gather-files.ts';
import type { DescribedInputs } from './describe-inputs.ts';
import { exportInputs } from './export-sources.ts';
import { findPlan, type FoundPlan } from './find-current-plan.ts';
import { ensureIdMap } from './id-map-file.ts';
import { requireMedia } from './media-copies.ts';
import type { PlannedInputs, PlanningTask } from './planning-task.ts';
import { version } from './version.ts';

/** How long a plan is valid before its first record is sent: which messages are too old changes every day. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** Before a plan is sent, databases are read each time. */
const UNCOMPARED = 'Only reading shows whether the database has changed.';

/** The plan that is kept, or the time as of which a plan is made. */
type CurrentPlan =
  | { readonly kept: PlannedInputs }
  | {
      readonly plannedAt: number;
      /** Why the plan in the job folder is rebuilt; absent when there is none. */
      readonly reasons?: readonly string[];
    };

/** Decides whether the plan in the job folder is still the plan of the inputs. @throws {JobError} `already-begun` */
export async function currentPlan(
  { job, databases = [], media, sendsWith }: PlanningTask,
  { files, exports }: Pick<GatheredFiles, 'files' | 'exports'>,
  { databaseRows, config, rulesAt }: DescribedInputs,
  nowMs: number,
): Promise<CurrentPlan> {
  const found = await findPlan(job, {
    inputs: files,
    exports: exports.flatMap(exportInputs),
    databases: databaseRows,
    rules: rulesAt(nowMs),
    config,
    version,
  });
  if (found === undefined) return { plannedAt: nowMs };
  using plan = found.plan;
  const madeAt = plan.rules.now * 1000;
  const begun = ledgerState(job) === 'begun';
  const reasons = [
    ...rebuildReasons(found, begun || nowMs - madeAt < FRESH_MS),
    ...(begun || databases.length === 0 ? [] : [UNCOMPARED]),
  ];
  if (reasons.length === 0) {
    const { summary } = plan;
    if (media?.isRequired === true && summary.media !== undefined) requireMedia(summary.media);
    ensureIdMap(plan, job.idMap);
    return { kept: { summary, unchanged: true, plannedAt: madeAt } };
  }
  if (begun && found.differences.length > 0) throw alreadyBegun(job.path, found, sendsWith);
  // Use the time of the first plan: otherwise messages that have become too old since would be missing.
  return { plannedAt: begun ? madeAt : nowMs, reasons };
}

/** @param isFresh whether the plan is recent enough */
function rebuildReasons({ damage, differences }: FoundPlan, isFresh: boolean): readonly string[] {
  if (damage !== undefined) return [damage, ...differences];
  if (differences.length === 0 && !isFresh) return ['The plan is more than a day old.'];
  return differences;
}

function alreadyBegun(
  folder: string,
  { damage, differences }: FoundPlan,
  sendsWith: string,
): JobError {
  const finish =
    damage === undefined
      ? `Finish that plan with: ${sendsWith}.`
      : 'That plan is damaged: restore its inputs and plan again, to continue with it.';
  return new JobError(
    'already-begun',
    [
      `Records of another plan have already been sent from the job folder ${folder}, and something changed since:`,
      ...differences.map((each) => `  ${each}`),
    ],
    `${finish} Or plan the current inputs into another job folder, where records that have landed count as present.`,
  );
}
