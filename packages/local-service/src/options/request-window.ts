export const WINDOW_MS = 60_000;

/** The state of a window after one request. */
export interface Admission {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The time at which the window has more free capacity: milliseconds since 1970. */
  readonly freeAtMs: number;
}

/** Counts the requests of one budget. Requests over the limit do not count. */
export interface RequestWindow {
  take(nowMs: number): Admission;
}

/** `fixed`: 60 seconds that begin with a request; `sliding`: any 60 seconds. */
export type WindowKind = 'fixed' | 'sliding';
