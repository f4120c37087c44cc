import { createHash } from 'node:crypto';
import { closeSync, rmSync, writeSync } from 'node:fs';
import { createNewFile } from './new-file.ts';
import { temporaryName, publishFile } from './replace-file.ts';

const FLUSH_AT = 64 * 1024;

/** The size and hash of a finished file. */
export interface WrittenFile {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * A text file that is written line by line. Only its owner can read it (mode 0600), because it may contain names and texts of people.
 *
 * The lines are written under a temporary name. `finish` gives the file its own name, which survives a power cut. Disposing without
 * `finish` leaves no file.
 */
export class LinesFile implements Disposable {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #descriptor: number | undefined;
  #isFinished = false;
  #waiting = '';
  #lines = 0;
  #bytes = 0;

  constructor(file: string) {
    this.#path = file;
    this.#descriptor = createNewFile(this.#temporary);
  }

  get lines(): number {
    return this.#lines;
  }

  write(line: string): void {
    this.#waiting += `${line}\n`;
    this.#lines++;
    if (this.#waiting.length >= FLUSH_AT) this.#flush();
  }

  finish(): WrittenFile {
    this.#flush();
    this.#close();
    publishFile(this.#temporary, this.#path);
    this.#isFinished = true;
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  [Symbol.dispose](): void {
    this.#close();
    if (!this.#isFinished) rmSync(this.#temporary, { force: true });
  }

  get #temporary(): string {
    return temporaryName(this.#path);
  }

  #close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#descriptor!, bytes, written);
  }
}
