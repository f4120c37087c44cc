import { readFileSync } from 'node:fs';
import type { JobTarget } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { LinesFile } from '@chatferry/disk';
import type { DifferencesSeal } from './differences-file.ts';
import type { KindComparison } from './kind-tally.ts';

export type VerifyScope = 'delta' | 'full';

/** The results of comparing the service with the plan, as `verify.json` keeps them. */
export interface Verification {
  /** Id of the plan that was compared. */
  readonly plan: string;
  /** The app that was read, without the key. */
  readonly target: JobTarget;
  /**
   * What was read: `full`, the lists of the app; `delta`, the places where the records of a delta belong. With `delta`, records of earlier
   * jobs were not read. Absent while the first verification has not ended.
   */
  readonly scope?: VerifyScope;
  /** When the latest finished verification began, ISO 8601 in UTC. Kinds with an earlier time are from earlier verifications. */
  readonly startedAt?: string;
  /** When it ended. Both are absent until the first verification has ended. */
  readonly at?: string;
  /** Start of a verification that has not ended. The other fields then belong to the verification before it. */
  readonly unfinishedSince?: string;
  /** Whether the latest verification read every kind of the plan, and found every record there, once, and as planned. */
  readonly complete: boolean;
  /** The kinds that were read; each may have been read at another time. */
  readonly kinds: readonly KindComparison[];
  /** Length and hash of the `differences.jsonl` of this verification. */
  readonly differences?: DifferencesSeal;
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
