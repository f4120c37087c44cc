import { readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Bytes read in one call. */
const WINDOW = 1024 * 1024;

type Callback = (error: Error | null, bytesRead?: number) => void;

/**
 * Reads a ZIP archive for `yauzl`, which asks for the few bytes of each entry of the directory. The bytes come from a window that is
 * read in one call, so that an archive of many entries needs few reads.
 */
export class ZipWindow extends RandomAccessReader {
  readonly #descriptor: number;
  readonly #bytes: Buffer = Buffer.alloc(WINDOW);
  #start = 0;
  #length = 0;

  constructor(descriptor: number) {
    super();
    this.#descriptor = descriptor;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: Callback,
  ): void {
    let failure: Error | null = null;
    let copied = 0;
    try {
      while (copied < length) {
        const piece = this.#at(position + copied);
        if (piece.length === 0) break;
        copied += piece.copy(buffer, offset + copied, 0, length - copied);
      }
    } catch (error) {
      failure = error as Error;
    }
    queueMicrotask(() => callback(failure, copied));
  }

  /** Only `read` is used. */
  override _readStreamForRange(): Readable {
    return Readable.from([]);
  }

  /** The owner of the descriptor closes it. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  /** The bytes from a position on, up to the end of the window; none at the end of the file. */
  #at(position: number): Buffer {
    if (position < this.#start || position >= this.#start + this.#length) {
      this.#start = position;
      this.#length = readSync(this.#descriptor, this.#bytes, 0, WINDOW, position);
    }
    return this.#bytes.subarray(position - this.#start, this.#length);
  }
}
