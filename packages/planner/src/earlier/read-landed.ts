import { COLUMNS, type Kind, kinds, kindsInOrder, writeReferences } from '@chatferry/contract';
import { type Batch, entryOf, idsOfEntries, recordOfEntry, wireOf } from '../plan/batch.ts';
import {
  hasReferences,
  isMessage,
  keepColumns,
  type LandedPart,
  type LandedRow,
  rowOf,
  UNKNOWN,
  widthOf,
} from '../plan/landed-parts.ts';
import { type ContentDigest, idKey } from './content-digest.ts';
import type { EarlierJob, EarlierMarks } from './earlier-job.ts';
import { LandedUpdates } from './landed-updates.ts';

const encoder = new TextEncoder();

/** Some landed records of a kind, as the plan keeps them. */
export interface LandedRecords {
  readonly row: LandedRow;
  /** Two numbers for each: the hash of its id, and its digest. */
  readonly hashes: Float64Array;
}

/** The records that landed in a job and before it, in the order of the kinds, with what was updated since. */
export function* readLanded(job: EarlierJob, digest: ContentDigest): Generator<LandedRecords> {
  const updates = new LandedUpdates(job, digest);
  for (const { part, ids, keys } of partsOf(job, digest)) {
    updates.apply(part, keys);
    const hashes = new Float64Array(keys.length * 2);
    const width = widthOf(part.kind);
    for (let nth = 0; nth < keys.length; nth++) {
      hashes[nth * 2] = keys[nth]!;
      hashes[nth * 2 + 1] = part.numbers[nth * width]!;
    }
    yield { row: rowOf(part, ids), hashes };
  }
}

interface PartWithKeys {
  readonly part: Omit<LandedPart, 'ids'>;
  /** In JSON. */
  readonly ids: string;
  /** The hash of the id of each record. */
  readonly keys: Float64Array;
}

function* partsOf(job: EarlierJob, digest: ContentDigest): Generator<PartWithKeys> {
  for (const kind of kindsInOrder) {
    if (kinds[kind].changes !== undefined) continue;
    let first = 0;
    const replaced = replacedIds(job, kind);
    for (const before of job.plan.landed(kind)) {
      const part = replaced.size === 0 ? before : partWithout(before, replaced);
      if (part.ids.length === 0) continue;
      const ids = JSON.stringify(part.ids);
      yield { part: { ...part, first, seq: undefined }, ids, keys: keysOf(part.ids) };
      first += part.ids.length;
    }
    for (let lane = 0; lane < job.plan.lanes; lane++)
      for (const batch of job.plan.batches(kind, lane)) {
        const marks = job.marksOf(batch.seq);
        if (marks === undefined) continue;
        for (const isMade of [false, true]) {
          const positions = positionsOf(batch, marks, isMade);
          if (positions.length === 0) continue;
          yield recordsOf(batch, marks, positions, digest, first, isMade);
          first += positions.length;
        }
      }
  }
}

/** The kinds whose records replace or remove records of a kind that landed in a job before. */
const replacing: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  members: ['members', 'memberRemovals'],
  messages: ['messageRemovals'],
  descriptions: ['descriptions'],
  replies: ['messageRemovals'],
  deactivations: ['deactivations', 'reactivations'],
};

/** The ids of records of a kind that landed before a job, and that the job has sent once more, or removed. */
function replacedIds(job: EarlierJob, kind: Kind): ReadonlySet<string> {
  const ids = new Set<string>();
  if (job.plan.summary.delta === undefined) return ids;
  for (const by of replacing[kind] ?? [])
    for (let lane = 0; lane < job.plan.lanes; lane++)
      for (const batch of job.plan.batches(by, lane)) {
        const marks = job.marksOf(batch.seq) ?? '';
        for (const position of batch.origins.keys())
          if ((marks[position] ?? '.') !== '.') ids.add(entryOf(batch, position).id);
      }
  return ids;
}

function partWithout(part: LandedPart, replaced: ReadonlySet<string>): LandedPart {
  const left = [...part.ids.keys()].filter((position) => !replaced.has(part.ids[position]!));
  if (left.length === part.ids.length) return part;
  const width = widthOf(part.kind);
  const numbers = new Float64Array(left.length * width);
  for (const [nth, position] of left.entries())
    numbers.set(part.numbers.subarray(position * width, (position + 1) * width), nth * width);
  return { ...part, ids: left.map((position) => part.ids[position]!), numbers };
}

/** Records that planning made have no line. */
function positionsOf(batch: Batch, marks: EarlierMarks, isMade: boolean): number[] {
  const { origins } = batch;
  const positions: number[] = [];
  for (let at = 0; at < origins.length; at++)
    if (marks[at] !== '.' && (origins[at]!.line === 0) === isMade) positions.push(at);
  return positions;
}

function recordsOf(
  batch: Batch,
  marks: EarlierMarks,
  positions: readonly number[],
  digest: ContentDigest,
  first: number,
  isMade: boolean,
): PartWithKeys {
  const { kind, seq } = batch;
  const width = widthOf(kind);
  const numbers = new Float64Array(positions.length * width);
  const keys = new Float64Array(positions.length);
  const wires = positions.map((position) => wireOf(batch, position));
  for (const [nth, wire] of wires.entries()) {
    keys[nth] = idKey(wire);
    const content = digest.of(kind, wire);
    numbers[nth * width] = marks[positions[nth]!] === 'l' ? content : UNKNOWN;
    if (isMessage(kind)) numbers[nth * width + 1] = digest.time;
    else if (hasReferences(kind)) keepColumns(columnsOf(kind, wire), numbers, nth * width);
  }
  return { part: { kind, first, isMade, seq, numbers }, ids: idsOfEntries(wires), keys };
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
