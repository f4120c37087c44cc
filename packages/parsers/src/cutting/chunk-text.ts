import { isAscii, isUtf8 } from 'node:buffer';
import type { ProblemCode } from '@chatferry/contract';
import type { Chunk } from './chunk.ts';

/** U+FFFD in UTF-8: what stands where a character was lost earlier. */
const MARK = Buffer.from('\uFFFD');

/** The rows of a chunk as text, with what is known of them before they are parsed. */
export class ChunkText {
  readonly chunk: Chunk;
  readonly bytes: Buffer;
  /** Rows that cannot be parsed, by index. */
  readonly faults: ReadonlyMap<number, ProblemCode>;
  /** Whether any row may have characters written as `\u…`, by which halves of characters come in. */
  readonly hasEscapes: boolean;
  /** Rows that are no UTF-8 and are to be parsed all the same, with marks in the place of what is no text. */
  readonly #mended = new Set<number>();
  readonly #hasMarks: boolean;
  /** What is ASCII throughout need not be decoded. */
  readonly #encoding: 'latin1' | 'utf8';

  /** @param mend whether rows that are no UTF-8 are to be parsed */
  constructor(chunk: Chunk, mend: boolean) {
    const { bytes, rows, starts, ends } = chunk;
    const last = rows === 0 ? 0 : ends[rows - 1]!;
    this.chunk = chunk;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, last);
    this.hasEscapes = this.bytes.includes(String.raw`\u`);
    this.#hasMarks = this.bytes.includes(MARK);

    const faults = new Map(chunk.faults.map(({ row, code }) => [row, code]));
    this.faults = faults;
    const isPlain = isAscii(this.bytes);
    this.#encoding = isPlain ? 'latin1' : 'utf8';
    if (isPlain || isUtf8(this.bytes.subarray(starts[0]))) return;
    for (let row = 0; row < rows; row++) {
      if (faults.has(row) || isUtf8(this.#rowBytes(row))) continue;
      if (mend) this.#mended.add(row);
      else faults.set(row, 'broken-encoding');
    }
  }

  /** The row as it stands in the file. */
  text(row: number): string {
    return this.bytes.toString(this.#encoding, this.chunk.starts[row], this.chunk.ends[row]);
  }

  isMended(row: number): boolean {
    return this.#mended.size > 0 && this.#mended.has(row);
  }

  /** Whether something in the row was lost before it came here, or when its bytes were mended. */
  hasMark(row: number): boolean {
    return (this.#hasMarks && this.#rowBytes(row).includes(MARK)) || this.isMended(row);
  }

  #rowBytes(row: number): Buffer {
    return this.bytes.subarray(this.chunk.starts[row], this.chunk.ends[row]);
  }
}
