/** Counts events, for the summary at the end of a series. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.#counts.set(what, this.of(what) + count);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  toString(): string {
    const sorted = [...this.#counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return sorted.map(([what, count]) => `${count} × ${what}`).join(', ');
  }
}
