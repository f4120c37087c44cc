import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { PackedRows } from '@chatferry/parsers';

/** A segment is removed when it was read, so that the rows do not need their space twice. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

/** Rows are written in chunks of about this size, which a thread judges in one step. */
const CHUNK_BYTES = 256 * 1024;

/** Lengths of the name of the file, of the list of rows and of the rows. */
const HEADER_NUMBERS = 3;

/**
 * Rows of one kind, with the place of each, on disk between reading an export and judging them: the users that messages
 * name are complete only when all messages were read.
 */
export class RowSpool implements Disposable {
  readonly #path: string;
  readonly #segmentBytes: number;
  readonly #bytes = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #file = '';
  #used = 0;
  #ends: number[] = [];
  #lines: number[] = [];
  #descriptor: number | undefined;
  #written = 0;
  #segments = 0;

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
    const most = json.length * 3; // UTF-8 needs at most three bytes for each UTF-16 unit
    if (file !== this.#file || this.#used + most > CHUNK_BYTES) {
      this.#flush();
      this.#file = file;
    }
    this.#lines.push(line);
    if (most <= CHUNK_BYTES) {
      this.#used += this.#bytes.write(json, this.#used);
      this.#ends.push(this.#used);
      return;
    }
    const bytes = Buffer.from(json);
    this.#ends.push(bytes.length);
    this.#writeChunk(bytes);
  }

  /** All rows in the order in which they were added. Can be read once. */
  async *rows(): AsyncGenerator<PackedRows> {
    this.#flush();
    this.#close();
    for (let number = 0; number < this.#segments; number++) {
      const path = this.#segment(number);
      yield* readSegment(path);
      rmSync(path);
    }
  }

  [Symbol.dispose](): void {
    this.#close();
    for (let number = 0; number < this.#segments; number++)
      rmSync(this.#segment(number), { force: true });
  }

  #flush(): void {
    if (this.#ends.length > 0) this.#writeChunk(this.#bytes.subarray(0, this.#used));
  }

  #writeChunk(rows: Uint8Array): void {
    const name = Buffer.from(this.#file);
    const numbers = Uint32Array.of(name.length, this.#ends.length, rows.length);
    const ends = Uint32Array.from(this.#ends);
    const lines = Uint32Array.from(this.#lines);
    for (const part of [numbers, ends, lines]) this.#write(new Uint8Array(part.buffer));
    this.#write(name);
    this.#write(rows);
    this.#ends = [];
    this.#lines = [];
    this.#used = 0;
    if (this.#written >= this.#segmentBytes) this.#close();
  }

  #write(bytes: Uint8Array): void {
    this.#descriptor ??= openSync(this.#segment(this.#segments++), 'wx', 0o600);
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
    this.#written += bytes.length;
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

async function* readSegment(path: string): AsyncGenerator<PackedRows> {
  await using file = await open(path);
  const read = async (bytes: number): Promise<Uint8Array<ArrayBuffer>> => {
    const buffer = new Uint8Array(bytes);
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await file.read(buffer, done, bytes - done);
      if (bytesRead === 0) throw new Error(`${path} is shorter than it was written.`);
      done += bytesRead;
    }
    return buffer;
  };
  let left = (await file.stat()).size;
  while (left > 0) {
    const header = new Uint32Array((await read(HEADER_NUMBERS * 4)).buffer);
    const [nameBytes, rows, bytes] = [header[0]!, header[1]!, header[2]!];
    const rest = await read(rows * 8 + nameBytes + bytes);
    const name = rest.subarray(rows * 8, rows * 8 + nameBytes);
    yield {
      file: Buffer.from(name).toString(),
      ends: new Uint32Array(rest.buffer, 0, rows),
      lines: new Uint32Array(rest.buffer, rows * 4, rows),
      bytes: rest.subarray(rows * 8 + nameBytes),
    };
    left -= HEADER_NUMBERS * 4 + rest.length;
  }
}
