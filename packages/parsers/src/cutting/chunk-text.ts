import { isAscii, isUtf8 } from 'node:buffer';
import { mayBeMisread } from '../bytes/misread-text.ts';
import type { Chunk, Fault } from './chunk.ts';

/** U+FFFD in UTF-8: marks characters that were lost earlier. */
const MARK = Buffer.from('\uFFFD');

/** The rows of a chunk as text, with the facts that are known before they are parsed. */
export class ChunkText {
  readonly chunk: Chunk;
  readonly bytes: Buffer;
  /** Rows that cannot be parsed, by index. */
  readonly faults: ReadonlyMap<number, Pick<Fault, 'code' | 'place'>>;
  /** Whether any row may contain `\u…` escapes, which can encode unpaired surrogates. */
  readonly hasEscapes: boolean;
  /** Rows that are not valid UTF-8 and are parsed with U+FFFD for each invalid byte. */
  readonly #repaired = new Set<number>();
  readonly #hasMarks: boolean;
  /** Whether any row may have UTF-8 that was read as another encoding. */
  readonly #mayBeMisread: boolean;
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

    const faults = new Map<number, Pick<Fault, 'code' | 'place'>>(
      chunk.faults.map((fault) => [fault.row, fault]),
    );
    this.faults = faults;
    const isPlain = isAscii(this.bytes);
    this.#mayBeMisread = isPlain ? this.hasEscapes : hasMisreadCharacter(this.bytes);
    this.#encoding = isPlain ? 'latin1' : 'utf8';
    if (isPlain || isUtf8(this.bytes.subarray(starts[0]))) return;
    for (let row = 0; row < rows; row++) {
      if (faults.has(row) || isUtf8(this.#rowBytes(row))) continue;
      if (repairs) this.#repaired.add(row);
      else faults.set(row, { code: 'broken-encoding' });
    }
  }

  /** The 1-based position of the row in its file; 0 when no neighbouring row begins on the same line. */
  item(row: number): number {
    const { lines, rows, before } = this.chunk;
    const line = lines[row];
    const isAlone = lines[row - 1] !== line && (row + 1 === rows || lines[row + 1] !== line);
    return isAlone || before === undefined ? 0 : before + row + 1;
  }

  /** The text of the row in the file. */
  text(row: number): string {
    return this.bytes.toString(this.#encoding, this.chunk.starts[row], this.chunk.ends[row]);
  }

  isRepaired(row: number): boolean {
    return this.#repaired.size > 0 && this.#repaired.has(row);
  }

  /** Whether the row has replacement characters, from before or from the repair of its bytes. */
  hasMark(row: number): boolean {
    return (this.#hasMarks && this.#rowBytes(row).includes(MARK)) || this.isRepaired(row);
  }

  /** Whether the row may have UTF-8 that was read as another encoding. */
  mayBeMisread(row: number): boolean {
    return this.#mayBeMisread && mayBeMisread(this.text(row));
  }

  #rowBytes(row: number): Buffer {
    return this.bytes.subarray(this.chunk.starts[row], this.chunk.ends[row]);
  }
}

/** The first byte of U+00C0 to U+00FF in UTF-8. */
const LETTER = 0xc3;
/** The second byte of U+00C2 and of U+00F4: in this range a letter can be the misread first byte of a character. */
const [FIRST_LEAD, LAST_LEAD] = [0x82, 0xb4];

/** Whether a letter that can be the misread first byte of a character is followed by a character that is not ASCII. */
function hasMisreadCharacter(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(LETTER); at !== -1; at = bytes.indexOf(LETTER, at + 2)) {
    const lead = bytes[at + 1]!;
    if (lead >= FIRST_LEAD && lead <= LAST_LEAD && bytes[at + 2]! >= 0xc2) return true;
  }
  return false;
}
