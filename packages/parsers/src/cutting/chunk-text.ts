import { isAscii, isUtf8 } from 'node:buffer';
import type { ProblemCode } from '@chatferry/contract';
import type { Chunk } from './chunk.ts';

/** U+FFFD in UTF-8: marks characters that were lost earlier. */
const MARK = Buffer.from('\uFFFD');

/** The rows of a chunk as text, with the facts that are known before they are parsed. */
export class ChunkText {
  readonly chunk: Chunk;
  readonly bytes: Buffer;
  /** Rows that cannot be parsed, by index. */
  readonly faults: ReadonlyMap<number, ProblemCode>;
  /** Whether any row may contain `\u…` escapes, which can encode unpaired surrogates. */
  readonly hasEscapes: boolean;
  /** Rows that are not valid UTF-8 and are parsed with U+FFFD for each invalid byte. */
  readonly #repaired = new Set<number>();
  readonly #hasMarks: boolean;
  /** Pure ASCII needs no decoding. */
  readonly #encoding: 'latin1' | 'utf8';

  /** @param repairs whether rows that are not valid UTF-8 are parsed */
  constructor(chunk: Chunk, repairs: boolean) {
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
      if (repairs) this.#repaired.add(row);
      else faults.set(row, 'broken-encoding');
    }
  }

  /** The text of the row in the file. */
  text(row: number): string {
    return this.bytes.toString(this.#encoding, this.chunk.starts[row], this.chunk.ends[row]);
  }

  isRepaired(row: number): boolean {
    return this.#repaired.size > 0 && this.#repaired.has(row);
  }

  /** Whether the row has characters that were lost earlier, or lost when its bytes were repaired. */
  hasMark(row: number): boolean {
    return (this.#hasMarks && this.#rowBytes(row).includes(MARK)) || this.isRepaired(row);
  }

  #rowBytes(row: number): Buffer {
    return this.bytes.subarray(this.chunk.starts[row], this.chunk.ends[row]);
  }
}
