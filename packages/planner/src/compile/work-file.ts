import { closeSync, openSync, readSync, unlink, writeSync } from 'node:fs';

/** Bytes in one segment. */
const SEGMENT = 64 * 1024 * 1024;

/**
 * A file of the planner's own: written at its end, read anywhere, gone when done with. It lies on disk in segments, so
 * that room can be given back from its beginning while the rest is still being read.
 */
export class WorkFile implements Disposable {
  readonly #path: string;
  /** File descriptors; undefined once a segment is given back. */
  readonly #segments: (number | undefined)[] = [];
  #bytes = 0;
  #released = 0;

  /** @param path of its segments, which get a number besides; made when they are needed */
  constructor(path: string) {
    this.#path = path;
  }

  /** All bytes ever written. */
  get bytes(): number {
    return this.#bytes;
  }

  append(data: NodeJS.ArrayBufferView): void {
    let written = 0;
    while (written < data.byteLength) {
      const [segment, offset] = locate(this.#bytes);
      this.#segments[segment] ??= openSync(this.#segmentPath(segment), 'wx+', 0o600);
      const length = Math.min(data.byteLength - written, SEGMENT - offset);
      const bytes = writeSync(this.#segments[segment], data, written, length, offset);
      written += bytes;
      this.#bytes += bytes;
    }
  }

  /** Fills `into` from `offset` on with the `length` bytes that stand at `position`. */
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
      const bytes = readSync(this.#segments[segment]!, into, offset + read, wanted, start);
      if (bytes === 0) throw new Error(`${this.#segmentPath(segment)} ended early`);
      read += bytes;
    }
  }

  /** Nothing before `position` will be read again. */
  release(position: number): void {
    const [end] = locate(position);
    for (; this.#released < end; this.#released++) this.#remove(this.#released);
  }

  #remove(segment: number): void {
    const file = this.#segments[segment];
    if (file === undefined) return;
    this.#segments[segment] = undefined;
    closeSync(file);
    // In the background, as it may take 100 ms; what goes wrong is made good when the folder is removed.
    unlink(this.#segmentPath(segment), () => {});
  }

  #segmentPath(segment: number): string {
    return `${this.#path}.${segment}`;
  }

  [Symbol.dispose](): void {
    for (let segment = 0; segment < this.#segments.length; segment++) this.#remove(segment);
  }
}

/** The segment in which a position lies, and the offset in it. */
function locate(position: number): [segment: number, offset: number] {
  const offset = position % SEGMENT;
  return [(position - offset) / SEGMENT, offset];
}
