import type { RecordBlock } from '@chatferry/contract';
import { Bitmap } from '../storage/bitmap.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';

/**
 * Rows that became several records, which are planned together or not at all: a part of a text is useless without the others, and would
 * remain in the service when the row is fixed and planned again.
 */
export class SplitRows {
  /** Ordinals of records made from the row of the record before them. */
  readonly #parts = new Bitmap();
  /** Ordinals of records whose row has another part that was rejected. */
  readonly #incomplete = new Bitmap();
  #isAnyTorn = false;

  /**
   * Notes the split rows of a block.
   *
   * @param ordinal ordinal of the block's first kept record
   * @param dropped indexes of the records that were not kept
   */
  note({ parts }: RecordBlock, ordinal: number, dropped: ReadonlySet<number>): void {
    const ordinalOf = (index: number): number =>
      ordinal + index - [...dropped].filter((each) => each < index).length;
    for (const indexes of rowsOf(parts)) {
      const kept = indexes.filter((index) => !dropped.has(index)).map(ordinalOf);
      for (const part of kept.slice(1)) this.#parts.add(part);
      if (kept.length < indexes.length) for (const part of kept) this.#tear(part);
    }
  }

  /** Whether a record is one of several records of its row. */
  has(ordinal: number): boolean {
    return this.#parts.has(ordinal) || this.#parts.has(ordinal + 1);
  }

  /** Notes that a kept record is rejected after all. */
  fell(ordinal: number): void {
    let first = ordinal;
    while (this.#parts.has(first)) first--;
    let last = ordinal;
    while (this.#parts.has(last + 1)) last++;
    if (first < last) for (let part = first; part <= last; part++) this.#tear(part);
  }

  /** The remaining records of rows of which another part was rejected. */
  *torn(spool: RecordSpool): Generator<StoredRecord> {
    if (!this.#isAnyTorn) return;
    const reader = new RecordReader(spool);
    for (let slot = 0; slot < spool.records; slot++) {
      const ordinal = reader.ordinalOf(slot);
      if (this.#incomplete.has(ordinal) && !spool.dropped.has(ordinal)) yield reader.read(slot);
    }
  }

  #tear(ordinal: number): void {
    this.#incomplete.add(ordinal);
    this.#isAnyTorn = true;
  }
}

/** The indexes of each split row: its parts, and the record before them. */
function rowsOf(parts: readonly number[]): number[][] {
  const rows: number[][] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    if (row?.at(-1) === part - 1) row.push(part);
    else rows.push([part - 1, part]);
  }
  return rows;
}
