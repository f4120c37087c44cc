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
    // Values are bound by position: SQLite looks up each name, and these two statements run for every request.
    this.#putBatch = db.prepare(
      `INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         state = excluded.state, attempts = excluded.attempts, marks = excluded.marks, changed_at = excluded.changed_at`,
    );
    this.#putLane = db.prepare(
      `INSERT INTO lanes VALUES (?, ?, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         settled = max(settled, excluded.settled), requests = requests + excluded.requests,
         created = created + excluded.created, present = present + excluded.present,
         present_by_this_job = present_by_this_job + excluded.present_by_this_job,
         present_same = present_same + excluded.present_same,
         present_different = present_different + excluded.present_different,
         failed = failed + excluded.failed, skipped = skipped + excluded.skipped,
         unresolved = unresolved + excluded.unresolved, changed_at = excluded.changed_at`,
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
    const { state, attempts, marks } = after;
    const begunAt = Math.floor(entry.begunAt ?? at);
    this.#putBatch.run(seq, kind, lane, state, attempts, marks, begunAt, at);
    const had = before === undefined ? none : countMarks(before.marks, before.state);
    const change = combined(countMarks(marks, state), had, -1);
    this.#putLane.run(
      kind,
      lane,
      state === 'settled' ? seq : 0,
      attempts - (before?.attempts ?? 0),
      change.created,
      change.present,
      change.presentByThisJob,
      change.presentSame,
      change.presentDifferent,
      change.failed,
      change.skipped,
      change.unresolved,
      at,
    );
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
