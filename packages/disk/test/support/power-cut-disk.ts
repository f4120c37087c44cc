import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const { fsyncSync, openSync, renameSync } = fs;

/**
 * Watches what is synchronised with the disk, while it exists. At a power cut a disk may forget the content of a file that was not
 * synchronised, and a name in a folder that was not.
 */
export class PowerCutDisk implements Disposable {
  /** By the present path of a file, what the disk has of it for certain. */
  readonly #contents = new Map<string, string>();
  /** By the path of a folder, the names that it has on the disk for certain. */
  readonly #names = new Map<string, readonly string[]>();
  readonly #opened = new Map<number, string>();

  constructor() {
    fs.openSync = (file, ...rest) => {
      const descriptor = openSync(file, ...rest);
      this.#opened.set(descriptor, String(file));
      return descriptor;
    };
    fs.fsyncSync = (descriptor) => {
      fsyncSync(descriptor);
      const name = this.#opened.get(descriptor)!;
      if (fs.statSync(name).isDirectory()) this.#names.set(name, fs.readdirSync(name));
      else this.#contents.set(name, fs.readFileSync(name, 'utf8'));
    };
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      this.#contents.set(String(to), this.#contents.get(String(from)) ?? '');
    };
    syncBuiltinESMExports();
  }

  /** What a file may have when the power is cut now; undefined: there may be no file. */
  afterPowerCut(file: string): string | undefined {
    const isNamed = this.#names.get(path.dirname(file))?.includes(path.basename(file)) === true;
    return isNamed ? this.#contents.get(file) : undefined;
  }

  [Symbol.dispose](): void {
    Object.assign(fs, { fsyncSync, openSync, renameSync });
    syncBuiltinESMExports();
  }
}
