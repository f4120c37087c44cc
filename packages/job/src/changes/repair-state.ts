import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import { openPlan } from '@chatferry/planner';
import { type JobTarget, placeOf, runStatus } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { plansBegunAfter } from '../planning/later-records.ts';
import { repairFolder } from './repair-folder.ts';

/** What a repair is about to do, or did, as `repair.json` keeps it. */
export interface RepairState {
  /** Id of the plan that is repaired. */
  readonly plan: string;
  readonly target: JobTarget;
  /** When the verification of this repair ended, ISO 8601 in UTC. */
  readonly verifiedAt: string;
  readonly editsMessages: boolean;
  /** Whether everything was sent, and verified afterwards. */
  readonly isDone: boolean;
  readonly counts: RepairCounts;
  /** Kinds with records that could not be compared, because their users are missing or deactivated. */
  readonly hidden: readonly Kind[];
  /** The plans that had begun after the job. Absent in files of earlier versions. */
  readonly later?: readonly string[];
}

/** Records by what a repair does about them. A record can be in several. */
export interface RepairCounts {
  /** Sent again by the job. */
  readonly sentAgain: number;
  /** Users who are reactivated, and bans that are lifted. */
  readonly access: number;
  /** Updated in the app. */
  readonly updated: number;
  /** Messages that differ in fields that only an edit changes, if the caller did not ask for edits. */
  readonly notEdited: number;
  /** Records with fields that nothing changes. */
  readonly notRepairable: number;
}

export function rememberRepair(job: JobFolder, state: RepairState): void {
  const { appId, region, baseUrl } = state.target;
  using file = new LinesFile(repairFolder(job).state);
  file.write(JSON.stringify({ ...state, target: { appId, region, baseUrl } }));
  file.finish();
}

/**
 * A repair that was begun and not finished, if it has the same plan, app and options. When a later job has begun since, or has sent more,
 * the repair is prepared again, because it must leave the later job's changes alone.
 *
 * @throws {JobError} `later-job`
 */
export function unfinishedRepair(
  job: JobFolder,
  wanted: Pick<RepairState, 'target' | 'editsMessages'>,
): RepairState | undefined {
  using plan = openPlan(job.plan);
  const found = rememberedRepair(job);
  const isWanted =
    found !== undefined &&
    !found.isDone &&
    found.plan === plan.id &&
    found.editsMessages === wanted.editsMessages &&
    placeOf(found.target) === placeOf(wanted.target) &&
    isDeepStrictEqual(found.later ?? [], plansBegunAfter(job, plan));
  return isWanted ? found : undefined;
}

function rememberedRepair(job: JobFolder): RepairState | undefined {
  try {
    return JSON.parse(readFileSync(repairFolder(job).state, 'utf8')) as RepairState;
  } catch {
    return undefined;
  }
}

/** The jobs of a repair that have something left to send, in order. */
export function partsLeft(job: JobFolder): JobFolder[] {
  const { access, changes } = repairFolder(job);
  return [access, job, changes].filter(
    ({ plan, ledger }) =>
      existsSync(plan) &&
      Object.values(runStatus(plan, ledger).kinds).some(({ pending }) => pending > 0),
  );
}
