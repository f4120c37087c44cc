import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { JobError } from '../errors/job-error.ts';

const FLUSH_AT = 256 * 1024;

/**
 * A text file to which lines are appended, and whose length is committed elsewhere. Only its owner can read it (mode 0600).
 * Opening it removes everything that was written after the last commit.
 */
export class AppendedFile implements Disposable {
  readonly #descriptor: number;
  #waiting = '';
  #bytes: number;
  #lines: number;
  #isSynced = true;

  /**
   * @param committed bytes and lines of the file at the last commit; 0 for a new file
   * @throws {JobError} `damaged-export` when bytes that were committed are missing
   */
  constructor(path: string, committed: { readonly bytes: number; readonly lines: number }) {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    // Windows has no O_NOFOLLOW: it is undefined there, which changes no bit.
    this.#descriptor = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    if (fstatSync(this.#descriptor).size < committed.bytes) {
      closeSync(this.#descriptor);
      throw new JobError(
        'damaged-export',
        `${path} is shorter than the export left it, so lines are missing from it.`,
        'Restore the file, or export into another folder.',
        { path },
      );
    }
    ftruncateSync(this.#descriptor, committed.bytes);
    this.#bytes = committed.bytes;
    this.#lines = committed.lines;
  }

  get lines(): number {
    return this.#lines;
  }

  append(line: string): void {
    this.#waiting += `${line}\n`;
    this.#lines++;
    if (this.#waiting.length >= FLUSH_AT) this.#flush();
  }

  /** @returns the length to commit; the bytes are on disk */
  sync(): { readonly bytes: number; readonly lines: number } {
    if (this.#waiting !== '') this.#flush();
    if (!this.#isSynced) fdatasyncSync(this.#descriptor);
    this.#isSynced = true;
    return { bytes: this.#bytes, lines: this.#lines };
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#isSynced = false;
    for (let written = 0; written < bytes.length;)
      written += writeSync(
        this.#descriptor,
        bytes,
        written,
        bytes.length - written,
        this.#bytes + written,
      );
    this.#bytes += bytes.length;
  }
}
