import type { OutgoingRequest } from './outgoing-request.ts';

/** A deprecated operation, according to the reference or to the headers of an answer. */
export interface DeprecationEvent {
  /** The operation's name, or method and path for a request without an operation. */
  readonly operation: string;
  /** The operation to use instead, if the reference names one. */
  readonly replacement?: string;
  /** The header `Deprecation` as an ISO time: since when the operation is deprecated. Absent without a readable time. */
  readonly since?: string;
  /** The header `Sunset` as an ISO time: when the operation ends. Absent without a readable time. */
  readonly ends?: string;
}

/** Reports each deprecated operation once. */
export class Deprecations {
  readonly #report: ((event: DeprecationEvent) => void) | undefined;
  readonly #reported = new Set<string>();

  constructor(report: ((event: DeprecationEvent) => void) | undefined) {
    this.#report = report;
  }

  /** @param headers of an answer to the operation, names in lower case */
  note(
    { operation, deprecated }: Pick<OutgoingRequest, 'operation' | 'deprecated'>,
    { deprecation, sunset }: Readonly<Record<string, string>>,
  ): void {
    if (this.#report === undefined) return;
    const isAnnounced = isSet(deprecation) || isSet(sunset);
    if ((deprecated === undefined && !isAnnounced) || this.#reported.has(operation)) return;
    this.#reported.add(operation);
    const [since, ends] = [timeIn(deprecation), timeIn(sunset)];
    this.#report({
      operation,
      ...(deprecated === undefined ? {} : { replacement: deprecated }),
      ...(since === undefined ? {} : { since }),
      ...(ends === undefined ? {} : { ends }),
    });
  }
}

/** Whether a header reports a deprecation; `false` and `?0` mean none. */
function isSet(header: string | undefined): boolean {
  return header !== undefined && !['', 'false', '?0'].includes(header.trim().toLowerCase());
}

/** The time in `@` with UNIX seconds, or in an HTTP date. */
function timeIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const seconds = /^@(\d{1,12})$/.exec(header.trim())?.[1];
  const isDate = /^[a-z]{3,9}, ?\d/i.test(header.trim());
  const time = new Date(
    seconds === undefined ? (isDate ? header : Number.NaN) : Number(seconds) * 1000,
  );
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
