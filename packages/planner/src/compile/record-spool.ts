import { join } from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { Noted, RunBuffer } from './run-buffer.ts';
import { type StoredRun, writeRun } from './write-run.ts';
import { SEGMENT, WorkFile } from './work-file.ts';

/** Records of a run follow each other in order of time, equal times in input order. */
export interface Run {
  readonly records: number;
  readonly bytes: number;
}

/**
 * The records of one kind on disk, in runs that are each in order of time. A record's slot is its place among all
 * that are on disk; its ordinal is its place in the input. Records without a time stay in input order.
 *
 * While one run comes together the one before it is written, piece by piece: written at once, it would keep those
 * waiting who make the records.
 */
export class RecordSpool implements Disposable {
  readonly kind: Kind;
  readonly runs: Run[] = [];
  readonly bodies: WorkFile;
  readonly entries: WorkFile;
  #filling: RunBuffer;
  /** Holds the run that is being written. */
  #other: RunBuffer;
  #writing: Generator<void> | undefined;
  readonly #onStored: (stored: StoredRun) => void;
  /** Records in runs that are written, or being written. */
  #ended = 0;
  #largest = 0;

  /** @param onStored is told where the records of each run went, in input order */
  constructor(
    folder: string,
    kind: Kind,
    buffers: readonly [RunBuffer, RunBuffer],
    onStored: (stored: StoredRun) => void,
  ) {
    this.kind = kind;
    this.bodies = new WorkFile(join(folder, `${kind}.bodies`));
    this.entries = new WorkFile(join(folder, `${kind}.entries`));
    [this.#filling, this.#other] = buffers;
    this.#onStored = onStored;
  }

  /** Records taken in so far. */
  get records(): number {
    return this.#ended + this.#filling.records;
  }

  /** Bytes of the largest record. */
  get largest(): number {
    return this.#largest;
  }

  /** Bytes on disk that are given back while the records are read in order: of each run all but a segment. */
  get givenBack(): number {
    return Math.max(this.bodies.bytes - this.runs.length * SEGMENT, 0);
  }

  /** Whether a record of this size needs a new run: then `copy` what was noted, and `endRun`. */
  isFull(bytes: number): boolean {
    return this.#filling.isFull(bytes);
  }

  /** Takes in the numbers of the next record. Its bytes follow with `copy`, before the run ends. */
  note(noted: Noted): void {
    this.#filling.note(noted);
    if (noted.bytes > this.#largest) this.#largest = noted.bytes;
  }

  /** Takes in the bytes of records that were noted. */
  copy(wire: Uint8Array, start: number, end: number): void {
    this.#filling.copy(wire, start, end);
  }

  /** Writes a piece of the run that ended last. */
  writeOn(): void {
    if (this.#writing?.next().done === true) this.#writing = undefined;
  }

  /** What has come together becomes a run, and what comes next another. */
  endRun(): void {
    const run = this.#filling;
    if (run.records === 0) return;
    while (this.#writing !== undefined) this.writeOn();
    this.runs.push({ records: run.records, bytes: run.filled });
    this.#writing = writeRun(run, this, this.#ended, this.#onStored);
    this.#ended += run.records;
    [this.#filling, this.#other] = [this.#other, run];
  }

  /** Writes all that has come together. */
  flush(): void {
    this.endRun();
    while (this.#writing !== undefined) this.writeOn();
  }

  [Symbol.dispose](): void {
    this.bodies[Symbol.dispose]();
    this.entries[Symbol.dispose]();
  }
}
