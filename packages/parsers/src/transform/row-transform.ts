import { isObject, type Kind, problem, type Problem, type Row } from '@chatferry/contract';
import { parentsOf } from '../mapping/source-row.ts';
import { isDeeperThan, MAX_DEPTH } from '../terms/nesting.ts';
import { parseForCode } from '../rows/parse-for-code.ts';

/** The result of `context.leaveOut`. */
export class LeftOut {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The second argument of `transform`. */
export interface TransformContext {
  readonly kind: Kind;
  /** The name of the file as the user gave it to chatferry. */
  readonly file: string;
  /** The line on which the row begins, from 1. */
  readonly line: number;
  /**
   * The objects around the row in its document, innermost first, each with the fields that the configuration names with
   * `^.`.
   */
  readonly parents: readonly (Row | undefined)[];
  /**
   * Leaves the row out: `return context.leaveOut('joined the channel')`.
   *
   * @param reason one of few texts, without content of the row: reports count rows by reason
   */
  readonly leaveOut: (reason: string) => LeftOut;
}

/** Replaces a row of a file before its columns become fields. It must be pure, because it runs in several threads. */
export type Transform = (
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of any export; checks of each value would bury the code
  row: Record<string, any>,
  context: TransformContext,
) => Row | readonly Row[] | LeftOut;

/** The rows that were made from one row, the reason to leave it out, or its problem. */
export type Transformed =
  | { readonly rows: readonly Row[] }
  | { readonly reason: string }
  | { readonly problem: Problem };

/** Maximum number of distinct reasons. More are a mistake, such as a text of the row. */
const MOST_REASONS = 100;
const REASON_LENGTH = 100;
const MESSAGE_LENGTH = 200;

/** Calls the user's `transform` for each row of a file, and checks what it returns. */
export class RowTransform {
  readonly #call: Transform;
  readonly #kind: Kind;
  readonly #file: string;
  readonly #code: string;
  readonly #onCall: (line: number) => void;
  readonly #reasons = new Set<string>();

  /**
   * @param code the name of the file with the function
   * @param onCall runs before each call
   */
  constructor(
    call: Transform,
    place: { readonly kind: Kind; readonly file: string; readonly code: string },
    onCall: (line: number) => void,
  ) {
    this.#call = call;
    this.#kind = place.kind;
    this.#file = place.file;
    this.#code = place.code;
    this.#onCall = onCall;
  }

  /** @param row may be changed */
  apply(row: Row, line: number): Transformed {
    this.#onCall(line);
    let result: unknown;
    try {
      const parents = parentsOf(row);
      const context = { kind: this.#kind, file: this.#file, line, parents, leaveOut };
      result = this.#call(row, context);
      if (result instanceof LeftOut) return this.#leftOut(result);
      if (result instanceof Promise) result.catch(() => {});
      const rows = Array.isArray(result) ? (result as unknown[]) : [result];
      if (rows.length === 0 || !rows.every(isRow)) return failed(`it returned ${nameOf(result)}`);
      const copies = parseForCode(JSON.stringify(rows)) as Row[];
      return isDeeperThan(MAX_DEPTH + 1, copies)
        ? { problem: problem('too-deep') }
        : { rows: copies };
    } catch (error) {
      return failed(this.#worded(error));
    }
  }

  #leftOut({ reason }: LeftOut): Transformed {
    const isText = typeof reason === 'string' && reason.trim() !== '';
    if (!isText) return failed('it left the row out without a reason');
    const text = reason.trim().slice(0, REASON_LENGTH).toWellFormed();
    const isKnown = this.#reasons.has(text) || this.#reasons.size < MOST_REASONS;
    if (isKnown) this.#reasons.add(text);
    return { reason: `transform leaves it out: ${isKnown ? text : 'other reasons'}` };
  }

  /** The message of an error, and the line of the code that threw it. */
  #worded(error: unknown): string {
    const message = (error instanceof Error ? error.message : String(error)).toWellFormed();
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const at = stack.indexOf(this.#code);
    const [line] = /^:\d+/.exec(at < 0 ? '' : stack.slice(at + this.#code.length)) ?? [''];
    return `${message.slice(0, MESSAGE_LENGTH)}${line === '' ? '' : `, at ${this.#code}${line}`}`;
  }
}

function leaveOut(reason: string): LeftOut {
  return new LeftOut(reason);
}

function isRow(each: unknown): each is Row {
  return isObject(each) && !(each instanceof Promise);
}

function failed(detail: string): Transformed {
  return { problem: problem('transform-failed', { detail }) };
}

function nameOf(result: unknown): string {
  if (result instanceof Promise) return 'a promise: it cannot be async';
  if (Array.isArray(result))
    return result.length === 0 ? 'no row and no reason' : 'a list with something that is no row';
  return result === undefined || result === null
    ? 'nothing'
    : `a ${typeof result} instead of a row`;
}
