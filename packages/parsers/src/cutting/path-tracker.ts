import { COLLECTIONS, SUBCOLLECTION } from '../mapping/document-keys.ts';
import { EACH, EACH_KEY, EACH_VALUE, isEach, type Step } from '../mapping/source-path.ts';
import { CR, LF, QUOTE, SPACE, TAB } from './scanner.ts';

const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Maximum number of containers around the rows: no export has this many, and each uses memory. */
const MOST_OPEN = 1000;

/** An object or list that is open around the current position. */
export interface OpenContainer {
  readonly isList: boolean;
  /** For each path, how many of its steps lead to the container; -1 for a path that does not. Undefined when no path does. */
  readonly matched: readonly number[] | undefined;
  /** The position of the next element of a list. */
  index: number;
  /** The key of the value that was last entered, for an object on a path. */
  key: string | undefined;
  /** Whether keys are kept, although no path leads here. */
  readonly keepsKeys: boolean;
  /** Whether the container holds the collections of a document. */
  readonly holdsCollections: boolean;
}

/**
 * Follows paths through the bytes of JSON, one byte after the other, and keeps nothing but the open objects and lists. Several documents may
 * follow each other.
 *
 * Where `nextIsValue` reports that a value begins, the caller either calls `enter`, or reads the value to its end by itself and calls
 * `passed`. It calls `step` for every other byte.
 */
export class PathTracker {
  readonly #paths: readonly (readonly Step[])[];
  readonly #none: readonly number[];
  readonly #nowhere: readonly number[];
  /** Whether each line is a document: containers that are open at its end are broken. */
  readonly #areLines: boolean;
  /** Whether to find Firestore collections inside of documents, see `document-keys.ts`. */
  readonly #isTree: boolean;
  /** Whether the last matched value holds the collections of a document. */
  holdsCollections = false;
  readonly #open: OpenContainer[] = [];
  #isInString = false;
  #isEscaped = false;
  /** The bytes of the current key, or of the last one. */
  #key: number[] = [];
  #isInKey = false;
  /** Whether a value comes next, and not a key, comma or bracket. */
  #awaitsValue = true;

  constructor(paths: readonly (readonly Step[])[], areLines = false, isTree = false) {
    this.#paths = paths;
    this.#areLines = areLines;
    this.#isTree = isTree;
    this.#none = paths.map(() => 0);
    this.#nowhere = paths.map(() => -1);
  }

  /** Number of open objects and lists. */
  get depth(): number {
    return this.#open.length;
  }

  /** The container of the next value; undefined for the document itself. */
  get around(): OpenContainer | undefined {
    return this.#open.at(-1);
  }

  /** The keys that lead to the last matched value, outermost first. */
  get keys(): readonly (string | undefined)[] {
    const keys = this.#open.map(({ key }) => key);
    return this.#isTree ? inDocuments(keys) : keys;
  }

  /** Whether an object, a list or a string is open. */
  get isInside(): boolean {
    return this.#open.length > 0 || this.#isInString;
  }

  /** Whether a byte begins a value. */
  nextIsValue(byte: number): boolean {
    return (
      this.#awaitsValue &&
      !this.#isInString &&
      byte !== CLOSE_LIST &&
      byte !== CLOSE_OBJECT &&
      !isBlank(byte)
    );
  }

  /** For each path, how many of its steps lead to the next value, or -1; undefined when all are -1. */
  matchedByNext(): readonly number[] | undefined {
    this.holdsCollections = false;
    const around = this.#open.at(-1);
    if (around === undefined) return this.#none;
    const { matched } = around;
    if (matched === undefined) return undefined;
    const key = around.isList ? String(around.index) : this.keyText();
    around.key = key;
    if (this.#isTree && key !== undefined && !around.isList) {
      const isField = matched.some((steps, path) => this.#paths[path]![steps] === key);
      this.holdsCollections = !isField && (key === COLLECTIONS || key === SUBCOLLECTION);
      if (this.holdsCollections) return key === COLLECTIONS ? matched : this.#nowhere;
      if (key.includes('/')) return this.#matchedBy(key.split('/'));
    }
    let isOnAny = false;
    const each = around.isList ? EACH : EACH_KEY;
    const next = matched.map((steps, path) => {
      const step = steps === -1 ? undefined : this.#paths[path]![steps];
      const isNext = step === key || step === each || step === EACH_VALUE;
      if (!isNext || step === undefined) return -1;
      isOnAny = true;
      return steps + 1;
    });
    return isOnAny ? next : undefined;
  }

  /** As `matchedByNext`, for a key that is a whole path from the outside. Keys of a database contain no slash. */
  #matchedBy(keys: readonly string[]): readonly number[] | undefined {
    const isOn = (steps: readonly Step[]): boolean =>
      keys.length <= steps.length && keys.every((key, at) => isStep(steps[at]!, key));
    return this.#paths.some(isOn)
      ? this.#paths.map((steps) => (isOn(steps) ? keys.length : -1))
      : undefined;
  }

