/** Counts by two words, in the order in which they first occur. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(group: string, reason: string, count = 1): void {
    let counts = this.#counts.get(group);
    if (counts === undefined) this.#counts.set(group, (counts = new Map()));
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }

  /** Each pair of words with its count, in the order of the words. */
  list(): { readonly group: string; readonly reason: string; readonly count: number }[] {
    return [...this.#counts]
      .flatMap(([group, counts]) =>
        Array.from(counts, ([reason, count]) => ({ group, reason, count })),
      )
      .toSorted(
        (one, other) => compare(one.group, other.group) || compare(one.reason, other.reason),
      );
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
