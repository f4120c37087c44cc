import {
  type ScanLimit,
  countBreaks,
  CR,
  type FoundRow,
  isMark,
  LF,
  MARK_BYTES,
  QUOTE,
  type Scanner,
  SPACE,
  TAB,
} from './scanner.ts';
import { MAX_DEPTH } from '../terms/nesting.ts';
import { unwrappingFix } from '../terms/unwrapping-fix.ts';
import { wrapperHead } from './wrapper-head.ts';

const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds the elements of JSON arrays that follow one another, of the array in an object with a single key, or of a sequence of
 * objects without an array.
 *
 * Looks only at strings and brackets. An element with an unclosed bracket spoils only itself: the next row begins at the
 * next line that has the same indentation and begins with `{`, or the array ends at the next `]`.
 */
export class ElementScanner implements Scanner {
  readonly newline = LF;
  readonly #stack = new Uint8Array(MAX_DEPTH);
  readonly #wrapperKey: string | undefined;
  #isWrapped = false;
  #state: 'before' | 'in-list' | 'in-sequence' | 'after-list' | 'after' = 'before';
  /** Indentation of the line in which the current element begins. */
  #indent = 0;
  /** Whether the current line has had nothing but blanks so far. */
  #indenting = true;
  /** Indentation of the line that `resume` is in; -1 after the line's first other character. */
  #resumeIndent = -1;

  /** @param wrapperKey key of the object that may contain the array; it must be its only key */
  constructor(wrapperKey?: string) {
    this.#wrapperKey = wrapperKey;
  }

