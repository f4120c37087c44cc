import { existsSync, renameSync, rmSync } from 'node:fs';
import { openPlan } from '@chatferry/planner';
import { openLedger } from '@chatferry/runner';
import { repairFolder } from '../changes/repair-folder.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { undoStatus } from '../undo-state/undo-state.ts';

/**
 * Gives the ledger of a job whose records are removed another name, so that the job counts as not sent and can be run again. If a
 * process is killed before this, the next command does it.
 */
export function setLedgerAside(job: JobFolder): void {
  if (!existsSync(job.ledger) || undoStatus(job)?.state !== 'done') return;
  foldLog(job);
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(`${job.undoneLedger}${suffix}`, { force: true });
  renameSync(job.ledger, job.undoneLedger);
  for (const suffix of ['-wal', '-shm']) rmSync(`${job.ledger}${suffix}`, { force: true });
  // These files are about records that no longer exist.
  const { path: repair } = repairFolder(job);
  for (const file of [job.errors, job.failed, job.verification, job.differences, repair])
    rmSync(file, { force: true, recursive: true });
}

function foldLog(job: JobFolder): void {
  using plan = openPlan(job.plan);
  using ledger = openLedger(job.ledger, plan);
  ledger.foldLog();
}
