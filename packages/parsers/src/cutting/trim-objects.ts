import { peek, type Pieces } from '../bytes/peek.ts';
import { COLLECTIONS, SUBCOLLECTION } from '../mapping/document-keys.ts';
import { isEach, type Step } from '../mapping/source-path.ts';
import { PathTracker } from './path-tracker.ts';
import { LF, QUOTE } from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

/** The parts of objects in JSON to leave out. */
export interface Trim {
  /** The path of the objects. */
  readonly object: readonly Step[];
  /** Lists inside of the objects to leave out, as whole paths from the outside. */
  readonly without: readonly (readonly Step[])[];
  /** The only keys to keep; undefined: all. */
  readonly keep?: ReadonlySet<string>;
  /** Whether the objects are documents of a tree. */
  readonly isTree?: boolean;
  /** For documents: leaves out their collections, and notes whether there were any. */
  readonly collections?: { areFound: boolean } | undefined;
}

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NULL = Buffer.from('null');
const NO_BREAKS = Buffer.alloc(64 * 1024, LF);

/**
 * JSON without parts of its objects. Each part becomes null, however large it is, so an object that contains a million rows of another
 * kind is a short row, and memory does not grow with them.
 *
 * The line breaks of the left-out parts follow after the object, so that lines keep their numbers.
 */
export async function* trimObjects(
  pieces: Pieces,
  trim: Trim,
  areLines: boolean,
): AsyncGenerator<Uint8Array> {
  const trimmer = new Trimmer(trim, areLines);
  for await (const piece of pieces) yield* trimmer.trim(piece);
}

/** Bytes at the beginning of a tree of documents that are searched for collections inside of documents. */
const HEAD_BYTES = 256 * 1024;

/** As `trimObjects`, for documents of a tree. Their collections are left out only when the beginning of the tree contains one. */
export async function* trimDocuments(
  pieces: Pieces,
  trim: Trim,
  areLines: boolean,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, HEAD_BYTES);
  const hasOne = [COLLECTIONS, SUBCOLLECTION].some((key) => Buffer.from(head).includes(`"${key}"`));
  if (hasOne) yield* trimObjects(all, trim, areLines);
  else if (trim.without.length > 0)
    yield* trimObjects(all, { ...trim, collections: undefined }, areLines);
  else yield* all;
}

class Trimmer {
  readonly #trim: Trim;
  readonly #paths: readonly (readonly Step[])[];
  readonly #areLines: boolean;
  readonly #tracker: PathTracker;
  readonly #skipper = new ValueSkipper();
  #isSkipping = false;
  /** Depth inside of the object that is being trimmed; 0 outside of one. */
  #depth = 0;
  /** Line breaks in the parts of the object that were left out. */
  #breaks = 0;

  constructor(trim: Trim, areLines: boolean) {
    this.#trim = trim;
    this.#paths = [trim.object, ...trim.without];
    this.#areLines = areLines;
    this.#tracker = new PathTracker(this.#paths, areLines, trim.isTree);
  }

  /** The parts of a piece that are kept. */
  *trim(bytes: Uint8Array): Generator<Uint8Array> {
    const tracker = this.#tracker;
    let kept = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (this.#isSkipping) {
        at = kept = this.#skip(bytes, at);
        if (at === bytes.length) break;
      }
      const byte = bytes[at]!;
      if (tracker.nextIsValue(byte)) {
        const matched = tracker.matchedByNext();
        if (this.#isLeftOut(byte, matched) || this.#holdsCollections(bytes, at)) {
          yield bytes.subarray(kept, at);
          yield NULL;
          this.#skipper.begin();
          this.#isSkipping = true;
          kept = at--;
          continue;
        }
        tracker.enter(byte, matched);
        const isObject = byte === OPEN_OBJECT && matched?.[0] === this.#trim.object.length;
        if (isObject && !tracker.holdsCollections) this.#depth = tracker.depth;
      } else {
        tracker.step(byte); // a line that ends early has depth 0
        if (this.#depth === 0 || tracker.depth >= this.#depth) continue;
        this.#depth = 0;
        if (this.#breaks === 0) continue;
        yield bytes.subarray(kept, at + 1);
        yield* this.#lineBreaks();
        kept = at + 1;
      }
    }
    if (kept < bytes.length) yield bytes.subarray(kept);
  }

  /** @returns the offset at which kept bytes begin again, or the end of the bytes */
  #skip(bytes: Uint8Array, from: number): number {
    const line = this.#areLines ? bytes.indexOf(LF, from) : -1;
    const to = line === -1 ? bytes.length : line;
    const found = this.#skipper.skip(bytes, from, to);
    const end = found === -1 ? to : found;
    for (let at = bytes.indexOf(LF, from); at !== -1 && at < end; at = bytes.indexOf(LF, at + 1))
      this.#breaks++;
    const mayGoOn = found === -1 || (found === bytes.length && this.#skipper.isScalar);
    if (!mayGoOn || line !== -1) {
      this.#isSkipping = false;
      this.#tracker.passed();
    }
    return end;
  }

  #isLeftOut(byte: number, matched: readonly number[] | undefined): boolean {
    const isLong = byte === OPEN_OBJECT || byte === OPEN_LIST || byte === QUOTE;
    if (this.#depth === 0) return false;
    const { without, keep } = this.#trim;
    // When every value of an object is a row of another kind, short values are not columns either.
    const isAt = (path: readonly Step[], index: number): boolean =>
      matched?.[index + 1] === path.length && (isLong || isEach(path.at(-1)!));
    if (without.some(isAt)) return true;
    if (!isLong) return false;
    return (
      keep !== undefined &&
      this.#tracker.depth === this.#depth &&
      !keep.has(this.#tracker.keyText() ?? '')
    );
  }

  /** Whether the object that begins at `at` holds the collections of a document. */
  #holdsCollections(bytes: Uint8Array, at: number): boolean {
    const { collections } = this.#trim;
    const { depth, holdsCollections } = this.#tracker;
    if (collections === undefined || !holdsCollections || bytes[at] !== OPEN_OBJECT) return false;
    if (this.#depth === 0 || depth !== this.#depth) return false;
    collections.areFound ||= bytes[at + 1] !== CLOSE_OBJECT;
    return true;
  }

  *#lineBreaks(): Generator<Uint8Array> {
    for (; this.#breaks > 0; this.#breaks -= Math.min(this.#breaks, NO_BREAKS.length))
      yield NO_BREAKS.subarray(0, Math.min(this.#breaks, NO_BREAKS.length));
  }
}
