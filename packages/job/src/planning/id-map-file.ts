import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Plan } from '@chatferry/planner';
import { LinesFile } from '@chatferry/disk';
import { csvLine } from '../folder/csv-line.ts';

/** Writes `id-map.csv` unless it exists: a process may have ended after it wrote the plan and before this file. */
export function ensureIdMap(plan: Plan, path: string): void {
  if (!existsSync(path)) writeIdMap(plan, path);
}

/** Writes `id-map.csv`, one line for each changed id; no file when no id was changed. */
export function writeIdMap(plan: Plan, path: string): void {
  using file = new LinesFile(path);
  for (const line of idMapLines(plan)) file.write(line);
  if (file.lines > 0) file.finish();
}

/** The SHA-256 that `id-map.csv` should have; undefined when no id was changed. */
export function idMapHash(plan: Plan): string | undefined {
  const hash = createHash('sha256');
  let isEmpty = true;
  for (const line of idMapLines(plan)) {
    hash.update(`${line}\n`);
    isEmpty = false;
  }
  return isEmpty ? undefined : hash.digest('hex');
}

function* idMapLines(plan: Plan): Generator<string> {
  let isFirst = true;
  for (const { kind, legacy, service } of plan.idMap()) {
    if (isFirst) yield 'kind,legacy_id,service_id';
    isFirst = false;
    yield csvLine([kind, legacy, service]);
  }
}
