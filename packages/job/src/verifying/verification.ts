import { readFileSync } from 'node:fs';
import { kindsInOrder } from '@chatferry/contract';
import type { JobTarget } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { LinesFile } from '@chatferry/disk';
import type { DifferencesSeal } from './differences-file.ts';
import { isAsPlanned, type KindComparison } from './kind-tally.ts';

/** What comparisons of the service with the plan found, as `verify.json` keeps it. */
export interface Verification {
  /** Id of the plan that was compared. */
  readonly plan: string;
  /** The app that was read, without the key. */
  readonly target: JobTarget;
  /** When the latest verification ended, ISO 8601 in UTC. Absent while the first one has not. */
  readonly at?: string;
  /** Start of a verification that has not ended. The other fields are then of the one before it. */
  readonly unfinishedSince?: string;
  /** Whether all kinds were read, and every planned record is there, once, and as planned. */
  readonly complete: boolean;
  /** The kinds that were read; each may have been read at another time. */
  readonly kinds: readonly KindComparison[];
  /** Length and hash of the `differences.jsonl` that belongs to it. */
  readonly differences?: DifferencesSeal;
}

/** Whether every planned record is there, once, and as planned. */
export function isComplete(kinds: readonly KindComparison[]): boolean {
  return kinds.length === kindsInOrder.length && kinds.every(isAsPlanned);
}

/** Writes the result, and replaces the previous one. */
export function rememberVerification(job: JobFolder, found: Verification): void {
  const { appId, region, baseUrl } = found.target;
  using file = new LinesFile(job.verification);
  file.write(JSON.stringify({ ...found, target: { appId, region, baseUrl } }));
  file.finish();
}

/** The latest result; undefined without a verification, or if it was of another plan. */
export function rememberedVerification(job: JobFolder, plan: string): Verification | undefined {
  try {
    const found = JSON.parse(readFileSync(job.verification, 'utf8')) as Verification;
    return found.plan === plan ? found : undefined;
  } catch {
    return undefined;
  }
}