  /** Enters the value that begins with a byte. @param keepsKeys for an object that no path leads to @returns the fault of the document */
  enter(
    byte: number,
    matched: readonly number[] | undefined,
    keepsKeys = false,
  ): string | undefined {
    this.#awaitsValue = false;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const isList = byte === OPEN_LIST;
      const { holdsCollections } = this;
      this.#open.push({ isList, matched, index: 0, key: undefined, keepsKeys, holdsCollections });
      this.#awaitsValue = isList;
    } else if (byte === QUOTE) this.#isInString = true;
    // The rest of a number or word is passed over by `step`.
    return this.#open.length > MOST_OPEN
      ? `has more than ${MOST_OPEN} objects and lists inside each other`
      : undefined;
  }

  /** Call after reading a value to its end without `enter`. */
  passed(): void {
    this.#awaitsValue = this.#open.length === 0;
  }

  /** Takes a byte that does not begin a value. @returns the fault of the document */
  step(byte: number): string | undefined {
    if (byte === LF && this.#areLines) {
      const isBroken = this.isInside;
      this.reset();
      return isBroken ? BROKEN_LINE : undefined;
    }
    if (this.#isInString) this.#readString(byte);
    else if (byte === QUOTE) {
      this.#isInString = this.#isInKey = true;
      this.#key = [];
    } else if (byte === COLON) this.#awaitsValue = true;
    else if (byte === COMMA) {
      const around = this.#open.at(-1);
      if (around?.isList !== true) return undefined;
      around.index++;
      this.#awaitsValue = true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      const around = this.#open.pop();
      if (around === undefined || around.isList !== (byte === CLOSE_LIST))
        return 'is not valid JSON: a bracket closes nothing, or something else';
      this.#awaitsValue = this.#open.length === 0; // another document may follow
    }
    return undefined;
  }

  /** Begins with a new document. */
  reset(): void {
    this.#open.length = 0;
    this.#isInString = this.#isEscaped = this.#isInKey = false;
    this.#awaitsValue = true;
  }

  /** The last key; undefined when it is not valid JSON. */
  keyText(): string | undefined {
    try {
      return JSON.parse(`"${Buffer.from(this.#key).toString()}"`) as string;
    } catch {
      return undefined;
    }
  }

  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInString = this.#isInKey = false;
      return;
    }
    if (this.#isInKey && needsKeys(this.#open.at(-1))) this.#key.push(byte);
  }
}

/** Whether a key of a document or a collection is a step of a path. */
function isStep(step: Step, key: string): boolean {
  return step === key || isEach(step);
}

/** The keys that lead through documents and collections, without the keys that tools write between them. */
function inDocuments(keys: readonly (string | undefined)[]): (string | undefined)[] {
  const steps: (string | undefined)[] = [];
  for (const key of keys) {
    if (key === COLLECTIONS || key === SUBCOLLECTION) continue;
    if (key?.includes('/') === true) steps.length = 0;
    steps.push(...(key?.split('/') ?? [key]));
  }
  return steps;
}

function needsKeys(around: OpenContainer | undefined): boolean {
  return around !== undefined && (around.matched !== undefined || around.keepsKeys);
}

/** The result of `step` at the end of a line that leaves an object or a list open. */
export const BROKEN_LINE = 'has a line that does not end its object';

/** Whether a byte is white space or part of a byte order mark, with which no value begins. */
function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === LF || byte === CR || byte >= 0x80;
}
