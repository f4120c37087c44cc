import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileOf } from '../spool/origin.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { Duplicates } from './duplicates.ts';
import { RejectedEqualRows } from './rejected-equal-rows.ts';
import type { SplitRows } from './split-rows.ts';

/**
 * Numbers rows that have the same id because the id is made from their columns: the second row of a file gets 2, the third 3. The first
 * keeps the id. Each file is numbered separately, so that a row that occurs in two files is one record. Rejected rows count, so that a row
 * keeps its number when the rows before it are fixed.
 */
export class EqualRows {
  readonly #splitRows: SplitRows;
  readonly #work: DatabaseSync;
  /** Numbers of the inputs whose ids are made from columns. */
  readonly #inputs = new Set<number>();
  readonly #rejected: RejectedEqualRows;
  #table: EqualRowsTable | undefined;

  /**
   * @param splitRows rows whose parts have numbered ids of their own: such rows are ordinary duplicates
   * @param work contains the counts, because every row of an export may have an equal row
   */
  constructor(splitRows: SplitRows, duplicates: Duplicates, work: DatabaseSync) {
    this.#splitRows = splitRows;
    this.#work = work;
    this.#rejected = new RejectedEqualRows(duplicates, work);
  }

  /** Whether any input has ids that are made from columns. */
  get hasInputs(): boolean {
    return this.#inputs.size > 0;
  }

  addInput(input: number): void {
    this.#inputs.add(input);
  }

  /** Notes a row of such an input that is not spooled. */
  addRejected(id: string, input: number, line: number): void {
    this.#rejected.add(id, input, line);
  }

  /** Numbers the first record of each id for which rejected rows come before the record. Call it once for all records of a kind. */
  numberFirst(spool: RecordSpool): void {
    for (const record of this.#rejected.recordsWithTheirIds(spool)) {
      const number = this.#firstNumber(record);
      if (number > 1) spool.number(record, number);
    }
  }

  /** The number of the first record with its id in its input: one more than the number of rejected rows before it. */
  #firstNumber(record: StoredRecord): number {
    const isNumbered =
      this.#inputs.has(fileOf(record.origin)) && !this.#splitRows.has(record.ordinal);
    return isNumbered ? this.#rejected.before(record) + 1 : 1;
  }

  /**
   * The number of a record that repeats an id; undefined for a duplicate. Call it in input order, because numbers follow the order of the
   * calls.
   *
   * @param winner the first record with the id
   */
  numberOf(winner: StoredRecord, other: StoredRecord): number | undefined {
    const [first, input] = [fileOf(winner.origin), fileOf(other.origin)];
    if (!this.#inputs.has(first) || !this.#inputs.has(input)) return undefined;
    if (this.#splitRows.has(winner.ordinal) || this.#splitRows.has(other.ordinal)) return undefined;
    this.#table ??= openTable(this.#work);
    const { count, highest, setHighest } = this.#table;
    const counted = count.get(
      winner.ordinal,
      input,
      first === input ? 2 : 1,
    ) as unknown as Numbered;
    const number = counted.number + this.#rejected.before(other);
    const numbered = highest.get(winner.ordinal) as unknown as Numbered | undefined;
    if (number <= (numbered?.number ?? this.#firstNumber(winner))) return undefined;
    setHighest.run(winner.ordinal, number);
    return number;
  }
}

interface Numbered {
  readonly number: number;
}

type EqualRowsTable = Readonly<Record<'count' | 'highest' | 'setHighest', StatementSync>>;

function openTable(work: DatabaseSync): EqualRowsTable {
  work.exec(`
    CREATE TABLE equal_rows (
      winner INTEGER NOT NULL, -- ordinal of the first record with the id
      input  INTEGER NOT NULL, -- 0: the highest number of all inputs
      number INTEGER NOT NULL, -- of the rows of the input so far
      PRIMARY KEY (winner, input)
    ) STRICT, WITHOUT ROWID`);
  return {
    count: work.prepare(`INSERT INTO equal_rows VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number`),
    highest: work.prepare('SELECT number FROM equal_rows WHERE winner = ? AND input = 0'),
    setHighest: work.prepare('INSERT OR REPLACE INTO equal_rows VALUES (?, 0, ?)'),
  };
}
