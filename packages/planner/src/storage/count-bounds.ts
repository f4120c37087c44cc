/** Number of cells, a power of two. With 5 million memberships a cell counts about 20, far below the limits of the service. */
const CELLS = 2 ** 18;

/** Upper bounds for the number of times that each of any number of hashes was added, in 1 MiB: hashes that share a cell are counted together. */
export class CountBounds {
  readonly #counts = new Uint32Array(CELLS);
  #highest = 0;

  /** The highest of all bounds. */
  get highest(): number {
    return this.#highest;
  }

  add(hash: number): void {
    const count = ++this.#counts[(hash >>> 0) & (CELLS - 1)]!;
    if (count > this.#highest) this.#highest = count;
  }

  /** An upper bound for the number of times that the hash was added. */
  of(hash: number): number {
    return this.#counts[(hash >>> 0) & (CELLS - 1)]!;
  }
}
