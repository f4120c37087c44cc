import { ENTRY, entry, packTimeAndBucket } from './entry.ts';
import { CHUNK_BYTES, RUN_RECORDS, type RunBuffer } from './run-buffer.ts';
import type { WorkFile } from '../storage/work-file.ts';

/** Where the records of a run were written, in input order; valid until it is cleared. */
export interface StoredRun {
  /** Ordinal of the first record. */
  readonly first: number;
  /** Index: the ordinal minus `first`. Hashes of the ids, and slots of the records. */
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
  for (let index = 0; index < records; index++) order[index] = times[index]! * RUN_RECORDS + index;
  // oxlint-disable-next-line unicorn/no-array-sort -- sorts in place to avoid a second array.
  return order.subarray(0, records).sort();
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
    entries[at + entry.timeAndBucket] = packTimeAndBucket(times[index]!, buckets[index]!);
    entries[at + entry.ordinal] = first + index;
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

/** Writes the bytes of the run in order, gathered in chunks after them. */
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
