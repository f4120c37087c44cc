import { readFileSync } from 'node:fs';
import type { Plan } from '@chatferry/planner';
import { type JobFolder, REJECTS } from '../folder/job-folder.ts';

/** The content that an index was made from. */
export interface MadeFrom {
  readonly plan: string;
  /** SHA-256 of `rejects.jsonl`; empty without it. */
  readonly rejects: string;
  /** SHA-256 of `differences.jsonl`; empty without it. */
  readonly differences: string;
}

/** The present content, by the hashes that the plan and the verification keep of their files. */
export function madeFrom(job: JobFolder, plan: Pick<Plan, 'id' | 'files'>): MadeFrom {
  return {
    plan: plan.id,
    rejects: plan.files.find(({ name }) => name === REJECTS)?.sha256 ?? '',
    differences: sealOfDifferences(job),
  };
}

function sealOfDifferences({ verification }: JobFolder): string {
  try {
    const { differences } = JSON.parse(readFileSync(verification, 'utf8')) as {
      differences?: { sha256: string };
    };
    return differences?.sha256 ?? '';
  } catch {
    return '';
  }
}
