import { existsSync } from 'node:fs';
import path from 'node:path';
import { openPlan, type Plan, PlanError } from '@chatferry/planner';
import { checkLedger, LedgerError } from '@chatferry/runner';
import { fingerprintOf } from '../input/fingerprint.ts';
import { COMPANION_FIX } from '../folder/companion-files.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { idMapHash } from '../planning/id-map-file.ts';

/** A fault in a file of a job. */
export interface Finding {
  readonly file: string;
  readonly what: string;
  readonly fix: string;
}

export interface CheckedJob {
  /** Faults in the plan or the ledger. While there are any, nothing can be sent. */
  readonly damage: readonly Finding[];
  /** Faults in the other files. */
  readonly others: readonly Finding[];
}

/**
 * Reads all files of a job folder and compares them.
 *
 * @throws {PlanError} when there is no plan to compare with
 *
 * @example
 * ```ts
 * const { damage, others } = await checkJob(jobFolder('job'));
 * for (const { file, what, fix } of [...damage, ...others]) console.log(file, what, fix);
 * ```
 */
export async function checkJob(job: JobFolder): Promise<CheckedJob> {
  using plan = openPlan(job.plan);
  return {
    damage: [...planFindings(plan), ...ledgerFindings(job)],
    others: [...(await companionFindings(plan)), ...(await idMapFindings(plan, job))],
  };
}

function planFindings(plan: Plan): Finding[] {
  try {
    plan.check();
    return [];
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return [{ file: plan.path, what: error.message, fix: error.fix }];
  }
}

function ledgerFindings(job: JobFolder): Finding[] {
  const file = job.ledger;
  try {
    return checkLedger(job.plan, file).map((what) => ({ file, what, fix: LEDGER_FIX }));
  } catch (error) {
    if (error instanceof PlanError) return []; // Reported above.
    if (!(error instanceof LedgerError)) throw error;
    return [{ file, what: error.message, fix: error.fix }];
  }
}

const LEDGER_FIX =
  'Restore the ledger from a copy, or move it away with its -wal and -shm files and run again: records that landed are answered with "already exists" and count as present. Only messages sent through the chat endpoints would be stored twice.';

async function companionFindings(plan: Plan): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, bytes, sha256 } of plan.files) {
    const file = path.join(path.dirname(plan.path), name);
    const found = existsSync(file) ? await fingerprintOf(file) : undefined;
    if (found?.bytes === bytes && found.sha256 === sha256) continue;
    const what = found === undefined ? 'is missing.' : 'has changed since it was written.';
    findings.push({ file, what, fix: COMPANION_FIX });
  }
  return findings;
}

async function idMapFindings(plan: Plan, { idMap: file }: JobFolder): Promise<Finding[]> {
  const wanted = idMapHash(plan);
  const found = existsSync(file) ? (await fingerprintOf(file)).sha256 : undefined;
  if (found === wanted) return [];
  const what = found === undefined ? 'is missing.' : 'does not match the plan.';
  return [
    {
      file,
      what,
      fix: 'Remove it if it exists, and plan the same files again: planning writes it.',
    },
  ];
}
