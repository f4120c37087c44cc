import { join } from 'node:path';
import { column, COLUMNS, type Kind, kinds, type RecordBlock } from '@chatferry/contract';
import { Bitmap } from '../storage/bitmap.ts';
import { bucketOf, BUCKETS } from './entry.ts';
import { suffixBytes } from './number-entry.ts';
import { packOrigin } from './origin.ts';
import type { RunBuffer } from './run-buffer.ts';
import { type StoredRun, writeRun } from './write-run.ts';
import { SEGMENT, WorkFile } from '../storage/work-file.ts';

/** The records of a run are in order of time, equal times in input order. */
export interface Run {
  readonly records: number;
  readonly bytes: number;
}

/** Numbers of a block's records that are not in the block. */
export interface BlockNumbers {
  /** The number of the block's input. */
  readonly input: number;
  /** For each record the hash of its legacy id, or 0 for an unchanged id; undefined when no id was changed. */
  readonly legacyHashes: Float64Array | undefined;
}

/**
 * The records of one kind on disk, in runs that are each in order of time. A record's ordinal is its position in the
 * input, its slot is its position on disk. Records without a time stay in input order: their slots are their ordinals.
 *
 * While one run fills in memory, the previous run is written piece by piece, one piece after each block: writing a whole run in one call
 * would stop the threads that judge rows.
 */
export class RecordSpool implements Disposable {
  readonly kind: Kind;
  readonly runs: Run[] = [];
  readonly bodies: WorkFile;
  readonly entries: WorkFile;
  /** Ordinals of records that will not be planned. */
  readonly dropped: Bitmap = new Bitmap();
  /** Ordinals of records that are planned as another kind. */
  readonly moved: Bitmap = new Bitmap();
  /** Number of records, without dropped ones, by bucket of their conversation or message. */
  readonly counts: Uint32Array = new Uint32Array(BUCKETS);
  readonly #hasConversations: boolean;
  readonly #isByOwner: boolean;
  readonly #numbers = { bytes: 0, time: 0, hash: 0, bucket: 0, origin: 0, legacyHash: 0 };
  #filling: RunBuffer;
  /** The run that is being written. */
  #other: RunBuffer;
  #writing: Generator<void> | undefined;
  readonly #onStored: (stored: StoredRun) => void;
  /** Number of records in runs that are written or being written. */
  #ended = 0;
  #largest = 0;
  readonly #numbered = new Map<number, number>();
  #suffixBytes = 0;

  /** @param onStored called for each run with the slots of its records, in input order */
  constructor(
    folder: string,
    kind: Kind,
    buffers: readonly [RunBuffer, RunBuffer],
    onStored: (stored: StoredRun) => void,
  ) {
    this.kind = kind;
    const { lanes } = kinds[kind];
    this.#hasConversations = lanes === 'conversation' || lanes === 'message';
    this.#isByOwner = lanes === 'owner';
    this.bodies = new WorkFile(join(folder, `${kind}.bodies`));
    this.entries = new WorkFile(join(folder, `${kind}.entries`));
    [this.#filling, this.#other] = buffers;
    this.#onStored = onStored;
  }

  /** Number of records appended so far. */
  get records(): number {
    return this.#ended + this.#filling.records;
  }

  /** Size of the largest record in bytes. */
  get largest(): number {
    return this.#largest + this.#suffixBytes;
  }

  /** Bytes on disk that are released while the records are read in order: each run except one segment. */
  get releasedWhileReading(): number {
    return Math.max(this.bodies.bytes - this.runs.length * SEGMENT, 0);
  }

  /**
   * Appends the records of a block. Each record costs a few numbers, and no object.
   *
   * @param keep called for each record in order, with its offsets in the block. Returns the end of the bytes to append; `start` for none
   * @returns indexes of records that were not appended
   */
  append(
    { columns, wire, records }: RecordBlock,
    keep: (index: number, start: number, end: number) => number,
    { input, legacyHashes }: BlockNumbers,
  ): ReadonlySet<number> {
    const left = new Set<number>();
    const numbers = this.#numbers;
    let start = 0;
    let copied = 0;
    for (let index = 0, at = 0; index < records; index++, at += COLUMNS) {
      const end = columns[at + column.end]!;
      const kept = keep(index, start, end);
      if (kept === start) {
        left.add(index);
        this.#filling.copy(wire, copied, start);
        copied = end;
        start = end;
        continue;
      }
      if (this.#filling.isFull(kept - start)) {
        this.#filling.copy(wire, copied, start);
        copied = start;
        this.#endRun();
      }
      if (kept < end) {
        this.#filling.copy(wire, copied, kept);
        copied = end;
      }
      numbers.bytes = kept - start;
      numbers.hash = columns[at + column.idHash]!;
      numbers.origin = packOrigin(input, columns[at + column.line]!);
      numbers.legacyHash = legacyHashes === undefined ? 0 : legacyHashes[index]!;
      if (this.#hasConversations) {
        // Messages, and records that belong to messages, are sorted by time and assigned to lanes by conversation or message.
        numbers.time = columns[at + column.time]!;
        numbers.bucket = bucketOf(columns[at + column.group]! || columns[at + column.pair]!);
        this.counts[numbers.bucket]!++;
      } else if (this.#isByOwner) numbers.time = ownerKey(columns[at + column.user]!);
      this.#filling.note(numbers);
      if (numbers.bytes > this.#largest) this.#largest = numbers.bytes;
      start = end;
    }
    this.#filling.copy(wire, copied, start);
    this.#writeOn();
    return left;
  }

  /** Marks a record that will not be planned. */
  drop({ ordinal, bucket }: { readonly ordinal: number; readonly bucket: number }): void {
    this.dropped.add(ordinal);
    if (this.#hasConversations) this.counts[bucket]!--;
  }

  /** Notes a number to append to the id of a record when the record is read in order. */
  number({ ordinal }: { readonly ordinal: number }, number: number): void {
    this.#numbered.set(ordinal, number);
    this.#suffixBytes = Math.max(this.#suffixBytes, suffixBytes(number));
  }

  /** The ordinals of records with a number in their id. */
  get numbered(): Iterable<number> {
    return this.#numbered.keys();
  }

  /** The number in a record's id; undefined for nearly all records. */
  numberOf(ordinal: number): number | undefined {
    return this.#numbered.size === 0 ? undefined : this.#numbered.get(ordinal);
  }

  /** Writes all records from memory to disk. */
  flush(): void {
    this.#endRun();
    while (this.#writing !== undefined) this.#writeOn();
  }

  /** Writes a piece of the last ended run. */
  #writeOn(): void {
    if (this.#writing?.next().done === true) this.#writing = undefined;
  }

  /** Ends the run in memory and starts a new run. */
  #endRun(): void {
    const run = this.#filling;
    if (run.records === 0) return;
    while (this.#writing !== undefined) this.#writeOn();
    this.runs.push({ records: run.records, bytes: run.filled });
    this.#writing = writeRun(run, this, this.#ended, this.#onStored);
    this.#ended += run.records;
    [this.#filling, this.#other] = [this.#other, run];
  }

  [Symbol.dispose](): void {
    this.bodies[Symbol.dispose]();
    this.entries[Symbol.dispose]();
  }
}

/** A sort key of 34 bits, the same size as times. Nearly every user has a different key. @param user hash of the uid */
function ownerKey(user: number): number {
  return Math.floor(user / 2 ** 19);
}
