/** Smaller ones are kept as this size. */
const SMALLEST = 4096;
/** Buffers kept of one size; more than are ever on their way at a time. */
const MOST = 64;

/**
 * Buffers that are used again. Left to the garbage collector, which sees only the small objects around them, they
 * would lie for long, and each new one has to be cleared. They are shared between threads, as those that are handed
 * over count as new memory in each thread and make it collect garbage that is not there.
 */
export class BufferStore {
  readonly #bySize = new Map<number, SharedArrayBuffer[]>();

  /** A buffer of at least so many bytes, which may hold anything. */
  readonly take = (bytes: number): SharedArrayBuffer => {
    let size = SMALLEST;
    while (size < bytes) size *= 2;
    return this.#bySize.get(size)?.pop() ?? new SharedArrayBuffer(size);
  };

  /** Takes buffers back, wherever they come from. */
  give(buffers: readonly SharedArrayBuffer[]): void {
    for (const buffer of buffers) {
      const same = this.#bySize.get(buffer.byteLength);
      if (same === undefined) this.#bySize.set(buffer.byteLength, [buffer]);
      else if (same.length < MOST) same.push(buffer);
    }
  }
}
