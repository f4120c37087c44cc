import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  type Kind,
  kinds,
  type RecordBlock,
  type Row,
  fractionOf,
  originOf,
  RecordBlockBuilder,
  wireOf,
} from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { Bitmap } from '../storage/bitmap.ts';

const RECORDS_PER_BLOCK = 2000;

/** The first ordinal of made records, higher than any row's ordinal. */
const MADE_FROM = 2 ** 40;

interface DerivedRow {
  readonly ordinal: number;
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly field: string;
  readonly value: string;
  readonly fraction: number;
}

/**
 * Records that are made from records of another kind, such as deactivations from users. They are kept in a work table until
 * all files are read, because there may be as many as there are rows.
 */
export class DerivedRecords {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #differing: StatementSync;
  /** Kinds of the original records. */
  readonly #sources = new Set<Kind>();
  readonly #kinds = new Set<Kind>();
  readonly #made: ReadonlyMap<Kind, number>;
  /** Kinds that already include the details of made records. */
  readonly #withMade = new Set<Kind>();

  /** @param made number of records that planning makes, by kind */
  constructor(work: DatabaseSync, made: ReadonlyMap<Kind, number>) {
    work.exec(`
      CREATE TABLE derived (
        source   TEXT    NOT NULL, -- kind of the original records
        ordinal  INTEGER NOT NULL, -- of the original record
        kind     TEXT    NOT NULL,
        id       TEXT    NOT NULL,
        file     TEXT    NOT NULL,
        line     INTEGER NOT NULL,
        field    TEXT    NOT NULL,
        value    TEXT    NOT NULL, -- JSON
        fraction REAL    NOT NULL, -- of the second of the original record
        PRIMARY KEY (source, ordinal, kind)
      ) STRICT, WITHOUT ROWID`);
    this.#db = work;
    this.#made = made;
    this.#insert = work.prepare('INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#differing = work.prepare(
      `SELECT field FROM derived WHERE source = ? AND ordinal IN (?, ?)
       GROUP BY field HAVING count(*) = 1 OR min(value) <> max(value)`,
    );
  }

  /** Whether records of a kind are made. Call it when all original records are known. */
  has(kind: Kind): boolean {
    this.#noteMade(kind);
    return this.#kinds.has(kind);
  }

  /**
   * Adds the records that are made from the records of a block.
   *
   * @param ordinal ordinal of the block's first kept record
   * @param dropped indexes of the records that were not kept
   */
  note(block: RecordBlock, ordinal: number, dropped: ReadonlySet<number>): void {
    const { kind: source, file } = block;
    let droppedBefore = 0;
    let next = 0;
    for (const { index, kind, field, value } of block.derived) {
      for (; next < index; next++) if (dropped.has(next)) droppedBefore++;
      if (dropped.has(index)) continue;
      const id = idOfEntry(wireOf(block, index));
      const { line } = originOf(block, index);
      const place = ordinal + index - droppedBefore;
      const made = JSON.stringify(value);
      const fraction = fractionOf(block, index);
      this.#insert.run(source, place, kind, id, file, line, field, made, fraction);
      this.#sources.add(source);
      this.#kinds.add(kind);
    }
  }

  /** The fields that were moved out of two original records and in which the two differ. */
  differing(source: Kind, one: number, other: number): string[] {
    if (!this.#sources.has(source)) return [];
    const rows = this.#differing.all(source, one, other) as { field: string }[];
    return rows.map(({ field }) => field);
  }

  /** The records to be planned, in the order of their originals. @param dropped ordinals of originals that are not planned */
  *blocks(kind: Kind, dropped: Bitmap | undefined): Generator<RecordBlock> {
    const { key, derivedFrom } = kinds[kind];
    const isWhole = derivedFrom?.isWhole === true;
    const rows = this.#db
      .prepare('SELECT * FROM derived WHERE source = ? AND kind = ? ORDER BY ordinal')
      .iterate(derivedFrom!.kind, kind) as Iterable<DerivedRow>;
    let builder: RecordBlockBuilder | undefined;
    let file = '';
    for (const { ordinal, id, line, field, value, fraction, file: from } of rows) {
      // Whole records that are not planned were deleted from the table.
      if (!isWhole && ordinal < MADE_FROM && dropped?.has(ordinal) === true) continue;
      if (builder !== undefined && (from !== file || builder.rows === RECORDS_PER_BLOCK)) {
        yield builder.take();
        builder = undefined;
      }
      file = from;
      builder ??= new RecordBlockBuilder(kind, file);
      const made = JSON.parse(value) as Row;
      const record = isWhole ? made : { [key]: id, [field]: made };
      builder.add(line, id, record, JSON.stringify(record));
      builder.addFraction(fraction);
    }
    if (builder !== undefined) yield builder.take();
  }

  /** Adds the records of a kind that are made from the details of made records. */
  #noteMade(kind: Kind): void {
    const { derivedFrom } = kinds[kind];
    if (derivedFrom === undefined || !this.#made.has(derivedFrom.kind)) return;
    if (derivedFrom.isWhole === true || this.#withMade.has(kind)) return;
    this.#withMade.add(kind);
    const { kind: source, field } = derivedFrom;
    const { changes } = this.#db
      .prepare(
        `INSERT INTO derived
         SELECT made.kind, ${MADE_FROM} + row_number() OVER (ORDER BY made.id), ?, made.id, made.file, made.line, ?,
           details -> ?, 0 FROM made_records AS made JOIN known_details USING (kind, id)
         WHERE made.kind = ? AND details -> ? IS NOT NULL`,
      )
      .run(kind, field, field, source, field);
    if (changes > 0) this.#kinds.add(kind);
  }
}
