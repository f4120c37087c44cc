import type { UnreadCount } from '@chatferry/contract';
import { placeIn, stepText } from '../mapping/place.ts';
import { PlaceCounts } from '../account/place-counts.ts';
import { EACH, EACH_KEY, type Step } from '../mapping/source-path.ts';
import {
  areRows,
  areRowsOf,
  type DocumentPlaces,
  keyedValues,
  placeBeside,
  restBeside,
  restInside,
  type RestOfPath,
  type WholePath,
  wholePath,
} from './document-places.ts';
import { sampleObject } from './object-sample.ts';
import type { PathTracker } from './path-tracker.ts';
import { QUOTE, type ScanLimit } from './scanner.ts';

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
/** Begins `null`. */
const N = 0x6e;

/**
 * What to do with a value that is not a row of the reading: look inside, pass over it, report it as a row that nothing reads, or wait for
 * more bytes.
 */
export type UnreadAction = 'enter' | 'enter-keys' | 'pass' | 'row' | 'more';

/** Decides about the values of a document that are not rows of a reading. */
export interface BesideRows {
  /** The place of the last found row that nothing reads. */
  readonly place: string;
  /** The paths that the tracker follows. */
  readonly paths: readonly (readonly Step[])[];
  /** The index in `paths` of the path of the reading's rows. */
  readonly own: number;
  /** @param matched for each of `paths`, how many of its steps lead to the next value */
  action(
    tracker: PathTracker,
    matched: readonly number[] | undefined,
    start: ValueStart,
  ): UnreadAction;
}

/** The bytes in which a value begins. */
export interface ValueStart {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly to: number;
  readonly limit: ScanLimit;
}

/** An object or a list that no path leads to. */
interface UnreadHolder {
  /** The depth of values directly inside of the container. */
  readonly depth: number;
  readonly around: string;
  readonly key: string;
  /** Whether the objects in the container are rows: elements of a list, or similar values. */
  readonly holdsRows: boolean;
  readonly isList: boolean;
  /** Whether the container's keys are ids, which places do not name. */
  readonly isKeyed: boolean;
  /** The rest of another path, which shows where rows would be. */
  readonly rest: RestOfPath | undefined;
  isCounted: boolean;
}

/**
 * Finds the content of a document beside the rows of all its readings: rows that nothing reads, and single values, which are counted.
 * Each place belongs to one reading, whose rows are next to it.
 */
export class UnreadPlaces implements BesideRows {
  /** The place of the last found row. */
  place = '';
  readonly paths: readonly (readonly Step[])[];
  readonly #rows: readonly (readonly Step[])[];
  /** The index in `paths` of the path of this reading's rows. */
  readonly own: number;
  readonly #document: DocumentPlaces;
  readonly #counts = new PlaceCounts();
  readonly #open: UnreadHolder[] = [];
  /** Depth inside of a value that contains rows of this reading and belongs to the account of another reading; 0 outside of one. */
  #covered = 0;

  constructor(document: DocumentPlaces) {
    this.#document = document;
    this.#rows = document.rows;
    this.own = document.own;
    this.paths = [...document.rows, ...document.read];
  }

  /** Counts of values since the last call. */
  take(): readonly UnreadCount[] {
    return this.#counts.take();
  }

