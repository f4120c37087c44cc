import { isObject, type Row } from '@chatferry/contract';
import { EACH, EACH_KEY, type Step } from '../mapping/source-path.ts';
import type { MarkedRows } from './marked-rows.ts';
import type { MessageShape } from './message-shape.ts';
import { placeIn, stepText } from '../mapping/place.ts';
import type { PlaceCounts } from './place-counts.ts';
import { nodeAt, type ReadNode } from './read-tree.ts';

/** A message, or an element of a list, inside of a row, that no reading of the file reaches. */
export interface UnreadRecord {
  readonly place: string;
  readonly value: Row;
}

/** Finds the content of a row that nothing reads: fields of nested objects, records in lists, and messages in other places. */
export class UnreadFields {
  readonly #columns: readonly (readonly [string, ReadNode])[];
  readonly #shape: MessageShape;
  readonly #counts: PlaceCounts;
  readonly #marked: MarkedRows;
  readonly #readsTexts: boolean;
  readonly #rows: string;
  #records: UnreadRecord[] = [];

  /**
   * @param columns see `partlyRead`
   * @param readsTexts whether paths lead into texts that hold JSON
   * @param rows the path of the rows; all places begin with it
   */
  constructor(
    columns: ReadonlyMap<string, ReadNode>,
    shape: MessageShape,
    counts: PlaceCounts,
    marked: MarkedRows,
    readsTexts: boolean,
    rows: string,
  ) {
    this.#rows = rows;
    this.#columns = [...columns];
    this.#shape = shape;
    this.#counts = counts;
    this.#marked = marked;
    this.#readsTexts = readsTexts;
  }

  /** @param valueOf the value of a column; undefined when the row has no value @returns the records in the columns that nothing reads */
  note(valueOf: (column: string) => unknown): readonly UnreadRecord[] {
    this.#records = [];
    for (const [name, node] of this.#columns) {
      const value = valueOf(name);
      if (value !== undefined)
        this.#look(this.#readsTexts ? parsed(value, node) : value, node, this.#rows, name);
    }
    return this.#records;
  }

  #look(value: unknown, node: ReadNode, around: string, key: Step): void {
    if (node.isWhole || isNothing(value)) return;
    if (node.steps.size === 0 || typeof value !== 'object') {
      this.#unread(value, around, key);
      return;
    }
    const place = placeIn(around, key);
    if (typeof key === 'string' && this.#shape.lacksText(key, value, node.steps))
      return this.#record(value as Row, place);
    const isList = Array.isArray(value);
    for (const [inner, each] of Object.entries(value as object)) {
      const next = nodeAt(node, inner, isList);
      if (next !== undefined)
        this.#look(each, next, place, node.steps.has(inner) ? inner : allOf(isList));
      else this.#unread(each, place, inner, isList);
    }
  }

  /** Counts a value that nothing reads, and collects the records in the value. @param isElement whether the value is an element of a list */
  #unread(value: unknown, around: string, key: Step, isElement = typeof key !== 'string'): void {
    if (isNothing(value)) return;
    const text = stepText(isElement ? EACH : key, around === '');
    if (isElement ? this.#shape.fits(value) : this.#shape.fitsUnder(key as string, value))
      return this.#record(value as Row, around + text);
    if (Array.isArray(value)) {
      const records = value.filter(isObject);
      for (const each of records) this.#record(each, placeIn(around + text, EACH));
      if (records.length === value.length) return;
    }
    this.#counts.add(around, text);
    if (!isElement)
      this.#marked.note(around.slice(this.#rows.length).replace(/^\./, ''), key as string, value);
    if (typeof value === 'object') this.#search(value as object, around + text);
  }

  #record(value: Row, place: string): void {
    this.#records.push({ place, value });
    this.#search(value, place);
  }

  /** Collects the messages in a list or an object that is already counted. */
  #search(holder: object, place: string): void {
    const isList = Array.isArray(holder);
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== 'object' || value === null) continue;
      const inner = placeIn(place, isList ? EACH : key);
      const isMessage = isList ? this.#shape.fits(value) : this.#shape.fitsUnder(key, value);
      if (isMessage) this.#record(value as Row, inner);
      else this.#search(value as object, inner);
    }
  }
}

function allOf(isList: boolean): Step {
  return isList ? EACH : EACH_KEY;
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value)
    ? value.length === 0
    : isObject(value) && Object.keys(value).length === 0;
}

function parsed(value: unknown, node: ReadNode): unknown {
  if (typeof value !== 'string' || node.steps.size === 0) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    // A single address counts as a list of one. Any other text is not read.
    return node.steps.get(EACH)?.isWhole === true ? undefined : value;
  }
}
