import { EACH, EACH_VALUE, isEach, type Step } from '../mapping/source-path.ts';
import type { RowsPath } from '../mapping/rows-path.ts';
import { BROKEN_LINE, PathTracker } from './path-tracker.ts';
import { type FoundRow, LF, type ScanLimit, type Scanner } from './scanner.ts';
import type { BesideRows, UnreadAction, ValueStart } from './unread-places.ts';
import { ValueSkipper } from './value-skipper.ts';

export interface PathScannerOptions {
  /** Whether each line is a document. A broken line spoils only itself. */
  readonly areLines?: boolean;
  /** Whether the rest of a broken line is skipped instead of being found as a row. */
  readonly passesBrokenLines?: boolean;
  /** Finds content of the document beside its rows; absent when this is not needed. */
  readonly unread?: BesideRows | undefined;
  /** Whether the rows are documents of a tree. */
  readonly isTree?: boolean;
  /** Numbers of steps: the values at these levels are counted, see `takeParents`. */
  readonly levels?: readonly number[];
}

/**
 * Finds the rows of a JSON document that a path leads to, as in `channels[*].messages[*]`, at any depth.
 *
 * Everything beside the path is passed over without being kept, so that memory does not grow with the document. A row must be complete in
 * the given bytes; the content around rows may arrive in pieces.
 */
export class PathScanner implements Scanner {
  readonly newline = LF;
  readonly #path: string;
  readonly #steps: readonly Step[];
  readonly #areLines: boolean;
  readonly #passesBrokenLines: boolean;
  readonly #isTree: boolean;
  readonly #levels: readonly number[];
  readonly #unread: BesideRows | undefined;
  readonly #tracker: PathTracker;
  /** The index of the rows' path among the tracker's paths. */
  readonly #own: number;
  readonly #skipper = new ValueSkipper();
  /** Whether a value is being passed over, which may arrive in pieces. */
  #isPassing = false;
  /** The number of values at each level so far. */
  readonly #counts: number[];
  #parents: (readonly number[])[] = [];
  /** Whether no list or object that can contain rows, or is a row, has been found so far. */
  #lacksHolder: boolean;
  /** The byte that begins such a list or object; undefined when it may be either. */
  readonly #opener: number | undefined;
  /** Whether the path leads to an object that is a row itself. */
  readonly #isOneObject: boolean;

  constructor(
    { steps, text }: Pick<RowsPath, 'steps' | 'text'>,
    {
      areLines = false,
      passesBrokenLines = false,
      levels = [],
      unread,
      isTree = false,
    }: PathScannerOptions = {},
  ) {
    this.#path = text;
    this.#steps = steps;
    this.#areLines = areLines;
    this.#passesBrokenLines = passesBrokenLines;
    this.#levels = levels;
    this.#unread = unread;
    this.#isTree = isTree;
    this.#tracker = new PathTracker(unread?.paths ?? [steps], areLines, isTree);
    this.#own = unread?.own ?? 0;
    this.#counts = levels.map(() => 0);
    const last = steps.at(-1);
    this.#isOneObject = last !== undefined && !isEach(last);
    this.#lacksHolder = last !== undefined;
    this.#opener = last === EACH ? OPEN_LIST : last === EACH_VALUE ? undefined : OPEN_OBJECT;
  }

