/** Minimum size of a buffer. */
const SMALLEST = 4096;
/** Maximum number of buffers kept of each size, which is more than are in use at the same time. */
const MOST = 64;

/**
 * Buffers for reuse. The garbage collector sees only the small objects around the buffers, so it would free them late,
 * and each new buffer has to be cleared. The buffers are shared between threads: a transferred buffer counts as
 * new memory in each thread and triggers needless garbage collections.
 */
export class BufferStore {
  readonly #bySize = new Map<number, SharedArrayBuffer[]>();

  /** A buffer of at least this many bytes. Its content is arbitrary. */
  readonly take = (bytes: number): SharedArrayBuffer => {
    let size = SMALLEST;
    while (size < bytes) size *= 2;
    return this.#bySize.get(size)?.pop() ?? new SharedArrayBuffer(size);
  };

  /** Takes back buffers, including buffers that the store did not make. */
  give(buffers: readonly SharedArrayBuffer[]): void {
    for (const buffer of buffers) {
      const same = this.#bySize.get(buffer.byteLength);
      if (same === undefined) this.#bySize.set(buffer.byteLength, [buffer]);
      else if (same.length < MOST) same.push(buffer);
    }
  }
}
