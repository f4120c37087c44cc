import { readFileSync } from 'node:fs';
import type { JobFolder } from '../job/job-folder.ts';
import type { JobTarget } from '../job/job-target.ts';
import { LinesFile } from '../job/lines-file.ts';
import type { Comparison } from './compare-kind.ts';

/** What a comparison of the service with the plan found, as `verify.json` keeps it. */
export interface Verification {
  /** Id of the plan that was compared. */
  readonly plan: string;
  /** When all was read, ISO 8601 in UTC. */
  readonly at: string;
  /** The app that was read, without the key. */
  readonly target: JobTarget;
  /** Whether every planned record is there, once. */
  readonly complete: boolean;
  readonly kinds: readonly Comparison[];
}

/** Writes down what was found, in the place of what was found before. */
export function rememberVerification(job: JobFolder, found: Verification): void {
  const { plan, at, target, complete, kinds } = found;
  const { appId, region, baseUrl } = target;
  using file = new LinesFile(job.verification);
  file.write(JSON.stringify({ plan, at, target: { appId, region, baseUrl }, complete, kinds }));
  file.finish();
}

/** What was found last; undefined when nobody looked, or at another plan. */
export function rememberedVerification(job: JobFolder, plan: string): Verification | undefined {
  try {
    const found = JSON.parse(readFileSync(job.verification, 'utf8')) as Verification;
    return found.plan === plan ? found : undefined;
  } catch {
    return undefined;
  }
}
