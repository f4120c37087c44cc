import { closeSync, openSync, read, rmSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { PackedRows } from '@chatferry/parsers';
import { PageBuilder } from './page-builder.ts';
import { takeNameAway } from './without-name.ts';

const readPiece = promisify(read);

/** The size of a segment. A segment is removed after it was read, so that the rows do not need their space twice. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

/**
 * Rows of one kind, with the place of each, on disk between reading an export and judging them: the users that messages
 * name are complete only when all messages were read.
 *
 * A page has for each place the numbers `name bytes, rows, ends, lines`, then for each place its name and its rows.
 */
export class RowSpool implements Disposable {
  readonly #name: string;
  readonly #segmentBytes: number;
  readonly #builder = new PageBuilder((page) => this.#writePage(page));
  /** The segments of the spool; a segment that was read is undefined. */
  readonly #segments: (Segment | undefined)[] = [];
  /** Bytes of the last segment; undefined when the next page begins a new segment. */
  #written: number | undefined;

  /** @param path of the segments, without their numbers */
  constructor(path: string, segmentBytes: number = SEGMENT_BYTES) {
    this.#name = path;
    this.#segmentBytes = segmentBytes;
  }

  /**
   * Adds a row.
   * @param file the name of its place in problems @param line its number in the file, from 1 @param json an object
   */
  add(file: string, line: number, json: string): void {
    this.#builder.add(file, line, json);
  }

  /** All rows in the order in which they were added, page by page. Can be read once. */
  async *pages(): AsyncGenerator<readonly PackedRows[]> {
    this.#builder.flush();
    for (const [number, segment] of this.#segments.entries()) {
      yield* readPages(segment!);
      this.#remove(number);
    }
  }

  [Symbol.dispose](): void {
    for (const number of this.#segments.keys()) this.#remove(number);
  }

  #remove(number: number): void {
    const segment = this.#segments[number];
    if (segment === undefined) return;
    this.#segments[number] = undefined;
    closeSync(segment.descriptor);
    rmSync(this.#path(number), { force: true });
  }

  #writePage(rows: readonly PackedRows[]): void {
    const names = rows.map(({ file }) => Buffer.from(file));
    const numbers = Uint32Array.from(
      rows.flatMap(({ ends, lines }, index) => [
        names[index]!.length,
        ends.length,
        ...ends,
        ...lines,
      ]),
    );
    const texts = rows.flatMap(({ bytes }, index) => [names[index]!, bytes]);
    const page = Buffer.concat([new Uint8Array(numbers.buffer), ...texts]);
    if (this.#written === undefined) this.#begin();
    const { descriptor, pages } = this.#segments.at(-1)!;
    for (let done = 0; done < page.length;)
      done += writeSync(descriptor, page, done, page.length - done);
    pages.push([numbers.length, page.length]);
    this.#written! += page.length;
    if (this.#written! >= this.#segmentBytes) this.#written = undefined;
  }

  #begin(): void {
    const path = this.#path(this.#segments.length);
    this.#segments.push({ descriptor: openSync(path, 'wx+', 0o600), pages: [] });
    takeNameAway(path);
    this.#written = 0;
  }

  #path(number: number): string {
    return `${this.#name}.${number}`;
  }
}

interface Segment {
  readonly descriptor: number;
  readonly pages: (readonly [numbers: number, bytes: number])[];
}

async function* readPages({ descriptor, pages }: Segment): AsyncGenerator<readonly PackedRows[]> {
  let at = 0;
  for (const [numbers, bytes] of pages) {
    const page = new Uint8Array(bytes);
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await readPiece(descriptor, page, done, bytes - done, at + done);
      if (bytesRead === 0) throw new Error('A file of rows is shorter than it was written.');
      done += bytesRead;
    }
    at += bytes;
    yield rowsIn(page, numbers);
  }
}

function rowsIn(page: Uint8Array<ArrayBuffer>, numbers: number): PackedRows[] {
  const all = new Uint32Array(page.buffer, 0, numbers);
  const found: PackedRows[] = [];
  let at = numbers * 4;
  for (let next = 0; next < numbers;) {
    const nameBytes = all[next]!;
    const rows = all[next + 1]!;
    const ends = all.subarray(next + 2, next + 2 + rows);
    const lines = all.subarray(next + 2 + rows, next + 2 + rows * 2);
    const file = Buffer.from(page.buffer, at, nameBytes).toString();
    const start = at + nameBytes;
    at = start + ends[rows - 1]!;
    found.push({ file, ends, lines, bytes: page.subarray(start, at) });
    next += 2 + rows * 2;
  }
  return found;
}
