import { InputError } from '../terms/input-error.ts';

const LENGTH_BYTES = 4;

/** The bytes of the length, and the zero at the end. */
const LEAST_BYTES = 5;

/** MongoDB stores documents of at most 16 MiB; the program that dumps them allows 16 KiB more. */
const MOST_BYTES = 16 * 1024 * 1024 + 16 * 1024;

/** A value instead of a length: the end of a part of an archive. */
const MARKER = -1;

export const dumpAgain =
  'Copy the file again, or dump it again with mongodump. A dump that a backup service keeps may be encrypted: download it decrypted.';

/** Receives the documents of BSON one by one. */
export interface DocumentHandler {
  /** @param bytes contains the document until the end of the call @param offset of the document's first byte in the decompressed file */
  document(bytes: Buffer, from: number, to: number, offset: number): void;
  /** Absent where documents follow each other without markers. */
  marker?(offset: number): void;
}

/** Cuts BSON into its documents by their lengths. Keeps only an incomplete document in memory. */
export class DocumentCutter {
  readonly #file: string;
  readonly #handler: DocumentHandler;
  /** Number of bytes of the file before the waiting bytes. */
  #offset: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Number of bytes that are needed before anything can be cut. */
  #needed = LENGTH_BYTES;

  /** @param offset of the first byte in the decompressed file */
  constructor(file: string, handler: DocumentHandler, offset = 0) {
    this.#file = file;
    this.#handler = handler;
    this.#offset = offset;
  }

  /** @throws {InputError} for an impossible length of a document */
  take(piece: Uint8Array): void {
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes < this.#needed) {
      this.#waiting[this.#waiting.length - 1] = Uint8Array.from(piece); // A piece may be reused.
      return;
    }
    const bytes =
      this.#waiting.length === 1
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat(this.#waiting);
    const cut = this.#cut(bytes);
    this.#offset += cut;
    this.#waitingBytes = bytes.length - cut;
    this.#waiting = this.#waitingBytes === 0 ? [] : [Uint8Array.from(bytes.subarray(cut))];
  }

  /** @throws {InputError} where the file ends inside of a document */
  end(): void {
    if (this.#waitingBytes > 0)
      throw this.#broken(`ends inside of the document that begins at byte ${this.#offset}`);
  }

  /** @returns the offset up to which documents were cut */
  #cut(bytes: Buffer): number {
    let at = 0;
    for (this.#needed = LENGTH_BYTES; bytes.length - at >= this.#needed; this.#needed = 4) {
      const length = bytes.readInt32LE(at);
      const offset = this.#offset + at;
      if (length === MARKER && this.#handler.marker !== undefined) {
        this.#handler.marker(offset);
        at += LENGTH_BYTES;
        continue;
      }
      if (length < LEAST_BYTES || length > MOST_BYTES)
        throw this.#broken(
          `is damaged, or no dump of MongoDB: byte ${offset} begins a document of ${length} bytes`,
        );
      this.#needed = length;
      if (bytes.length - at < length) break;
      this.#handler.document(bytes, at, at + length, offset);
      at += length;
    }
    return at;
  }

  #broken(what: string): InputError {
    return new InputError('broken-file', `${what}.`, { file: this.#file }, { fix: dumpAgain });
  }
}
