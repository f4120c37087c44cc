import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BatchEntry } from '../batch-entry.ts';
import { countMarks } from '../marks.ts';
import { combined, none } from '../../terms/outcome-counts.ts';

/** Writes changes of batches, and keeps the totals of their lanes correct. */
export class BatchWriter {
  readonly #putBatch: StatementSync;
  readonly #putLane: StatementSync;
  readonly #putOutcome: StatementSync;
  readonly #putTrouble: StatementSync;
  readonly #landOutcome: StatementSync;

  constructor(db: DatabaseSync) {
    this.#putBatch = db.prepare(
      `INSERT INTO batches VALUES (:seq, :kind, :lane, :state, :attempts, :marks, :begunAt, :at)
       ON CONFLICT DO UPDATE SET state = :state, attempts = :attempts, marks = :marks, changed_at = :at`,
    );
    this.#putLane = db.prepare(
      `INSERT INTO lanes
       VALUES (:kind, :lane, 0, 0, :settled, :requests, :created, :present, :presentByThisJob, :presentSame,
               :presentDifferent, :failed, :skipped, :unresolved, :at)
       ON CONFLICT DO UPDATE SET
         settled = max(settled, :settled), requests = requests + :requests, created = created + :created,
         present = present + :present, present_by_this_job = present_by_this_job + :presentByThisJob,
         present_same = present_same + :presentSame, present_different = present_different + :presentDifferent,
         failed = failed + :failed, skipped = skipped + :skipped, unresolved = unresolved + :unresolved,
         changed_at = :at`,
    );
    this.#putOutcome = db.prepare(
      `INSERT OR REPLACE INTO outcomes
       VALUES (:seq, :position, :kind, :id, :outcome, :code, :message, :details, :cause, :mayHaveLanded, :attempts, :file, :line)`,
    );
    this.#landOutcome = db.prepare(
      'UPDATE outcomes SET outcome = :outcome WHERE seq = :seq AND position = :position',
    );
    this.#putTrouble = db.prepare(
      'INSERT INTO troubles VALUES (:seq, :at, :records, :code, :message)',
    );
  }

  /** Call it in a transaction. */
  put({ batch, before, after, outcomes, troubles, ...entry }: BatchEntry): void {
    const at = Math.round(entry.at);
    const { seq, kind, lane } = batch;
    this.#putBatch.run({ seq, kind, lane, ...after, begunAt: Math.floor(entry.begunAt ?? at), at });
    const had = before === undefined ? none : countMarks(before.marks, before.state);
    this.#putLane.run({
      kind,
      lane,
      settled: after.state === 'settled' ? seq : 0,
      requests: after.attempts - (before?.attempts ?? 0),
      ...combined(countMarks(after.marks, after.state), had, -1),
      at,
    });
    // Reading origins costs time, so they are read only when outcomes are written.
    const origins = outcomes.length === 0 ? [] : batch.origins;
    for (const { position, mayHaveLanded, cause, details, ...rest } of outcomes) {
      if (rest.code === '') {
        this.#landOutcome.run({ seq, position, outcome: rest.outcome });
        continue;
      }
      const { file, line } = origins[position]!;
      this.#putOutcome.run({
        seq,
        kind,
        position,
        ...rest,
        details: details === undefined ? null : JSON.stringify(details),
        cause: cause ?? null,
        mayHaveLanded: Number(mayHaveLanded),
        file,
        line,
      });
    }
    for (const { records, code, message } of troubles)
      this.#putTrouble.run({ seq, at, records, code, message });
  }
}
