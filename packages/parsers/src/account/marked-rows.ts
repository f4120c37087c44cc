import { isObject, type MarkedColumn } from '@chatferry/contract';
import { textOf } from '../mapping/source-row.ts';
import { isMark, marks, mayMark } from './column-marks.ts';
import { placeIn } from '../mapping/place.ts';

/** Columns that are counted, at most. */
const MOST = 100;

/** A value is kept up to this length. */
const LONGEST = 40;

/** Counts the rows that a column marks as deleted, private, hidden or drafts, although nothing reads the column. */
export class MarkedRows {
  readonly #columns = new Map<string, { marked: number; others: number; value: string }>();
  /** Names that were judged before. */
  readonly #names = new Map<string, boolean>();

  /** @param name of the column, or the key of an object at a place */
  note(around: string, name: string, value: unknown): void {
    if (value === undefined) return;
    if (isObject(value) && !isMark(name)) {
      const place = placeIn(around, name);
      for (const key of Object.keys(value))
        if (!isObject(value[key])) this.note(place, key, value[key]);
      return;
    }
    if (!this.#mayMark(name)) return;
    const isMarked = marks(name, value);
    if (isMarked === undefined) return;
    const place = placeIn(around, name);
    let column = this.#columns.get(place);
    if (column === undefined) {
      if (this.#columns.size === MOST) return;
      this.#columns.set(place, (column = { marked: 0, others: 0, value: '' }));
    }
    if (!isMarked) {
      column.others++;
      return;
    }
    column.marked++;
    if (column.value === '') column.value = textOf(value).slice(0, LONGEST);
  }

  /** What was counted since the last call, of the columns that marked a row or not. */
  take(): readonly MarkedColumn[] {
    const found = Array.from(this.#columns, ([column, counts]) => ({ column, ...counts }));
    this.#columns.clear();
    return found;
  }

  #mayMark(name: string): boolean {
    let known = this.#names.get(name);
    if (known === undefined) {
      known = mayMark(name);
      if (this.#names.size < 10_000) this.#names.set(name, known);
    }
    return known;
  }
}