  scan(bytes: Uint8Array, from: number, to: number, limit: ScanLimit, found: FoundRow): number {
    found.breaksBefore = 0;
    found.breaksWithin = 0;
    found.fault = undefined;
    found.start = -1;
    const at = this.#skipBlanks(bytes, from, to, found);
    if (at >= to) return to;

    found.start = at;
    const byte = bytes[at];
    if (this.#state === 'before') return this.#begin(bytes, at, to, limit, found);
    if (this.#state === 'after-list' && byte === CLOSE_OBJECT) {
      this.#state = 'after';
      return nothingUpTo(at + 1, found);
    }
    if (this.#state === 'after' && !this.#isWrapped && byte === OPEN_LIST) {
      this.#state = 'in-list';
      return nothingUpTo(at + 1, found);
    }
    if (this.#state === 'after-list' || this.#state === 'after') {
      found.broken =
        this.#state === 'after'
          ? 'continues after the end of its array'
          : `has keys other than "${this.#wrapperKey}" in the object that contains its array`;
      if (byte === QUOTE && this.#state === 'after-list')
        found.brokenFix = unwrappingFix(this.#wrapperKey!);
      return nothingUpTo(at, found);
    }
    if (byte === CLOSE_LIST && this.#state === 'in-list') {
      this.#state = this.#isWrapped ? 'after-list' : 'after';
      return nothingUpTo(at + 1, found);
    }
    return this.#element(bytes, at, to, limit, found);
  }

  resume(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte === LF) this.#resumeIndent = 0;
      else if (this.#resumeIndent === -1 || byte === CR || byte === COMMA) continue;
      else if (byte === SPACE || byte === TAB) this.#resumeIndent++;
      else {
        const indent = this.#resumeIndent;
        this.#resumeIndent = -1;
        if (byte === OPEN_OBJECT && indent === this.#indent) return at;
        if (byte === CLOSE_LIST && indent <= this.#indent) return at;
      }
    }
    return -1;
  }

  endProblem(): string | undefined {
    if (this.#state === 'in-list') return 'ends before its array is closed';
    return this.#state === 'after-list'
      ? 'ends before the object that contains its array'
      : undefined;
  }

  /** Recognises the structure of the file by its first byte that is not blank. */
  #begin(bytes: Uint8Array, at: number, to: number, limit: ScanLimit, found: FoundRow): number {
    const byte = bytes[at];
    if (byte === OPEN_LIST) {
      this.#state = 'in-list';
      return nothingUpTo(at + 1, found);
    }
    if (byte !== OPEN_OBJECT) {
      found.broken = 'does not contain a JSON array: it begins with neither [ nor {';
      found.brokenFix = 'Name it after its format, such as .csv, or declare the format.';
      return nothingUpTo(at, found);
    }
    const key = this.#wrapperKey;
    const inside = key === undefined ? undefined : wrapperHead(bytes, at, to, key);
    if (inside === 'more' && limit === 'more') return -1;
    this.#isWrapped = typeof inside === 'number';
    this.#state = this.#isWrapped ? 'in-list' : 'in-sequence';
    if (typeof inside !== 'number') return nothingUpTo(at, found);
    found.breaksWithin = countBreaks(bytes, LF, at, inside);
    return nothingUpTo(inside, found);
  }

  #skipBlanks(bytes: Uint8Array, from: number, to: number, found: FoundRow): number {
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte === LF) {
        found.breaksBefore++;
        this.#indent = 0;
        this.#indenting = true;
      } else if (byte === SPACE || byte === TAB) {
        if (this.#indenting) this.#indent++;
      } else if (isMark(bytes, at)) at += MARK_BYTES - 1;
      else if (byte !== CR && (byte !== COMMA || this.#state === 'before')) {
        this.#indenting = false;
        return at;
      }
    }
    return to;
  }

  #element(
    bytes: Uint8Array,
    start: number,
    to: number,
    limit: ScanLimit,
    found: FoundRow,
  ): number {
    const stack = this.#stack;
    let depth = 0;
    let at = start;
    while (at < to) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        at = this.#string(bytes, at, to);
        if (at >= to) break;
        if (bytes[at] === LF) return this.#broken(bytes, start, to, limit, found);
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        // '[' and ']', '{' and '}' are two apart. Deeper brackets are counted but not matched, because no row may have them.
        if (depth < MAX_DEPTH) stack[depth] = byte + 2;
        depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) return this.#end(Math.max(at, start + 1), found);
        if (--depth < MAX_DEPTH && stack[depth] !== byte)
          return this.#broken(bytes, start, to, limit, found);
      } else if (byte === LF) {
        if (depth === 0) return this.#end(at, found);
        found.breaksWithin++;
      } else if (byte === COMMA && depth === 0) return this.#end(at, found);
      at++;
      if (depth === 0 && (byte === CLOSE_OBJECT || byte === CLOSE_LIST))
        return this.#end(at, found);
    }
    if (limit === 'more') return -1;
    if (depth === 0 && limit === 'end-of-file') return this.#end(to, found);
    return this.#broken(bytes, start, to, limit, found);
  }

  #end(end: number, found: FoundRow): number {
    found.end = end;
    return end;
  }

  /** @returns the offset of the quote that closes the string, or of the line break that ends it */
  #string(bytes: Uint8Array, open: number, to: number): number {
    let at = open + 1;
    for (; at < to; at++) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === LF) return at;
      if (byte === BACKSLASH) at++;
    }
    return to;
  }

  #broken(bytes: Uint8Array, start: number, to: number, limit: ScanLimit, found: FoundRow): number {
    this.#resumeIndent = -1;
    const next = this.resume(bytes, start + 1, to);
    if (next === -1) {
      if (limit === 'end-of-file')
        found.broken = 'has an element that is not closed, and no later line begins another one';
      return -1;
    }
    found.fault = 'bad-json';
    found.end = next;
    found.breaksWithin = countBreaks(bytes, LF, start, next);
    return next;
  }
}

/** The bytes up to `next` are not part of a row. In a broken file, scanning does not continue. */
function nothingUpTo(at: number, found: FoundRow): number {
  if (found.broken === undefined) found.start = -1;
  return at;
}
