import { ENTRY, entry, packOrdinalAndBucket } from './entry.ts';
import { CHUNK_BYTES, RUN_RECORDS, type RunBuffer } from './run-buffer.ts';
import type { WorkFile } from '../storage/work-file.ts';

/** The slots to which the records of a run were written, in input order; valid until the run is cleared. */
export interface StoredRun {
  /** Ordinal of the first record. */
  readonly first: number;
  /** By ordinal minus `first`: the hash of each id, and the slot of each record. */
  readonly hashes: Float64Array;
  readonly slots: Float64Array;
}

/** The files that runs are written to. */
interface RunFiles {
  readonly bodies: WorkFile;
  readonly entries: WorkFile;
}

/**
 * Writes a run in order of time, about a megabyte in each step, and clears it.
 *
 * @param first ordinal of the run's first record
 * @param onStored called with the slots of the run's records
 */
export function* writeRun(
  run: RunBuffer,
  files: RunFiles,
  first: number,
  onStored: (stored: StoredRun) => void,
): Generator<void> {
  const order = run.inOrder ? undefined : sortedOrder(run);
  yield;
  yield* writeEntries(run, files, first, order);
  const { hashes, slots } = run.columns;
  onStored({
    first,
    hashes: hashes.subarray(0, run.records),
    slots: slots.subarray(0, run.records),
  });
  yield;
  if (order === undefined) yield* writeAsTheyAre(run, files.bodies);
  else yield* gather(run, files.bodies, order);
  run.clear();
}

function sortedOrder({ columns, records }: RunBuffer): Float64Array {
  const { order, times } = columns;
  let hasFractions = false;
  for (let index = 0; index < records; index++) {
    const second = Math.floor(times[index]!);
    order[index] = second * RUN_RECORDS + index;
    hasFractions ||= times[index] !== second;
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- sorts in place to avoid a second array.
  const sorted = order.subarray(0, records).sort();
  if (hasFractions) sortWithinSeconds(sorted, times);
  return sorted;
}

/** Second and index of a record fill a number, so fractions are compared in a second step, for records of one second. */
function sortWithinSeconds(order: Float64Array, times: Float64Array): void {
  const timeOf = (key: number): number => times[key & (RUN_RECORDS - 1)]!;
  for (let from = 0, to = 0; from < order.length; from = to) {
    const nextSecond = (Math.floor(order[from]! / RUN_RECORDS) + 1) * RUN_RECORDS;
    while (to < order.length && order[to]! < nextSecond) to++;
    // oxlint-disable-next-line unicorn/no-array-sort -- sorts in place.
    order.subarray(from, to).sort((one, other) => timeOf(one) - timeOf(other) || one - other);
  }
}

function* writeEntries(
  { columns, entries, records }: RunBuffer,
  files: RunFiles,
  first: number,
  order: Float64Array | undefined,
): Generator<void> {
  const { ends, times, buckets, origins, legacyHashes, slots } = columns;
  let end = files.bodies.bytes;
  let at = 0;
  for (let place = 0; place < records; place++) {
    const index = order === undefined ? place : order[place]! & (RUN_RECORDS - 1);
    end += ends[index]! - (index === 0 ? 0 : ends[index - 1]!);
    entries[at + entry.time] = times[index]!;
    entries[at + entry.ordinalAndBucket] = packOrdinalAndBucket(first + index, buckets[index]!);
    entries[at + entry.end] = end;
    entries[at + entry.origin] = origins[index]!;
    entries[at + entry.legacyHash] = legacyHashes[index]!;
    slots[index] = first + place;
    at += ENTRY;
    if (at === entries.length) {
      files.entries.append(entries);
      at = 0;
      yield;
    }
  }
  files.entries.append(entries.subarray(0, at));
}

function* writeAsTheyAre({ bytes, filled }: RunBuffer, bodies: WorkFile): Generator<void> {
  for (let at = 0; at < filled; at += CHUNK_BYTES) {
    bodies.append(bytes.subarray(at, Math.min(at + CHUNK_BYTES, filled)));
    yield;
  }
}

/** Writes the bytes of the run in order, collected in chunks after them. */
function* gather(
  { bytes, chunkStart, columns }: RunBuffer,
  bodies: WorkFile,
  order: Float64Array,
): Generator<void> {
  const { ends } = columns;
  let filled = chunkStart;
  for (const key of order) {
    const index = key & (RUN_RECORDS - 1);
    const start = index === 0 ? 0 : ends[index - 1]!;
    const length = ends[index]! - start;
    if (filled + length > bytes.length) {
      bodies.append(bytes.subarray(chunkStart, filled));
      filled = chunkStart;
      yield;
    }
    if (length > CHUNK_BYTES) bodies.append(bytes.subarray(start, start + length));
    else {
      bytes.copyWithin(filled, start, start + length);
      filled += length;
    }
  }
  bodies.append(bytes.subarray(chunkStart, filled));
}
