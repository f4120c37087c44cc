import { COLUMNS, type Kind, kinds, kindsInOrder, writeReferences } from '@chatferry/contract';
import { type Batch, entryOf, recordOfEntry } from '../plan/batch.ts';
import {
  hasReferences,
  isMessage,
  keepColumns,
  type LandedPart,
  UNKNOWN,
  widthOf,
} from '../plan/landed-parts.ts';
import { type ContentDigest, idKey } from './content-digest.ts';
import type { EarlierJob, EarlierMarks } from './earlier-job.ts';

const encoder = new TextEncoder();

/** Some landed records, and the hash of the id of each. */
export interface LandedRecords {
  readonly part: LandedPart;
  readonly keys: Float64Array;
}

/** The records that landed in a job and before it, by kind. */
export function* readLanded(job: EarlierJob, digest: ContentDigest): Generator<LandedRecords> {
  for (const kind of kindsInOrder) {
    if (kinds[kind].changes !== undefined) continue;
    let first = 0;
    for (const part of job.plan.landed(kind)) {
      yield { part: { ...part, first, seq: undefined }, keys: keysOf(part.ids) };
      first += part.ids.length;
    }
    for (let lane = 0; lane < job.plan.lanes; lane++)
      for (const batch of job.plan.batches(kind, lane)) {
        const marks = job.marksOf(batch.seq);
        if (marks === undefined) continue;
        for (const isMade of [false, true]) {
          const positions = positionsOf(batch, marks, isMade);
          if (positions.length === 0) continue;
          yield { ...recordsOf(batch, marks, positions, digest, first, isMade) };
          first += positions.length;
        }
      }
  }
}

/** Records that planning made have no line. */
function positionsOf(batch: Batch, marks: EarlierMarks, isMade: boolean): number[] {
  const { origins } = batch;
  return origins.flatMap(({ line }, at) =>
    marks[at] !== '.' && (line === 0) === isMade ? [at] : [],
  );
}

function recordsOf(
  batch: Batch,
  marks: EarlierMarks,
  positions: readonly number[],
  digest: ContentDigest,
  first: number,
  isMade: boolean,
): LandedRecords {
  const { kind, seq } = batch;
  const width = widthOf(kind);
  const numbers = new Float64Array(positions.length * width);
  const keys = new Float64Array(positions.length);
  const ids = positions.map((position, nth) => {
    const { id, wire } = entryOf(batch, position);
    keys[nth] = idKey(wire);
    const content = digest.of(kind, wire);
    numbers[nth * width] = marks[position] === 'l' ? content : UNKNOWN;
    if (isMessage(kind)) numbers[nth * width + 1] = digest.time;
    else if (hasReferences(kind)) keepColumns(columnsOf(kind, wire), numbers, nth * width);
    return id;
  });
  return { part: { kind, first, isMade, seq, ids, numbers }, keys };
}

function columnsOf(kind: Kind, wire: Uint8Array): Float64Array {
  const columns = new Float64Array(COLUMNS);
  writeReferences(kind, recordOfEntry(wire), columns, 0);
  return columns;
}

/** The hashes of ids, as `idKey` makes them of records. */
export function keysOf(ids: readonly string[]): Float64Array {
  return Float64Array.from(ids, (id) => idKey(encoder.encode(`${JSON.stringify(id)}:`)));
}
