import { DatabaseSync } from 'node:sqlite';
import { column, COLUMNS, type RecordBlock } from '@chatferry/contract';
import {
  addDigests,
  type DatabaseRow,
  isWholeKey,
  rangeOfKey,
  rowDigest,
  rowPlace,
} from '@chatferry/sources';

import type { ReadRow } from '../state/planned-rows.ts';

/** A query of a source, with the form of its rows' places. */
export interface ReadQuery {
  /** Unique among all sources: the name of the database, and the name of the query. */
  readonly name: string;
  readonly key: readonly string[];
  readonly isNumbered: boolean;
}

/**
 * Collects rows while they are read: first the row with its key, later the records made of it. Rows of one key have one place. The rows
 * are in a temporary file, so that memory does not grow with their number.
 */
export class ReadRows implements Disposable {
  readonly #db = new DatabaseSync('');
  readonly #addRow;
  readonly #addId;
  #hasIndex = false;

  constructor() {
    this.#db.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE found (query TEXT, place INTEGER, range INTEGER, key TEXT, digest INTEGER) STRICT;
      CREATE TABLE ids (query TEXT, place INTEGER, id TEXT) STRICT;
      BEGIN`);
    this.#addRow = this.#db.prepare('INSERT INTO found VALUES (?, ?, ?, ?, ?)');
    this.#addId = this.#db.prepare('INSERT INTO ids VALUES (?, ?, ?)');
  }

  /** Adds a row whose key can be found again. @param position in the rows of the query, from 1 */
  addRow(query: ReadQuery, row: DatabaseRow, position: number): void {
    const { name, key } = query;
    if (!isWholeKey(row.key, key.length)) return;
    const place = placeNumber(rowPlace(name, key, row.key, position));
    this.#addRow.run(name, place, rangeOfKey(query, row.key), row.key, rowDigest(row));
  }

  /** Adds the ids of the records of a block. */
  addBlock({ name }: ReadQuery, block: RecordBlock): void {
    const { columns, file } = block;
    for (const [index, id] of idsOf(block).entries()) {
      const line = columns[index * COLUMNS + column.line]!;
      this.#addId.run(name, placeNumber({ file, line }), id);
    }
  }

  /** The key of the row at a place; undefined when the key cannot be found again. */
  keyAt(
    { name }: ReadQuery,
    place: { readonly file: string; readonly line: number },
  ): string | undefined {
    const sql = 'SELECT key FROM found WHERE query = ? AND place = ?';
    return this.#indexed().prepare(sql).get(name, placeNumber(place))?.['key'] as
      | string
      | undefined;
  }

  /** The rows, in the order of queries, ranges and keys. */
  *rows(): Generator<ReadRow> {
    const rows = this.#indexed()
      .prepare(
        `SELECT query, range, key, digest, (
           SELECT json_group_array(DISTINCT id) FROM ids i WHERE i.query = f.query AND i.place = f.place
         ) AS ids FROM found f ORDER BY query, range, key`,
      )
      .iterate() as Iterable<unknown> as Iterable<Omit<ReadRow, 'ids'> & { ids: string }>;
    let open: ReadRow | undefined;
    for (const { ids: text, ...row } of rows) {
      const ids = JSON.parse(text) as string[];
      if (open?.query === row.query && open.key === row.key) {
        const digest = addDigests(open.digest, row.digest);
        open = { ...open, digest, ids: [...new Set([...open.ids, ...ids])] };
        continue;
      }
      if (open !== undefined) yield open;
      open = { ...row, ids };
    }
    if (open !== undefined) yield open;
  }

  #indexed(): DatabaseSync {
    if (!this.#hasIndex)
      this.#db.exec(
        'CREATE INDEX by_place ON found (query, place); CREATE INDEX ids_by_place ON ids (query, place)',
      );
    this.#hasIndex = true;
    return this.#db;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

/** One number for each place of a query: places by key are even, places by position are odd. */
function placeNumber({ file, line }: { readonly file: string; readonly line: number }): number {
  return line * 2 + (file.endsWith(' row') ? 1 : 0);
}

/** The ids of the records of a block, in order. */
function idsOf(block: RecordBlock): string[] {
  return entriesOf(block).map(({ id }) => id);
}

/** The records of a block, in order. */
export function entriesOf({
  wire,
  columns,
  records,
}: RecordBlock): { readonly id: string; readonly json: Uint8Array }[] {
  const entries: { id: string; json: Uint8Array }[] = [];
  let start = 0;
  for (let index = 0; index < records; index++) {
    const end = columns[index * COLUMNS + column.end]!;
    const colon = endOfId(wire, start);
    entries.push({
      id: JSON.parse(decoder.decode(wire.subarray(start, colon))) as string,
      json: wire.subarray(colon + 1, end),
    });
    start = end;
  }
  return entries;
}

const decoder = new TextDecoder();
const quote = 0x22;
const backslash = 0x5c;

/** The offset of the colon after the id. */
function endOfId(wire: Uint8Array, start: number): number {
  let end = start + 1;
  while (wire[end] !== quote) end += wire[end] === backslash ? 2 : 1;
  return end + 1;
}
