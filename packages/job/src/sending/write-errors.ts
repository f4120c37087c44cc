import { rmSync } from 'node:fs';
import type { Plan } from '@chatferry/planner';
import { failedRecords, isRemoval, type Ledger } from '@chatferry/runner';
import { FailedPlaces } from '../failed-rows/failed-places.ts';
import { writeFailedRows } from '../failed-rows/write-failed-rows.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { LinesFile } from '@chatferry/disk';
import { jsonLine } from '../folder/json-line.ts';

/**
 * Writes the records that did not land: `errors.jsonl` with the reasons, `failed/` with the rows. Both are removed
 * when every record has landed.
 */
export async function writeErrors(job: JobFolder, plan: Plan, ledger: Ledger): Promise<void> {
  const places = new FailedPlaces();
  using errors = new LinesFile(job.errors);
  for (const record of failedRecords(ledger, plan)) {
    const { kind, id, outcome, code, message, details, attempts, file, line } = record;
    errors.write(jsonLine({ kind, id, outcome, code, message, details, attempts, file, line }));
    places.add(record);
  }
  if (errors.lines > 0) errors.finish();
  else rmSync(job.errors, { force: true });
  // A removal has no rows to repair.
  if (!isRemoval(plan)) await writeFailedRows(job, plan, places);
}
