import { statSync } from 'node:fs';
import {
  type CurrentInput,
  differences,
  openPlan,
  type Plan,
  PlanError,
  type PlanInput,
} from '@chatferry/planner';
import { fingerprintOf } from '../input/fingerprint.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { changedCompanions } from '../folder/companion-files.ts';
import { damageOf } from './plan-damage.ts';
import type { Rules } from './plan-settings.ts';

/** A file as it is now. */
interface PresentFile extends Pick<PlanInput, 'file' | 'kind' | 'format'> {
  readonly path: string;
}

export interface RequestedPlan {
  readonly inputs: readonly PresentFile[];
  /** Inputs whose state is known already. */
  readonly exports: readonly CurrentInput[];
  /** Rows of databases: their state is not known. */
  readonly databases: readonly Pick<PlanInput, 'file' | 'kind' | 'format'>[];
  readonly rules: Rules;
  readonly config: unknown;
  readonly version: string;
}

/** The plan in a job folder, compared with the requested one. */
export interface FoundPlan {
  readonly plan: Plan;
  /** What changed since it was made. Empty when it is the requested plan. */
  readonly differences: readonly string[];
  /** Why it cannot be sent although it can be opened. */
  readonly damage: string | undefined;
}

/**
 * Compares the plan of the job with the requested plan. A file is read again only when its size is the same but its
 * modification time is not.
 */
export async function findPlan(
  job: JobFolder,
  requested: RequestedPlan,
): Promise<FoundPlan | undefined> {
  const plan = openIfThere(job.plan);
  if (plan === undefined) return undefined;
  const files = await Promise.all(requested.inputs.map((input) => described(input, plan.inputs)));
  const databases = requested.databases.map((each) => asPlanned(each, plan.inputs));
  const inputs = [...files, ...requested.exports, ...databases];
  const { rules, config, version } = requested;
  const found = differences(plan, { inputs, config, version, rules: rules.plan });
  return { plan, differences: found, damage: damageOf(plan, job) ?? changedCompanions(plan)[0] };
}

/** Rows of databases count as unchanged. */
function asPlanned(
  rows: RequestedPlan['databases'][number],
  planned: readonly PlanInput[],
): CurrentInput {
  const { file, kind, format } = rows;
  const known = planned.find((each) => each.file === file && each.kind === kind);
  return { bytes: 0, ...known, file, kind, format };
}

/** Opens a plan; undefined for a missing plan, and for an unreadable plan, which is rebuilt. */
function openIfThere(path: string): Plan | undefined {
  try {
    return openPlan(path);
  } catch (error) {
    if (error instanceof PlanError) return undefined;
    throw error;
  }
}

async function described(
  { file, kind, format, path }: PresentFile,
  planned: readonly PlanInput[],
): Promise<Omit<PlanInput, 'sha256'> & { sha256?: string }> {
  const { size: bytes, mtimeMs: modifiedMs } = statSync(path);
  const known = planned.find((each) => each.file === file && each.kind === kind);
  const now = { file, kind, format, bytes, modifiedMs };
  if (known === undefined || known.bytes !== bytes || known.modifiedMs === modifiedMs) return now;
  return { ...now, sha256: (await fingerprintOf(path)).sha256 };
}
