import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Bytes in one segment: small enough that disk space is released early, large enough that there are few segments. */
export const SEGMENT: number = 2 * 1024 * 1024;
/** Maximum number of open segments. */
const OPEN = 256;

/**
 * A temporary file that is appended to, read at any position, and removed when it is disposed. It is stored in segments, so that disk
 * space can be released while the rest is still being read. The operating system then reuses the page cache of released segments, often
 * before they were written to the disk.
 */
export class WorkFile implements Disposable {
  readonly #path: string;
  /** Bytes of each segment that may still be read; 0 for a removed segment. */
  readonly #wanted: number[] = [];
  /** File descriptors by segment, most recently used last. */
  readonly #open = new Map<number, number>();
  #bytes = 0;

  /** @param path prefix of the segments' paths, followed by their numbers. Segments are created on first use */
  constructor(path: string) {
    this.#path = path;
  }

  /** Total number of bytes written. */
  get bytes(): number {
    return this.#bytes;
  }

  append(data: NodeJS.ArrayBufferView): void {
    let written = 0;
    while (written < data.byteLength) {
      const [segment, offset] = locate(this.#bytes);
      const length = Math.min(data.byteLength - written, SEGMENT - offset);
      const bytes = writeSync(this.#fileOf(segment), data, written, length, offset);
      this.#wanted[segment]! += bytes;
      written += bytes;
      this.#bytes += bytes;
    }
  }

  /** Fills `into`, from byte `offset` on, with `length` bytes from `position`. */
  read(
    into: NodeJS.ArrayBufferView,
    position: number,
    offset = 0,
    length: number = into.byteLength,
  ): void {
    let read = 0;
    while (read < length) {
      const [segment, start] = locate(position + read);
      const wanted = Math.min(length - read, SEGMENT - start);
      const bytes = readSync(this.#fileOf(segment), into, offset + read, wanted, start);
      if (bytes === 0) throw new Error(`${this.#segmentPath(segment)} ended early`);
      read += bytes;
    }
  }

  /** Releases the bytes in [from, to). Release each byte exactly once; it cannot be read afterwards. */
  release(from: number, to: number): void {
    let position = from;
    while (position < to) {
      const [segment, offset] = locate(position);
      const bytes = Math.min(to - position, SEGMENT - offset);
      this.#wanted[segment]! -= bytes;
      if (this.#wanted[segment] === 0) this.#remove(segment);
      position += bytes;
    }
  }

  #fileOf(segment: number): number {
    const open = this.#open.get(segment);
    if (open !== undefined) {
      this.#open.delete(segment);
      this.#open.set(segment, open);
      return open;
    }
    if (this.#open.size >= OPEN) this.#close(this.#open.keys().next().value!);
    const isNew = segment === this.#wanted.length;
    const file = openSync(this.#segmentPath(segment), isNew ? 'wx+' : 'r+', 0o600);
    if (isNew) this.#wanted.push(0);
    this.#open.set(segment, file);
    return file;
  }

  #close(segment: number): void {
    const file = this.#open.get(segment);
    if (file === undefined) return;
    this.#open.delete(segment);
    closeSync(file);
  }

  #remove(segment: number): void {
    this.#wanted[segment] = 0;
    this.#close(segment);
    rmSync(this.#segmentPath(segment), { force: true });
  }

  #segmentPath(segment: number): string {
    return `${this.#path}.${segment}`;
  }

  [Symbol.dispose](): void {
    for (const [segment, bytes] of this.#wanted.entries()) if (bytes > 0) this.#remove(segment);
  }
}

/** The segment that contains a position, and the offset in it. */
function locate(position: number): [segment: number, offset: number] {
  const offset = position % SEGMENT;
  return [(position - offset) / SEGMENT, offset];
}
