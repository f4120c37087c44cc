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
import { bytesKey, type ContentDigest, idKey } from './content-digest.ts';
import { type EarlierJob, type EarlierMarks, isAsPlanned } from './earlier-job.ts';
import { LandedUpdates } from './landed-updates.ts';

const encoder = new TextEncoder();

/** Some landed records of a kind, in the form in which the plan stores them. */
export interface LandedRecords {
  readonly row: LandedRow;
  /** `HASHES` numbers for each record: the hash of its id, the hash of its bytes or `UNKNOWN`, and its digest. */
  readonly hashes: Float64Array;
}

export const HASHES = 3;

/** The records that landed in a job and before it, in the order of the kinds, with later updates applied. */
export function* readLanded(job: EarlierJob, digest: ContentDigest): Generator<LandedRecords> {
  const updates = new LandedUpdates(job, digest);
  for (const { part, ids, keys, bytes } of partsOf(job, digest)) {
    updates.apply(part, keys);
    const hashes = new Float64Array(keys.length * HASHES);
    const width = widthOf(part.kind);
    for (let nth = 0, at = 0; nth < keys.length; nth++, at += HASHES) {
      hashes[at] = keys[nth]!;
      hashes[at + 1] = bytes?.[nth] ?? UNKNOWN;
      hashes[at + 2] = part.numbers[nth * width]!;
    }
    yield { row: rowOf(part, ids), hashes };
  }
}

interface HashedPart {
  readonly part: Omit<LandedPart, 'ids'>;
  /** In JSON. */
  readonly ids: string;
  /** The hash of the id of each record. */
  readonly keys: Float64Array;
  /** The hash of the bytes of each record, or `UNKNOWN`; undefined when only digests are known. */
  readonly bytes: Float64Array | undefined;
}

function* partsOf(job: EarlierJob, digest: ContentDigest): Generator<HashedPart> {
  for (const kind of kindsInOrder) {
    if (kinds[kind].changes !== undefined) continue;
    let first = 0;
    const replaced = replacedIds(job, kind);
    for (const before of job.plan.landed.parts(kind)) {
      const part = replaced.size === 0 ? before : partWithout(before, replaced);
      if (part.ids.length === 0) continue;
      const ids = JSON.stringify(part.ids);
      yield {
        part: { ...part, first, seq: undefined },
        ids,
        keys: keysOf(part.ids),
        bytes: undefined,
      };
      first += part.ids.length;
    }
    for (let lane = 0; lane < job.plan.lanes; lane++)
      for (const batch of job.plan.batches(kind, lane)) {
        const marks = job.marksOf(batch.seq);
        if (marks === undefined) continue;
        for (const group of groups)
          for (const { positions, isUpdated } of byUpdates(job, batch, marks, group)) {
            const records = recordsOf(batch, marks, positions, digest, { ...group, first });
            // The records have the content of their update, and not the content of the batch.
            yield isUpdated
              ? { ...records, part: { ...records.part, seq: undefined }, bytes: undefined }
              : records;
            first += positions.length;
          }
      }
  }
}

/** The kinds whose records replace or remove landed records of a kind. */
const replacing: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  members: ['members', 'memberRemovals'],
  messages: ['messageRemovals'],
  descriptions: ['descriptions'],
  replies: ['messageRemovals'],
  deactivations: ['deactivations', 'reactivations'],
};

/** The ids of landed records of a kind that the job has sent again or removed. */
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

/** The properties that the records of a part share. */
type Group = Pick<LandedPart, 'isMade' | 'isOwn'>;

const groups: readonly Group[] = [false, true].flatMap((isMade) =>
  [true, false].map((isOwn) => ({ isMade, isOwn })),
);

/** The positions of the group's records. Records that planning made have no line. */
function positionsOf(batch: Batch, marks: EarlierMarks, { isMade, isOwn }: Group): number[] {
  const { origins } = batch;
  const positions: number[] = [];
  for (let at = 0; at < origins.length; at++)
    if (marks[at] !== '.' && (marks[at] === 'l') === isOwn && (origins[at]!.line === 0) === isMade)
      positions.push(at);
  return positions;
}

/** The positions of a group without records that later segments replace. Records that later segments update are listed separately. */
function byUpdates(
  { plan }: EarlierJob,
  batch: Batch,
  marks: EarlierMarks,
  group: Group,
): { readonly positions: readonly number[]; readonly isUpdated: boolean }[] {
  const { superseded } = plan;
  const all = positionsOf(batch, marks, group);
  if (superseded === undefined)
    return all.length === 0 ? [] : [{ positions: all, isUpdated: false }];
  const { kind, seq } = batch;
  const idAt = (position: number): string => entryOf(batch, position).id;
  const left = all.filter((position) => !superseded.isReplaced(kind, idAt(position), seq));
  return [false, true]
    .map((isUpdated) => ({
      isUpdated,
      positions: left.filter(
        (position) => superseded.isUpdated(kind, idAt(position), seq) === isUpdated,
      ),
    }))
    .filter(({ positions }) => positions.length > 0);
}

function recordsOf(
  batch: Batch,
  marks: EarlierMarks,
  positions: readonly number[],
  digest: ContentDigest,
  part: Group & Pick<LandedPart, 'first'>,
): HashedPart {
  const { kind, seq } = batch;
  const width = widthOf(kind);
  const numbers = new Float64Array(positions.length * width);
  const [keys, bytes] = [new Float64Array(positions.length), new Float64Array(positions.length)];
  const wires = positions.map((position) => wireOf(batch, position));
  for (const [nth, wire] of wires.entries()) {
    keys[nth] = idKey(wire);
    const isKnown = isAsPlanned(marks[positions[nth]!]);
    bytes[nth] = isKnown ? bytesKey(wire) : UNKNOWN;
    const content = digest.of(kind, wire);
    numbers[nth * width] = isKnown ? content : UNKNOWN;
    if (isMessage(kind)) numbers[nth * width + 1] = digest.time;
    else if (hasReferences(kind)) keepColumns(columnsOf(kind, wire), numbers, nth * width);
  }
  return { part: { ...part, kind, seq, numbers }, ids: idsOfEntries(wires), keys, bytes };
}

function columnsOf(kind: Kind, wire: Uint8Array): Float64Array {
  const columns = new Float64Array(COLUMNS);
  writeReferences(kind, recordOfEntry(wire), columns, 0);
  return columns;
}

/** The hashes of ids, equal to the results of `idKey` for their records. */
export function keysOf(ids: readonly string[]): Float64Array {
  return Float64Array.from(ids, (id) => idKey(encoder.encode(`${JSON.stringify(id)}:`)));
}
