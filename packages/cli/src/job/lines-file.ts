import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

const FLUSH_AT = 64 * 1024;

/**
 * A text file written line by line for its owner alone (mode 0600); it may hold names and texts of people.
 *
 * It grows beside its final place and appears there with `finish`; disposed of before, it leaves nothing behind.
 */
export class LinesFile implements Disposable {
  readonly #path: string;
  #descriptor: number | undefined;
  #waiting = '';
  #lines = 0;

  constructor(path: string) {
    this.#path = path;
    rmSync(this.#beside, { force: true }); // The mode is only set on a new file.
    this.#descriptor = openSync(this.#beside, 'w', 0o600);
  }

  get lines(): number {
    return this.#lines;
  }

  write(line: string): void {
    this.#waiting += `${line}\n`;
    this.#lines++;
    if (this.#waiting.length >= FLUSH_AT) this.#flush();
  }

  finish(): void {
    this.#flush();
    closeSync(this.#descriptor!);
    this.#descriptor = undefined;
    renameSync(this.#beside, this.#path);
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
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#descriptor!, bytes, written);
  }
}
