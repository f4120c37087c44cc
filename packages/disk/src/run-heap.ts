/** Finds which of several sorted runs has the lowest key at its head; of equal keys, the run with the lower number wins. */
export class RunHeap {
  /** For each run the key at its head. */
  readonly #keys: Float64Array;
  /** A binary heap of run numbers: the children of index `i` are at `2i + 1` and `2i + 2`; valid below `#size`. */
  readonly #heap: Int32Array;
  #size = 0;

  constructor(runs: number) {
    this.#keys = new Float64Array(runs);
    this.#heap = new Int32Array(runs);
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** The run with the lowest key. */
  get top(): number {
    return this.#heap[0]!;
  }

  /** Adds a run with the key at its head. */
  add(run: number, key: number): void {
    this.#keys[run] = key;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(run, this.#heap[parent]!)) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = run;
  }

  /** Updates the key of the top run after its head was taken. The key must not be lower than before. */
  advance(key: number): void {
    const run = this.top;
    this.#keys[run] = key;
    this.#sink(run);
  }

  /** Removes the top run, which is used up. */
  drop(): void {
    this.#size--;
    if (this.#size > 0) this.#sink(this.#heap[this.#size]!);
  }

  /** Puts `run` at the top and moves it down to its position. */
  #sink(run: number): void {
    const heap = this.#heap;
    const size = this.#size;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#before(heap[child + 1]!, heap[child]!)) child++;
      if (!this.#before(heap[child]!, run)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = run;
  }

  #before(first: number, second: number): boolean {
    const difference = this.#keys[first]! - this.#keys[second]!;
    return difference < 0 || (difference === 0 && first < second);
  }
}
