import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { PackedRows } from '@chatferry/parsers';
import { PageBuilder } from './page-builder.ts';

/** A segment is removed when it was read, so that the rows do not need their space twice. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

/**
 * Rows of one kind, with the place of each, on disk between reading an export and judging them: the users that messages
 * name are complete only when all messages were read.
 *
 * A page has for each place the numbers `name bytes, rows, ends, lines`, then for each place its name and its rows.
 */
export class RowSpool implements Disposable {
  readonly #path: string;
  readonly #segmentBytes: number;
  readonly #builder = new PageBuilder((page) => this.#writePage(page));
  #descriptor: number | undefined;
  #written = 0;
  /** For each segment, the numbers and the bytes of each of its pages. */
  readonly #segments: (readonly [numbers: number, bytes: number])[][] = [];

  /** @param path of the segments, without their numbers */
  constructor(path: string, segmentBytes: number = SEGMENT_BYTES) {
    this.#path = path;
    this.#segmentBytes = segmentBytes;
  }

  /**
   * Adds a row.
   * @param file the name of its place in problems @param line its number there, from 1 @param json an object
   */
  add(file: string, line: number, json: string): void {
    this.#builder.add(file, line, json);
  }

  /** All rows in the order in which they were added, page by page. Can be read once. */
  async *pages(): AsyncGenerator<readonly PackedRows[]> {
    this.#builder.flush();
    this.#close();
    for (const [number, pages] of this.#segments.entries()) {
      const path = this.#segment(number);
      yield* readPages(path, pages);
      rmSync(path);
    }
  }

  [Symbol.dispose](): void {
    this.#close();
    for (const number of this.#segments.keys()) rmSync(this.#segment(number), { force: true });
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
    if (this.#descriptor === undefined) {
      this.#descriptor = openSync(this.#segment(this.#segments.length), 'wx', 0o600);
      this.#segments.push([]);
    }
    for (let done = 0; done < page.length;)
      done += writeSync(this.#descriptor, page, done, page.length - done);
    this.#segments.at(-1)!.push([numbers.length, page.length]);
    this.#written += page.length;
    if (this.#written >= this.#segmentBytes) this.#close();
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
    this.#written = 0;
  }

  #segment(number: number): string {
    return `${this.#path}.${number}`;
  }
}

async function* readPages(
  path: string,
  pages: readonly (readonly [numbers: number, bytes: number])[],
): AsyncGenerator<readonly PackedRows[]> {
  await using file = await open(path);
  for (const [numbers, bytes] of pages) {
    const page = new Uint8Array(bytes);
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await file.read(page, done, bytes - done);
      if (bytesRead === 0) throw new Error(`${path} is shorter than it was written.`);
      done += bytesRead;
    }
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