  /** @param matched for each of `paths`, how many of its steps lead to the next value */
  action(
    tracker: PathTracker,
    matched: readonly number[] | undefined,
    start: ValueStart,
  ): UnreadAction {
    const { depth } = tracker;
    while (this.#open.length > 0 && this.#open.at(-1)!.depth > depth) this.#open.pop();
    if (this.#covered > depth) this.#covered = 0;
    if (tracker.holdsCollections) return 'enter';
    const isOnOwn = matched !== undefined && matched[this.own] !== -1;
    if (this.#covered > 0) return isOnOwn ? 'enter' : 'pass';
    const holder = this.#open.at(-1);
    if (holder?.depth === depth) return this.#inside(holder, tracker, start);
    if (matched === undefined) return this.#beside(tracker, start);
    if (matched.some((steps, index) => steps === this.paths[index]!.length)) {
      if (isOnOwn) this.#covered = depth + 1;
      return isOnOwn ? 'enter' : 'pass';
    }
    return isOnOwn || this.#owns(matched) ? 'enter' : 'pass';
  }

  /** Whether places beside the matched paths belong to this reading, which is the first reading with rows there. */
  #owns(matched: readonly number[]): boolean {
    const first = this.#rows.findIndex((_, index) => matched[index] !== -1);
    return Math.max(first, 0) === this.own;
  }

  /** A value that no path leads to, in an object or a list on a path. */
  #beside(tracker: PathTracker, start: ValueStart): UnreadAction {
    const around = tracker.around!;
    const matched = around.matched!;
    if (!this.#owns(matched)) return 'pass';
    const path = wholePath(this.#document, around.key);
    if (path !== undefined) return this.#atPath(path, tracker.depth, start);
    const place = placeBeside(this.paths, matched);
    const rest = around.isList ? undefined : restBeside(this.#document, matched);
    const key = around.isList ? EACH : (around.key ?? '');
    if (around.holdsCollections && start.bytes[start.at] === OPEN_OBJECT)
      return this.#collection(place, stepText(key, place === ''), tracker.depth);
    return this.#value(place, key, rest, tracker.depth, start);
  }

  /** A document or a collection under a key that is its whole path. */
  #atPath(
    { isIgnored, isDocument, place }: WholePath,
    depth: number,
    start: ValueStart,
  ): UnreadAction {
    if (isIgnored || start.bytes[start.at] !== OPEN_OBJECT) return 'pass';
    if (!isDocument) return this.#collection(place, '', depth);
    this.place = place;
    return 'row';
  }

  /** A collection that nothing reads: each document in it is a row. */
  #collection(around: string, key: string, depth: number): UnreadAction {
    const holder = { around, key, holdsRows: true, isList: false, isKeyed: true, rest: undefined };
    this.#open.push({ ...holder, depth: depth + 1, isCounted: false });
    return 'enter-keys';
  }

  /** A value in an object or a list that no path leads to. */
  #inside(holder: UnreadHolder, tracker: PathTracker, start: ValueStart): UnreadAction {
    const { around, key, holdsRows, isList, rest } = holder;
    const place = around + key;
    const byte = start.bytes[start.at]!;
    if (byte !== OPEN_OBJECT && byte !== OPEN_LIST) {
      if (!holder.isCounted && !isNothing(start)) {
        holder.isCounted = true;
        this.#counts.add(around, key);
      }
      return 'enter';
    }
    if (holdsRows && byte === OPEN_OBJECT) {
      this.place = isList ? placeIn(place, EACH) : placeIn(place, EACH_KEY);
      return 'row';
    }
    if (holdsRows)
      return this.#value(place, isList ? EACH : EACH_KEY, undefined, tracker.depth, start);
    const name = tracker.keyText() ?? '';
    const step = holder.isKeyed ? EACH_KEY : name;
    return this.#value(place, step, restInside(rest, name), tracker.depth, start);
  }

  #value(
    around: string,
    step: Step,
    rest: RestOfPath | undefined,
    depth: number,
    start: ValueStart,
  ): UnreadAction {
    const { bytes, at, to, limit } = start;
    const byte = bytes[at]!;
    const key = stepText(step, around === '');
    const open = (holdsRows: boolean, isList: boolean, isKeyed = false): void =>
      void this.#open.push({
        depth: depth + 1,
        around,
        key,
        holdsRows,
        isList,
        isKeyed,
        rest,
        isCounted: false,
      });
    if (byte === OPEN_LIST) {
      open(true, true);
      return 'enter';
    }
    if (byte !== OPEN_OBJECT) {
      if (byte === QUOTE && at + 1 >= to && limit === 'more') return 'more';
      if (!isNothing(start)) this.#counts.add(around, key);
      return 'enter';
    }
    const sample = sampleObject(bytes, at, to, limit);
    if (sample === undefined) return 'more';
    const { members } = sample;
    if (typeof step === 'string' && this.#document.shape.fitsUnder(step, { ...members })) {
      this.place = around + key;
      return 'row';
    }
    const values = Object.values(members);
    const keyed = keyedValues(this.#document, members);
    const holdsRows = keyed === 'documents' || areRowsOf(rest, values) || areRows(values);
    open(keyed !== 'maps' && holdsRows, false, keyed === 'maps');
    return 'enter-keys';
  }
}

/** Whether a value that is neither an object nor a list is empty. */
function isNothing({ bytes, at }: ValueStart): boolean {
  return bytes[at] === N || (bytes[at] === QUOTE && bytes[at + 1] === QUOTE);
}
