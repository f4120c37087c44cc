import {
  type Beyond,
  countBreaks,
  CR,
  type FoundRow,
  LF,
  QUOTE,
  type Scanner,
  SPACE,
  TAB,
} from './scanner.ts';
import { MAX_DEPTH } from '../nesting.ts';
import { unwrappingFix } from '../unwrapping-fix.ts';
import { wrapperHead } from './wrapper-head.ts';

const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds the elements of a JSON array, of one in an object with a single key, or of objects that follow one another
 * without an array around them.
 *
 * Looks at strings and brackets only. An element that does not close what it opens costs itself: rows go on at the
 * next line that is indented like its own and begins with `{`, or that closes the array.
 */
export class ElementScanner implements Scanner {
  readonly newline = LF;
  readonly #stack = new Uint8Array(MAX_DEPTH);
  readonly #wrapperKey: string | undefined;
  #isWrapped = false;
  #place: 'before' | 'in-list' | 'in-sequence' | 'behind-list' | 'behind' = 'before';
  /** Blanks before the first element of the line that was begun last. */
  #indent = 0;
  /** Whether nothing but blanks has been seen in that line. */
  #indenting = true;
  /** Blanks seen in the line that `resume` is in; -1 when its first other character has been seen. */
  #resumeIndent = -1;

  /** @param wrapperKey an object with this key alone, and the array as its value, is taken for the array */
  constructor(wrapperKey?: string) {
    this.#wrapperKey = wrapperKey;
  }

  scan(bytes: Uint8Array, from: number, to: number, beyond: Beyond, found: FoundRow): number {
    found.breaksBefore = 0;
    found.breaksWithin = 0;
    found.fault = undefined;
    found.start = -1;
    const at = this.#skipBlanks(bytes, from, to, found);
    if (at >= to) return to;

    found.start = at;
    const byte = bytes[at];
    if (this.#place === 'before') return this.#begin(bytes, at, to, beyond, found);
    if (this.#place === 'behind-list' && byte === CLOSE_OBJECT) {
      this.#place = 'behind';
      return nothingUpTo(at + 1, found);
    }
    if (this.#place === 'behind-list' || this.#place === 'behind') {
      found.broken =
        this.#place === 'behind'
          ? 'goes on behind the end of its array'
          : `has more than "${this.#wrapperKey}" in the object around its array`;
      if (byte === QUOTE && this.#place === 'behind-list')
        found.brokenFix = unwrappingFix(this.#wrapperKey!);
      return nothingUpTo(at, found);
    }
    if (byte === CLOSE_LIST && this.#place === 'in-list') {
      this.#place = this.#isWrapped ? 'behind-list' : 'behind';
      return nothingUpTo(at + 1, found);
    }
    return this.#element(bytes, at, to, beyond, found);
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

  complaint(): string | undefined {
    if (this.#place === 'in-list') return 'ends before its array does';
    return this.#place === 'behind-list'
      ? 'ends before the object around its array does'
      : undefined;
  }

  /** Finds out what the file is, from its first byte that is no blank. */
  #begin(bytes: Uint8Array, at: number, to: number, beyond: Beyond, found: FoundRow): number {
    const byte = bytes[at];
    if (byte === OPEN_LIST) {
      this.#place = 'in-list';
      return nothingUpTo(at + 1, found);
    }
    if (byte !== OPEN_OBJECT) {
      found.broken = 'holds no JSON array: it begins with neither [ nor {';
      return nothingUpTo(at, found);
    }
    const key = this.#wrapperKey;
    const inside = key === undefined ? undefined : wrapperHead(bytes, at, to, key);
    if (inside === 'more' && beyond === 'more') return -1;
    this.#isWrapped = typeof inside === 'number';
    this.#place = this.#isWrapped ? 'in-list' : 'in-sequence';
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
      } else if (byte !== CR && (byte !== COMMA || this.#place === 'before')) {
        this.#indenting = false;
        return at;
      }
    }
    return to;
  }

  #element(bytes: Uint8Array, start: number, to: number, beyond: Beyond, found: FoundRow): number {
    const stack = this.#stack;
    let depth = 0;
    let at = start;
    while (at < to) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        at = this.#string(bytes, at, to);
        if (at >= to) break;
        if (bytes[at] === LF) return this.#broken(bytes, start, to, beyond, found);
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (depth < MAX_DEPTH) stack[depth] = byte + 2; // '[' and ']', '{' and '}' are two apart
        else found.fault = 'too-deep'; // its brackets are counted, no longer matched
        depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) return this.#end(Math.max(at, start + 1), found);
        if (--depth < MAX_DEPTH && stack[depth] !== byte)
          return this.#broken(bytes, start, to, beyond, found);
      } else if (byte === LF) {
        if (depth === 0) return this.#end(at, found);
        found.breaksWithin++;
      } else if (byte === COMMA && depth === 0) return this.#end(at, found);
      at++;
      if (depth === 0 && (byte === CLOSE_OBJECT || byte === CLOSE_LIST))
        return this.#end(at, found);
    }
    if (beyond === 'more') return -1;
    if (depth === 0 && beyond === 'nothing') return this.#end(to, found);
    return this.#broken(bytes, start, to, beyond, found);
  }

  #end(end: number, found: FoundRow): number {
    found.end = end;
    return end;
  }

  /** @returns the offset of the quote that closes the string, or of the line break that spoils it */
  #string(bytes: Uint8Array, open: number, to: number): number {
    let at = open + 1;
    for (; at < to; at++) {
      const byte = bytes[at];
      if (byte === QUOTE || byte === LF) return at;
      if (byte === BACKSLASH) at++;
    }
    return to;
  }

  #broken(bytes: Uint8Array, start: number, to: number, beyond: Beyond, found: FoundRow): number {
    this.#resumeIndent = -1;
    const next = this.resume(bytes, start + 1, to);
    if (next === -1) {
      if (beyond === 'nothing')
        found.broken = 'has an element that does not end, and no line below it begins another';
      return -1;
    }
    found.fault = 'bad-json';
    found.end = next;
    found.breaksWithin = countBreaks(bytes, LF, start, next);
    return next;
  }
}

/** What has been passed is no row. Where the file is broken, the place stays. */
function nothingUpTo(at: number, found: FoundRow): number {
  if (found.broken === undefined) found.start = -1;
  return at;
}
