import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const { O_CREAT, O_RDWR, O_NOFOLLOW } = constants;
const PIECE_BYTES = 1024 * 1024;

/** A file while it is copied, with the hash of what it has. */
export class PartialFile implements AsyncDisposable {
  readonly #file: FileHandle;
  #hash: Hash = createHash('sha256');
  #bytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens a file, with the bytes that an earlier process left in it. */
  static async open(path: string): Promise<PartialFile> {
    const file = await open(path, O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
    const partial = new PartialFile(file);
    const piece = Buffer.alloc(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, partial.#bytes);
      if (bytesRead === 0) return partial;
      partial.#hash.update(piece.subarray(0, bytesRead));
      partial.#bytes += bytesRead;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  async append(piece: Uint8Array): Promise<void> {
    for (let done = 0; done < piece.length;) {
      const { bytesWritten } = await this.#file.write(
        piece,
        done,
        piece.length - done,
        this.#bytes + done,
      );
      done += bytesWritten;
    }
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  async clear(): Promise<void> {
    if (this.#bytes === 0) return;
    await this.#file.truncate(0);
    this.#hash = createHash('sha256');
    this.#bytes = 0;
  }

  /** Waits until the disk has all of it. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
