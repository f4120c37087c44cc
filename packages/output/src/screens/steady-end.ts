const MINUTE_MS = 60_000;

/** Keeps the shown end of work unchanged while the estimate changes by less than a minute, or 2 % of the time left. */
export class SteadyEnd {
  #shown: number | undefined;

  /** @param end milliseconds since 1970 @returns the end to show */
  take(end: number | undefined, now: number): number | undefined {
    const least = end === undefined ? 0 : Math.max(MINUTE_MS, (end - now) * 0.02);
    const isNear =
      end !== undefined && this.#shown !== undefined && Math.abs(end - this.#shown) < least;
    if (!isNear) this.#shown = end;
    return this.#shown;
  }
}
