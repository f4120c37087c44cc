import { EACH_KEY, type Step } from '../mapping/source-path.ts';
import { placeIn, placeOf } from '../mapping/place.ts';
import { type DocumentPlaces, placeBeside, wholePath } from './document-places.ts';
import type { PathTracker } from './path-tracker.ts';
import type { BesideRows, UnreadAction, ValueStart } from './unread-places.ts';

const OPEN_OBJECT = 0x7b;

/** Finds documents that nothing reads, in collections inside of the documents that a reading's rows are. */
export class InnerCollections implements BesideRows {
  /** The place of the last found document. */
  place = '';
  readonly paths: readonly (readonly Step[])[];
  /** No value counts as a row of the reading. */
  readonly own = -1;
  readonly #document: DocumentPlaces;
  /** Depths inside of a row, and inside of a collection in the row that nothing reads; 0 outside. */
  #inRow = 0;
  #inCollection = 0;

  constructor(document: DocumentPlaces) {
    this.#document = document;
    this.paths = [...document.rows, ...document.read];
  }

  action(
    tracker: PathTracker,
    matched: readonly number[] | undefined,
    { bytes, at }: ValueStart,
  ): UnreadAction {
    const { depth } = tracker;
    if (this.#inCollection > depth) this.#inCollection = 0;
    if (this.#inRow > depth) this.#inRow = 0;
    if (this.#inCollection > 0) return bytes[at] === OPEN_OBJECT ? 'row' : 'pass';
    if (tracker.holdsCollections) return 'enter';
    if (this.#inRow > 0) return matched === undefined ? this.#beside(tracker, bytes[at]!) : 'pass';
    const steps = matched?.[this.#document.own] ?? -1;
    if (steps === -1) return 'pass';
    if (steps === this.paths[this.#document.own]!.length) this.#inRow = depth + 1;
    return 'enter';
  }

  /** A field of a row, or a collection that no path leads to. */
  #beside(tracker: PathTracker, byte: number): UnreadAction {
    const around = tracker.around!;
    if (!around.holdsCollections || byte !== OPEN_OBJECT) return 'pass';
    const whole = wholePath(this.#document, around.key);
    if (whole?.isIgnored === true) return 'pass';
    const collection = whole?.place ?? this.#placeIn(around.matched!, around.key ?? '');
    this.place = placeIn(collection, EACH_KEY);
    this.#inCollection = tracker.depth + 1;
    return 'enter-keys';
  }

  #placeIn(matched: readonly number[], key: string): string {
    const isField = matched.every((steps) => steps === -1);
    const row = placeOf(this.paths[this.#document.own]!);
    const around = placeBeside(this.paths, matched);
    return placeIn(isField ? placeIn(row, around) : around, key);
  }
}
