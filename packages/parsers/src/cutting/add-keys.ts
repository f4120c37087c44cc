import type { Pieces } from '../bytes/peek.ts';
import { EACH, EACH_KEY, KEY, type SourcePath, type Step } from '../mapping/source-path.ts';
import { OWN_VALUE } from '../mapping/source-row.ts';
import { PathTracker } from './path-tracker.ts';
import { CR, LF, SPACE, TAB } from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

/** The keys to add to the rows at a path. */
export interface AddedKeys {
  readonly rows: readonly Step[];
  /** The name in the row → the index of the step of the path whose key it contains. At least one. */
  readonly names: ReadonlyMap<string, number>;
  /** Whether the values of rows that are not objects are read. */
  readonly readsOwnValue: boolean;
  /** Whether the rows are documents of a tree. In a tree, null is not a row. */
  readonly isTree?: boolean;
}

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Begins `null`. */
const N = 0x6e;
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from('}');

/** The names by which rows at a path read the keys that `*` matches, with the step of each key. */
export function keyNames(
  rows: readonly Step[],
  read: readonly SourcePath[] | 'all',
): ReadonlyMap<string, number> {
  const steps = rows.flatMap((step, index) => (step === EACH_KEY ? [index] : [])).toReversed();
  return new Map(
    steps
      .map((step, up) => ({ step, up, name: `${'^.'.repeat(up)}${KEY}` }))
      .filter(
        ({ up }) => read === 'all' || read.some((path) => path.text === KEY && path.up === up),
      )
      .map(({ name, step }) => [name, step]),
  );
}

/**
 * JSON in which each row contains its key: `{"u1":{"name":"Ann"}}` becomes `{"u1":{"$key":"u1","name":"Ann"}}`. A row that is a word, a
 * number or a text becomes an object. Lines keep their numbers.
 */
export async function* addKeys(
  pieces: Pieces,
  added: AddedKeys,
  areLines: boolean,
): AsyncGenerator<Uint8Array> {
  const adder = new KeyAdder(added, areLines);
  for await (const piece of pieces) yield* adder.add(piece);
}

class KeyAdder {
  readonly #added: AddedKeys;
  readonly #areLines: boolean;
  readonly #tracker: PathTracker;
  readonly #skipper = new ValueSkipper();
  /** Whether the current byte is in a row that is not an object. */
  #isInside = false;
  /** Whether the current byte is in an object or a list that is copied unchanged. */
  #isPassing = false;
  /** Whether members were added at the beginning of an object, and the next byte, which decides about a comma, is not known yet. */
  #needsComma = false;

  constructor(added: AddedKeys, areLines: boolean) {
    this.#added = added;
    this.#areLines = areLines;
    this.#tracker = new PathTracker([added.rows], areLines, added.isTree);
  }

  *add(bytes: Uint8Array): Generator<Uint8Array> {
    const tracker = this.#tracker;
    let kept = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (this.#isInside) {
        const end = this.#endOfValue(bytes, at);
        if (this.#added.readsOwnValue) yield bytes.subarray(kept, end);
        kept = end;
        if (this.#isInside) return;
        yield CLOSE;
        at = end;
        if (at === bytes.length) return;
      }
      if (this.#needsComma) {
        while (at < bytes.length && isBlank(bytes[at]!) && !this.#isLineEnd(bytes[at]!)) at++;
        if (at === bytes.length) break;
        yield bytes.subarray(kept, at);
        if (bytes[at] !== CLOSE_OBJECT && !this.#isLineEnd(bytes[at]!)) yield COMMA;
        kept = at;
        this.#needsComma = false;
      }
      if (this.#isPassing) {
        at = this.#endOfValue(bytes, at);
        if (at === bytes.length) break;
      }
      const byte = bytes[at]!;
      if (!tracker.nextIsValue(byte)) {
        tracker.step(byte);
        continue;
      }
      const matched = tracker.matchedByNext();
      const isRow = matched?.[0] === this.#added.rows.length && !tracker.holdsCollections;
      if (isRow && byte === OPEN_OBJECT) {
        yield bytes.subarray(kept, at + 1);
        yield Buffer.from(this.#members());
        kept = at + 1;
        this.#needsComma = true;
        this.#pass(bytes, at);
        continue;
      }
      if (isRow && this.#becomesObject(byte)) {
        yield bytes.subarray(kept, at);
        const own = this.#added.readsOwnValue ? `,${JSON.stringify(OWN_VALUE)}:` : '';
        yield Buffer.from(`{${this.#members()}${own}`);
        this.#skipper.begin();
        this.#isInside = true;
        kept = at--;
        continue;
      }
      if (matched === undefined && (byte === OPEN_OBJECT || byte === OPEN_LIST))
        this.#pass(bytes, at);
      else tracker.enter(byte, matched);
    }
    if (kept < bytes.length) yield bytes.subarray(kept);
  }

  /** Whether a byte ends the document, which is a line. */
  #isLineEnd(byte: number): boolean {
    return this.#areLines && byte === LF;
  }

  /** Begins to pass over an object or a list. Its first byte is consumed already. */
  #pass(bytes: Uint8Array, at: number): void {
    this.#skipper.begin();
    this.#skipper.skip(bytes, at, at + 1);
    this.#isPassing = true;
  }

  /** @returns the offset one past the value, or the end of the bytes when the value may continue */
  #endOfValue(bytes: Uint8Array, from: number): number {
    const line = this.#areLines ? bytes.indexOf(LF, from) : -1;
    const to = line === -1 ? bytes.length : line;
    const found = this.#skipper.skip(bytes, from, to);
    const mayGoOn = found === -1 || (found === bytes.length && this.#skipper.isScalar);
    if (mayGoOn && line === -1) return bytes.length;
    this.#isInside = this.#isPassing = false;
    this.#tracker.passed();
    return found === -1 ? to : found;
  }

  /** Whether a row that is not an object becomes one: its value is read, or the row is a word under a key, as in `"ann":true`. */
  #becomesObject(byte: number): boolean {
    const { rows, readsOwnValue, isTree = false } = this.#added;
    if (isTree && byte === N) return false;
    return readsOwnValue || (byte !== OPEN_LIST && rows.at(-1) !== EACH);
  }

  #members(): string {
    const { keys } = this.#tracker;
    return Array.from(
      this.#added.names,
      ([name, step]) => `${JSON.stringify(name)}:${JSON.stringify(keys[step] ?? null)}`,
    ).join(',');
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === LF || byte === CR;
}
