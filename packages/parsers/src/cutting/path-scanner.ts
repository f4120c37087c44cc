import { EACH, parsePath, type Step } from '../mapping/source-path.ts';
import {
  CR,
  type FoundRow,
  LF,
  QUOTE,
  type ScanLimit,
  type Scanner,
  SPACE,
  TAB,
} from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Containers around the rows, at most: no export has as many, and each costs memory. */
const MOST_OPEN = 1000;

/** An object or list that is open around the current position. */
interface OpenContainer {
  readonly isList: boolean;
  /** How many steps of the path lead to it; -1 when it is not on the path. */
  readonly matched: number;
  /** Of the element that comes next in a list. */
  index: number;
}

/**
 * Finds the rows of a JSON document that a path leads to, as in `channels[*].messages[*]`, at any depth.
 *
 * Everything beside the path is passed over without being kept, so that memory does not grow with the document. A row
 * is scanned in one piece; what is around the rows, in as many as the bytes come in.
 */
export class PathScanner implements Scanner {
  readonly newline = LF;
  readonly #path: string;
  readonly #steps: readonly Step[];
  readonly #open: OpenContainer[] = [];
  readonly #skipper = new ValueSkipper();
  /** Whether the bytes begin in a string that is no row. */
  #isInString = false;
  #isEscaped = false;
  /** The bytes of the key that is being read, or was read last. */
  #key: number[] = [];
  #isInKey = false;
  /** Whether a value comes next, and not a key, comma or bracket. */
  #awaitsValue = true;
  /** Whether the document has a list at the path. */
  #hasList = false;

  constructor(path: string) {
    this.#path = path;
    this.#steps = parsePath(path).steps;
  }

  scan(bytes: Uint8Array, from: number, to: number, limit: ScanLimit, found: FoundRow): number {
    found.start = -1;
    found.fault = undefined;
    found.breaksBefore = 0;
    found.breaksWithin = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === LF) found.breaksBefore++;
      if (this.#isInString) this.#readString(byte);
      else if (byte === SPACE || byte === TAB || byte === LF || byte === CR) continue;
      else if (this.#awaitsValue && byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) {
        const matched = this.#matchedByNext();
        if (matched === this.#steps.length) {
          if (at > from) return at; // the next call begins with the row
          return this.#row(bytes, at, to, limit, found);
        }
        this.#beginValue(byte, matched);
        if (this.#open.length > MOST_OPEN)
          found.broken = `has more than ${MOST_OPEN} objects and lists inside each other`;
      } else if (!this.#readBetween(byte))
        found.broken = 'is not valid JSON: a bracket closes nothing, or something else';
      if (found.broken !== undefined) {
        found.start = at;
        return at;
      }
    }
    return to;
  }

  resume(bytes: Uint8Array, from: number, to: number): number {
    const end = this.#skipper.skip(bytes, from, to);
    if (end !== -1) this.#endValue();
    return end;
  }

  endProblem(): string | undefined {
    if (this.#open.length > 0 || this.#isInString)
      return 'ends before its outermost object or list does';
    return this.#hasList ? undefined : `has no list at ${this.#path}`;
  }

  #row(bytes: Uint8Array, at: number, to: number, limit: ScanLimit, found: FoundRow): number {
    found.start = at;
    this.#skipper.begin();
    const end = this.#skipper.skip(bytes, at, to);
    const isCut = end === -1 || (end === to && limit !== 'end-of-file' && this.#skipper.isScalar);
    if (isCut && limit === 'end-of-file') found.broken = 'has an element that does not end';
    if (isCut) {
      this.#skipper.begin(); // `resume` begins with the row
      return -1;
    }
    found.end = end;
    for (let index = at; index < end; index++) if (bytes[index] === LF) found.breaksWithin++;
    this.#endValue();
    return end;
  }

  /** How many steps of the path lead to the value that comes next; -1 when it is not on the path. */
  #matchedByNext(): number {
    const around = this.#open.at(-1);
    if (around === undefined) return 0;
    if (around.matched === -1) return -1;
    const step = this.#steps[around.matched];
    const isNext = around.isList
      ? step === EACH || step === String(around.index)
      : typeof step === 'string' && step === this.#keyText();
    return isNext ? around.matched + 1 : -1;
  }

  #beginValue(byte: number, matched: number): void {
    this.#awaitsValue = false;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const isList = byte === OPEN_LIST;
      this.#open.push({ isList, matched, index: 0 });
      this.#awaitsValue = isList;
      if (isList && matched === this.#steps.length - 1) this.#hasList = true;
    } else if (byte === QUOTE) this.#isInString = true;
    // The rest of a number or word is passed over by `#readBetween`.
  }

  #endValue(): void {
    this.#awaitsValue = false;
  }

  /** Takes a byte that is neither in a string nor the beginning of a value. @returns whether it may be there */
  #readBetween(byte: number): boolean {
    const around = this.#open.at(-1);
    if (byte === QUOTE) {
      this.#isInString = this.#isInKey = true;
      this.#key = [];
    } else if (byte === COLON) this.#awaitsValue = true;
    else if (byte === COMMA) {
      if (around?.isList === true) {
        around.index++;
        this.#awaitsValue = true;
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (around === undefined || around.isList !== (byte === CLOSE_LIST)) return false;
      this.#open.pop();
      this.#awaitsValue = this.#open.length === 0; // another document may follow
    }
    return true;
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = this.#isInKey = false;
      return;
    }
    if (this.#isInKey && this.#open.at(-1)?.matched !== -1) this.#key.push(byte);
  }

  #keyText(): string | undefined {
    try {
      return JSON.parse(`"${Buffer.from(this.#key).toString()}"`) as string;
    } catch {
      return undefined;
    }
  }
}
