import { existsSync, readFileSync } from 'node:fs';
import {
  BEFORE,
  CHANGED,
  type Kind,
  kinds,
  kindsInOrder,
  parseJson,
  type Row,
} from '@chatferry/contract';
import { LinesFile } from '@chatferry/disk';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { openLedger, ownershipOf } from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { repairFolder } from './repair-folder.ts';
import { jsonLine } from '../folder/json-line.ts';

/** A record that a repair has changed in the app, with its earlier values. */
export interface ReplacedRecord {
  /** The kind of the change, such as `userUpdates`. */
  readonly kind: Kind;
  readonly id: string;
  readonly fields: readonly string[];
  readonly before: Row;
}

/** Takes over the changes of the repair in the folder, before another repair replaces it. */
export function keepReplaced(job: JobFolder): void {
  const found = replacedByRepairs(job);
  if (found.size === 0) return;
  using file = new LinesFile(repairFolder(job).replaced);
  for (const record of found.values()) file.write(jsonLine(record));
  file.finish();
}

/** Records that repairs of a job have changed, or may have changed, by kind and id of the record in the app: `users:ada`. */
export function replacedByRepairs(job: JobFolder): Map<string, ReplacedRecord> {
  const found = new Map<string, ReplacedRecord>();
  for (const record of allReplaced(job)) {
    const of = `${kinds[record.kind].changes}:${record.id}`;
    const known = found.get(of);
    // The values before the first repair count.
    const before = { ...record.before, ...known?.before };
    found.set(of, { ...record, fields: Object.keys(before), before });
  }
  return found;
}

function* allReplaced(job: JobFolder): Generator<ReplacedRecord> {
  const { replaced, access, changes } = repairFolder(job);
  if (existsSync(replaced))
    for (const line of readFileSync(replaced, 'utf8').split('\n').slice(0, -1))
      yield parseJson(line) as ReplacedRecord;
  for (const part of [access, changes]) yield* replacedBy(part);
}

function* replacedBy(part: JobFolder): Generator<ReplacedRecord> {
  if (!existsSync(part.plan) || !existsSync(part.ledger)) return;
  using plan = openPlan(part.plan);
  using ledger = openLedger(part.ledger, plan);
  for (const kind of kindsInOrder.filter((each) => kinds[each].changes !== undefined))
    for (let lane = 0; lane < plan.lanes; lane++)
      for (const batch of plan.batches(kind, lane)) {
        const { of: changed } = ownershipOf(ledger, batch);
        for (const position of batch.origins.keys()) {
          if (changed[position] === undefined) continue;
          const { id, wire } = entryOf(batch, position);
          yield { kind, id, ...contentOf(kind, recordOfEntry(wire)) };
        }
      }
}

function contentOf(kind: Kind, row: Row): Pick<ReplacedRecord, 'fields' | 'before'> {
  if (kind === 'reactivations') return { fields: ['deactivated'], before: { deactivated: true } };
  if (kind === 'unbans') return { fields: ['isBanned'], before: { isBanned: true } };
  return { fields: row[CHANGED] as readonly string[], before: row[BEFORE] as Row };
}
