import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { freeIdHash } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { fileOf, lineOf } from '../spool/origin.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { Duplicates } from './duplicates.ts';

/** The rejected rows whose ids are made from columns, in a work table, because every row may be rejected. */
export class RejectedEqualRows {
  readonly #duplicates: Duplicates;
  readonly #work: DatabaseSync;
  #table: Readonly<Record<'insert' | 'find', StatementSync>> | undefined;
  #countBefore: StatementSync | undefined;

  constructor(duplicates: Duplicates, work: DatabaseSync) {
    this.#duplicates = duplicates;
    this.#work = work;
  }

  add(id: string, input: number, line: number): void {
    this.#table ??= openTable(this.#work);
    const { insert, find } = this.#table;
    if (find.get(id) === undefined) this.#duplicates.rejectedIds.add(freeIdHash(id), 0, 0);
    insert.run(id, input, line);
  }

  /** The spooled records whose ids have the same hash as the id of a rejected row. Nothing can be added afterwards. */
  *recordsWithTheirIds(spool: RecordSpool): Generator<StoredRecord> {
    if (this.#table === undefined) return;
    this.#countBefore = numberRows(this.#work);
    const slots: number[] = [];
    const { ids, rejectedIds } = this.#duplicates;
    ids.pairsWith(rejectedIds, (slot) => slots.push(slot));
    const reader = new RecordReader(spool);
    for (const slot of slots.toSorted((one, other) => one - other)) yield reader.read(slot);
  }

  /** The number of rejected rows with the record's id on earlier lines of its input. */
  before({ wire, origin }: StoredRecord): number {
    const found = this.#countBefore?.get(idOfEntry(wire), fileOf(origin), lineOf(origin));
    return (found as { number: number } | undefined)?.number ?? 0;
  }
}

function openTable(work: DatabaseSync): Readonly<Record<'insert' | 'find', StatementSync>> {
  work.exec(`
    CREATE TABLE rejected_equal_rows (
      id    TEXT    NOT NULL,
      input INTEGER NOT NULL,
      line  INTEGER NOT NULL,
      PRIMARY KEY (id, input, line)
    ) STRICT, WITHOUT ROWID`);
  return {
    insert: work.prepare('INSERT OR IGNORE INTO rejected_equal_rows VALUES (?, ?, ?)'),
    find: work.prepare('SELECT 1 FROM rejected_equal_rows WHERE id = ? LIMIT 1'),
  };
}

/** Numbers the rows of each id and input by line. Counting them for each record would take quadratic time. */
function numberRows(work: DatabaseSync): StatementSync {
  work.exec(`
    CREATE TABLE numbered_rejected_rows (
      id     TEXT    NOT NULL,
      input  INTEGER NOT NULL,
      line   INTEGER NOT NULL,
      number INTEGER NOT NULL, -- from 1
      PRIMARY KEY (id, input, line)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO numbered_rejected_rows
      SELECT id, input, line, row_number() OVER (PARTITION BY id, input ORDER BY line) FROM rejected_equal_rows`);
  return work.prepare(
    'SELECT number FROM numbered_rejected_rows WHERE id = ? AND input = ? AND line < ? ORDER BY line DESC LIMIT 1',
  );
}
