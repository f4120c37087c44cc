import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

const FLUSH_AT = 64 * 1024;

/** What was written. */
export interface WrittenFile {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * A text file written line by line for its owner alone (mode 0600); it may hold names and texts of people.
 *
 * It grows beside its final place. `finish` puts it there so that it outlives a power cut; disposed of before, it
 * leaves nothing.
 */
export class LinesFile implements Disposable {
  readonly #path: string;
  readonly #hash = createHash('sha256');
  #descriptor: number | undefined;
  #waiting = '';
  #lines = 0;
  #bytes = 0;

  constructor(file: string) {
    this.#path = file;
    rmSync(this.#beside, { force: true });
    this.#descriptor = openSync(this.#beside, 'wx', 0o600); // Exclusive: it follows no link.
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
    fsyncSync(this.#descriptor!);
    closeSync(this.#descriptor!);
    this.#descriptor = undefined;
    renameSync(this.#beside, this.#path);
    syncFolder(path.dirname(this.#path));
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  [Symbol.dispose](): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#beside, { force: true });
  }

  get #beside(): string {
    return `${this.#path}.new`;
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

/** Makes the names in a folder outlive a power cut. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
