import { join } from 'node:path';
import type { Kind } from '@chatferry/contract';
import { BUCKETS } from './lanes.ts';
import { CHUNK_BYTES, ENTRY, entry, RUN_BYTES, RUN_RECORDS, type RunBuffer } from './run-buffer.ts';
import { WorkFile } from './work-file.ts';

/** Records of a run follow each other in order of time, equal times in input order. */
export interface Run {
  readonly records: number;
  readonly bytes: number;
}

/** Where the records of a run went, in input order; good until the next run. */
export interface StoredRun {
  /** Ordinal of the first. */
  readonly first: number;
  /** Of their ids. */
  readonly hashes: Float64Array;
  readonly slots: Float64Array;
}

/** The numbers of a record that is about to be spooled. */
export interface Noted {
  bytes: number;
  time: number;
  hash: number;
  bucket: number;
  origin: number;
  legacyHash: number;
}

/**
 * The records of one kind on disk, in runs that are each in order of time. A record's slot is its place among all
 * that are on disk; its ordinal is its place in the input. Records without a time stay in input order.
 */
export class RecordSpool implements Disposable {
  readonly kind: Kind;
  readonly runs: Run[] = [];
  readonly bodies: WorkFile;
  readonly entries: WorkFile;
  readonly #buffer: RunBuffer;
  readonly #onStored: (stored: StoredRun) => void;
  #copied = 0;
  #noted = 0;
  #pending = 0;
  #inOrder = true;
  #stored = 0;
  #largest = 0;

  /** @param onStored is told where the records of each run went, in input order */
  constructor(
    folder: string,
    kind: Kind,
    buffer: RunBuffer,
    onStored: (stored: StoredRun) => void,
  ) {
    this.kind = kind;
    this.bodies = new WorkFile(join(folder, `${kind}.bodies`));
    this.entries = new WorkFile(join(folder, `${kind}.entries`));
    this.#buffer = buffer;
    this.#onStored = onStored;
  }

  /** Records taken in so far. */
  get records(): number {
    return this.#stored + this.#pending;
  }

  /** Bytes of the largest record. */
  get largest(): number {
    return this.#largest;
  }

  /** Whether a record of this size needs a new run: then `copy` what was noted, and `flush`. */
  isFull(bytes: number): boolean {
    return this.#pending === RUN_RECORDS || this.#noted + bytes > RUN_BYTES;
  }

  /** Takes in the numbers of the next record. Its bytes follow with `copy`, before the next `flush`. */
  note({ bytes, time, hash, bucket, origin, legacyHash }: Noted): void {
    const index = this.#pending++;
    this.#buffer.reserveRecords(this.#pending);
    const { ends, times, hashes, buckets, origins, legacyHashes } = this.#buffer.columns;
    this.#noted += bytes;
    ends[index] = this.#noted;
    if (index > 0 && time < times[index - 1]!) this.#inOrder = false;
    times[index] = time;
    hashes[index] = hash;
    buckets[index] = bucket;
    origins[index] = origin;
    legacyHashes[index] = legacyHash;
    if (bytes > this.#largest) this.#largest = bytes;
  }

  /** Takes in the bytes of records that were noted. */
  copy(wire: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    this.#buffer.reserveBytes(this.#copied + end - start, this.#copied);
    this.#buffer.bytes.set(wire.subarray(start, end), this.#copied);
    this.#copied += end - start;
  }

  /** Writes what has come together as one run. */
  flush(): void {
    if (this.#pending === 0) return;
    const { bytes } = this.#buffer;
    const order = this.#inOrder ? undefined : this.#sortedOrder();
    this.#writeEntries(order);
    if (order === undefined) this.bodies.append(bytes.subarray(0, this.#copied));
    else this.#gather(order);
    this.runs.push({ records: this.#pending, bytes: this.#copied });
    this.#stored += this.#pending;
    this.#pending = 0;
    this.#noted = 0;
    this.#copied = 0;
    this.#inOrder = true;
  }

  #sortedOrder(): Float64Array {
    const { order, times } = this.#buffer.columns;
    for (let index = 0; index < this.#pending; index++)
      order[index] = times[index]! * RUN_RECORDS + index;
    // oxlint-disable-next-line unicorn/no-array-sort -- sorting in place is the point: no second array.
    return order.subarray(0, this.#pending).sort();
  }

  #writeEntries(order: Float64Array | undefined): void {
    const { columns, entries } = this.#buffer;
    const { ends, times, hashes, buckets, origins, legacyHashes, slots } = columns;
    let end = this.bodies.bytes;
    let at = 0;
    for (let place = 0; place < this.#pending; place++) {
      const index = order === undefined ? place : order[place]! & (RUN_RECORDS - 1);
      end += ends[index]! - (index === 0 ? 0 : ends[index - 1]!);
      entries[at + entry.timeAndBucket] = times[index]! * BUCKETS + buckets[index]!;
      entries[at + entry.ordinal] = this.#stored + index;
      entries[at + entry.end] = end;
      entries[at + entry.origin] = origins[index]!;
      entries[at + entry.legacyHash] = legacyHashes[index]!;
      slots[index] = this.#stored + place;
      at += ENTRY;
      if (at === entries.length) {
        this.entries.append(entries);
        at = 0;
      }
    }
    this.entries.append(entries.subarray(0, at));
    this.#onStored({
      first: this.#stored,
      hashes: hashes.subarray(0, this.#pending),
      slots: slots.subarray(0, this.#pending),
    });
  }

  /** Writes the bytes of the run in order, by way of the room behind them. */
  #gather(order: Float64Array): void {
    const { bytes, chunkStart } = this.#buffer;
    const { ends } = this.#buffer.columns;
    let filled = chunkStart;
    for (const key of order) {
      const index = key & (RUN_RECORDS - 1);
      const start = index === 0 ? 0 : ends[index - 1]!;
      const length = ends[index]! - start;
      if (filled + length > bytes.length) {
        this.bodies.append(bytes.subarray(chunkStart, filled));
        filled = chunkStart;
      }
      if (length > CHUNK_BYTES) this.bodies.append(bytes.subarray(start, start + length));
      else {
        bytes.copyWithin(filled, start, start + length);
        filled += length;
      }
    }
    this.bodies.append(bytes.subarray(chunkStart, filled));
  }

  [Symbol.dispose](): void {
    this.bodies[Symbol.dispose]();
    this.entries[Symbol.dispose]();
  }
}