  scan(bytes: Uint8Array, from: number, to: number, limit: ScanLimit, found: FoundRow): number {
    const tracker = this.#tracker;
    found.start = -1;
    found.fault = undefined;
    found.breaksBefore = 0;
    found.breaksWithin = 0;
    found.place = undefined;
    for (let at = from; at < to; at++) {
      if (this.#isPassing) {
        at = this.#passOn(bytes, at, to, found);
        if (at === to) return to;
      }
      const byte = bytes[at]!;
      if (tracker.nextIsValue(byte)) {
        const matched = tracker.matchedByNext();
        const own = matched?.[this.#own];
        const isWhole = own === this.#steps.length && !tracker.holdsCollections;
        const isRow = isWhole && !((this.#isTree || this.#isOneObject) && byte === N);
        const action = isRow ? 'row' : this.#actionFor(matched, { bytes, at, to, limit });
        if (action === 'row' || action === 'more') {
          if (at > from) return at; // the next call begins with the value
          return action === 'more' ? -1 : this.#row(bytes, at, to, limit, found, !isRow);
        }
        if (!tracker.holdsCollections) this.#count(own);
        if (!this.#isOneObject && this.#isOpener(byte) && own === this.#steps.length - 1)
          this.#lacksHolder = false;
        if (action === 'pass') {
          this.#skipper.begin();
          this.#isPassing = true;
          at--;
          continue;
        }
        found.broken = tracker.enter(byte, matched, action === 'enter-keys');
      } else {
        const fault = tracker.step(byte);
        if (fault !== BROKEN_LINE) found.broken = fault;
        else if (!this.#passesBrokenLines) {
          this.#note();
          return this.#brokenLine(from, at, found);
        }
      }
      if (byte === LF) found.breaksBefore++;
      if (found.broken !== undefined) {
        found.start = at;
        return at;
      }
    }
    return to;
  }

  resume(bytes: Uint8Array, from: number, to: number): number {
    const line = this.#areLines ? bytes.indexOf(LF, from) : -1;
    const end = this.#skipper.skip(bytes, from, line === -1 ? to : Math.min(line, to));
    if (end !== -1) this.#tracker.passed();
    else if (line !== -1 && line < to) {
      this.#tracker.reset();
      return line;
    }
    return end;
  }

  endProblem(): string | undefined {
    if (this.#tracker.isInside)
      return this.#areLines ? BROKEN_LINE : 'ends before its outermost object or list does';
    const what = this.#opener === OPEN_LIST ? 'list' : 'object';
    return this.#lacksHolder ? `has no ${what} at ${this.#path}` : undefined;
  }

  endFix(): string | undefined {
    if (this.#tracker.isInside) return undefined;
    if (this.#isTree)
      return `Correct rows in the configuration: it is the path from the outermost object to the documents of a collection, with a name for each key, as in chats/{guid}/messages/{muid}. Or leave the kind out of the file.`;
    return `Correct rows in the configuration: it is the path from the outermost object to a list, as in data.users[*], to an object with a key for each row, as in data.users.*, or to an object that is a row, as in tickets[*].opening. Or leave the kind out of the file.`;
  }

  /** For each row since the last call: the number of the value around it at each level, from 1. */
  takeParents(): readonly (readonly number[])[] {
    const parents = this.#parents;
    this.#parents = [];
    return parents;
  }

  #isOpener(byte: number): boolean {
    return this.#opener === undefined
      ? byte === OPEN_LIST || byte === OPEN_OBJECT
      : byte === this.#opener;
  }

  #actionFor(matched: readonly number[] | undefined, start: ValueStart): UnreadAction {
    return this.#unread?.action(this.#tracker, matched, start) ?? 'enter';
  }

  /** @returns the offset one past the value that is passed over, or the end of the bytes */
  #passOn(bytes: Uint8Array, from: number, to: number, found: FoundRow): number {
    const line = this.#areLines ? bytes.indexOf(LF, from) : -1;
    const hasLine = line !== -1 && line < to;
    const most = hasLine ? line : to;
    const end = this.#skipper.skip(bytes, from, most);
    const next = end === -1 ? most : end;
    for (let at = bytes.indexOf(LF, from); at !== -1 && at < next; at = bytes.indexOf(LF, at + 1))
      found.breaksBefore++;
    const mayGoOn = end === -1 || (end === most && this.#skipper.isScalar);
    if (mayGoOn && !hasLine) return next;
    this.#isPassing = false;
    this.#tracker.passed();
    return next;
  }

  /** @param isUnread whether nothing reads the row */
  #row(
    bytes: Uint8Array,
    at: number,
    to: number,
    limit: ScanLimit,
    found: FoundRow,
    isUnread: boolean,
  ): number {
    found.start = at;
    if (!isUnread && (!this.#isOneObject || this.#isOpener(bytes[at]!))) this.#lacksHolder = false;
    const line = this.#areLines ? bytes.indexOf(LF, at) : -1;
    const hasLine = line !== -1 && line < to;
    this.#skipper.begin();
    const end = this.#skipper.skip(bytes, at, hasLine ? line : to);
    const isCut =
      end === -1 || (end === to && limit !== 'end-of-file' && this.#skipper.isScalar && !hasLine);
    if (isCut && hasLine) {
      this.#note();
      this.#tracker.reset();
      return this.#brokenLine(at, line, found);
    }
    if (isCut && limit === 'end-of-file') found.broken = 'has an element that does not end';
    if (isCut) {
      if (limit !== 'more') this.#note();
      this.#skipper.begin(); // `resume` begins with the row
      return -1;
    }
    found.end = end;
    if (isUnread) {
      found.fault = 'not-read';
      found.place = this.#unread!.place;
    }
    for (let index = at; index < end; index++) if (bytes[index] === LF) found.breaksWithin++;
    this.#note();
    this.#tracker.passed();
    return end;
  }

  /** The rest of a line as an incomplete row. */
  #brokenLine(from: number, to: number, found: FoundRow): number {
    found.start = from;
    found.end = to;
    found.fault = 'bad-json';
    found.breaksWithin = 1;
    return to + 1;
  }

  #count(matched: number | undefined): void {
    if (matched === undefined) return;
    for (const [index, steps] of this.#levels.entries())
      if (steps === matched) this.#counts[index]!++;
  }

  #note(): void {
    if (this.#levels.length > 0) this.#parents.push([...this.#counts]);
  }
}

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
/** Begins `null`. */
const N = 0x6e;
