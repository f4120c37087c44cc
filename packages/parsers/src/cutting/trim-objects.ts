import { peek, type Pieces } from '../bytes/peek.ts';
import { COLLECTIONS, SUBCOLLECTION } from '../mapping/document-keys.ts';
import { isEach, type Step } from '../mapping/source-path.ts';
import { PathTracker } from './path-tracker.ts';
import { LF, QUOTE } from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

/** What is left out of objects in JSON. */
export interface Trim {
  /** Where the objects are. */
  readonly object: readonly Step[];
  /** Lists inside of them to leave out: the whole path from the outside. */
  readonly without: readonly (readonly Step[])[];
  /** The only keys to keep; undefined: all. */
  readonly keep?: ReadonlySet<string>;
  /** Whether the objects are documents of a tree. */
  readonly isTree?: boolean;
  /** For documents: their collections are left out as well, and it is noted whether there were any. */
  readonly collections?: { areFound: boolean } | undefined;
}

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NULL = Buffer.from('null');
const NO_BREAKS = Buffer.alloc(64 * 1024, LF);

/**
 * JSON without parts of its objects: they become null, however large they are. So an object that holds a million rows of
 * another kind is a short row, and nothing of them is kept in memory.
 *
 * The line breaks of what is left out follow after the object, so that lines keep their numbers.
 */
export async function* trimObjects(
  pieces: Pieces,
  trim: Trim,
  areLines: boolean,
): AsyncGenerator<Uint8Array> {
  const trimmer = new Trimmer(trim, areLines);
  for await (const piece of pieces) yield* trimmer.trim(piece);
}

/** Bytes of a tree of documents in which collections inside of documents show themselves. */
const HEAD_BYTES = 256 * 1024;

/** The same for documents of a tree: their collections are left out where the beginning of the tree has one. */
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
  /** Line breaks of what was left out of it. */
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
        tracker.step(byte); // at a line that breaks off, the depth is 0
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

  /** @returns the offset at which the bytes are kept again; the end of them where that is later */
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
    // Where every value of an object is a row of another kind, also short ones are no columns.
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

  /** Whether the object that begins holds the collections of a document. */
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
