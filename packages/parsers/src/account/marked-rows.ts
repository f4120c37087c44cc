import { isObject, type Kind, type MarkedColumn } from '@chatferry/contract';
import { textOf } from '../mapping/source-row.ts';
import { type ColumnMark, markOf } from './column-marks.ts';
import { placeIn } from '../mapping/place.ts';

/** Maximum number of counted columns. */
const MOST = 100;

/** Values longer than this are cut. */
const LONGEST = 40;

/** Counts the rows that a column marks as deleted, private, hidden or drafts, although nothing reads the column. */
export class MarkedRows {
  readonly #columns = new Map<string, { marked: number; others: number; value: string }>();
  /** By the names of columns seen so far. */
  readonly #marks = new Map<string, ColumnMark | undefined>();
  readonly #kind: Kind;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  /** @param name of the column, or the key of an object at a place */
  note(around: string, name: string, value: unknown): void {
    if (value === undefined) return;
    if (isObject(value)) {
      const place = placeIn(around, name);
      for (const key of Object.keys(value))
        if (!isObject(value[key])) this.note(place, key, value[key]);
    }
    const mark = this.#markOf(name);
    const isMarked = mark?.(value);
    if (mark === undefined || isMarked === undefined) return;
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
    if (column.value !== '') return;
    const marking = Array.isArray(value) ? value.find((each) => mark(each) === true) : value;
    column.value = textOf(marking).slice(0, LONGEST);
  }

  /** The counts since the last call, of columns that marked a row as such or as the opposite. */
  take(): readonly MarkedColumn[] {
    const found = Array.from(this.#columns, ([column, counts]) => ({ column, ...counts }));
    this.#columns.clear();
    return found;
  }

  #markOf(name: string): ColumnMark | undefined {
    if (this.#marks.has(name)) return this.#marks.get(name);
    const mark = markOf(this.#kind, name);
    if (this.#marks.size < 10_000) this.#marks.set(name, mark);
    return mark;
  }
}
