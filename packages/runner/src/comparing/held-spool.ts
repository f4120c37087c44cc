import { closeSync, readSync, rmSync, writeSync } from 'node:fs';
import { parseJson, type Row } from '@chatferry/contract';
import { createNewFile } from '@chatferry/disk';

/** A record that the service holds, with its id. */
export interface HeldRecord {
  readonly id: string;
  readonly held: Row;
}

/** The offset that ends a chain. */
export const END = -1;

const FLUSH_BYTES = 256 * 1024;
/** Before each entry: the offset of the previous entry in the chain, and the length of the entry. */
const HEAD_BYTES = 12;

/**
 * Held records to be compared field by field, in a file that only its owner can read (mode 0600). All held records may
 * differ, and memory must not grow with their number. Entries form chains, latest first.
 */
export class HeldSpool implements Disposable {
  readonly #path: string;
  readonly #descriptor: number;
  /** Reused: a buffer for each entry would be garbage faster than it is collected. */
  #scratch: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;

  /** @param path of the file; it is created here, and removed by disposing */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = createNewFile(path); // A killed process may have left this file.
  }

  /** @param previous offset of an earlier entry, or `END` @returns the offset of this entry */
  add(record: HeldRecord, previous: number): number {
    const offset = this.#written + this.#waitingBytes;
    const text = Buffer.from(JSON.stringify(record));
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeDoubleLE(previous, 0);
    head.writeUInt32LE(text.length, 8);
    this.#waiting.push(head, text);
    this.#waitingBytes += head.length + text.length;
    if (this.#waitingBytes >= FLUSH_BYTES) this.#flush();
    return offset;
  }

  /** The entries of a chain, the latest first. @param last offset of the latest entry, or `END` */
  *chain(last: number): Generator<HeldRecord> {
    this.#flush();
    for (let offset = last; offset !== END;) {
      const head = this.#read(offset, HEAD_BYTES);
      const previous = head.readDoubleLE(0);
      const text = this.#read(offset + HEAD_BYTES, head.readUInt32LE(8));
      yield parseJson(text.toString()) as HeldRecord;
      offset = previous;
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
    rmSync(this.#path, { force: true });
  }

  /** @returns bytes that are valid until the next read */
  #read(offset: number, length: number): Buffer {
    if (this.#scratch.length < length) this.#scratch = Buffer.allocUnsafeSlow(length * 2);
    const bytes = this.#scratch.subarray(0, length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#descriptor, bytes, done, length - done, offset + done);
      if (read === 0) throw new RangeError(`${this.#path} ends early`);
      done += read;
    }
    return bytes;
  }

  #flush(): void {
    if (this.#waitingBytes === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#written + done);
    this.#written += bytes.length;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
