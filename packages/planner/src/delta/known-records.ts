import {
  BEFORE,
  CHANGED,
  COLUMNS,
  type Kind,
  kinds,
  kindsInOrder,
  type Row,
  writeReferences,
} from '@chatferry/contract';
import type { EarlierPart } from './earlier-part.ts';
import { bytesKey, ContentDigest } from './content-digest.ts';
import { type EarlierJob, isAsPlanned } from './earlier-job.ts';
import { HASHES, keysOf, type LandedRecords } from './read-landed.ts';
import { type Batch, entryOf, recordOfEntry } from '../plan/batch.ts';
import {
  hasReferences,
  isMessage,
  keepColumns,
  type LandedPart,
  rowOf,
  UNKNOWN,
  widthOf,
} from '../plan/landed-parts.ts';
import type { Plan } from '../plan/plan.ts';

const POSITIONS = 65_536;

/** The place of a record in a batch of the plan, as one number. */
export function batchPlace(seq: number, position: number): number {
  return seq * POSITIONS + position;
}

/** The batch and position of a record, from its place in the plan. */
export function placeInBatch(place: number): { readonly seq: number; readonly position: number } {
  return { seq: Math.floor(place / POSITIONS), position: place % POSITIONS };
}

/** The place of a record that landed before the plan, as one negative number. @param number among the landed records of its kind, from 0 */
export function landedPlace(number: number): number {
  return -1 - number;
}

/** The places that describe a record which the app holds. */
export interface KnownPlaces {
  /** The place of the record as it was sent. */
  readonly sent: number;
  /** The place of the record's current content: the same place, or the place of its latest update. */
  readonly content: number;
}

/** A record that the app holds, as far as the job knows. */
export interface KnownRecord {
  readonly kind: Kind;
  readonly id: string;
  /** Whether planning made it. */
  readonly isMade: boolean;
  readonly isOwn: boolean;
  /** See `LandedPart.numbers`. */
  readonly numbers: Float64Array;
  /** The hash of the record's bytes, or `UNKNOWN`. */
  readonly bytes: number;
  /** The record's content; undefined when only the digest is known. */
  readonly record: (() => Row) | undefined;
}

/** Reads single records that landed in a job or before it. */
export class KnownRecords {
  readonly #job: EarlierJob;
  readonly #before: Plan | undefined;
  readonly #digest = new ContentDigest();
  #batch: Batch | undefined;
  #part: LandedPart | undefined;
  #beforeBatch: Batch | undefined;

  /** @param before the plan of the previous job; without it, only digests are known of records that landed before this job */
  constructor(job: EarlierJob, before: Plan | undefined) {
    this.#job = job;
    this.#before = before;
  }

  /** @returns undefined when the record did not land */
  read(kind: Kind, { sent, content }: KnownPlaces): KnownRecord | undefined {
    const record = sent < 0 ? this.#landed(kind, -1 - sent) : this.#sent(kind, sent);
    return record === undefined || content === sent ? record : this.#updated(record, content);
  }

  #landed(kind: Kind, number: number): KnownRecord {
    let part = this.#part;
    const isIn =
      part?.kind === kind && part.first <= number && number < part.first + part.ids.length;
    if (!isIn) this.#part = part = this.#job.plan.landed.partOf(kind, number);
    const { ids, first, isMade, isOwn, numbers, seq } = part!;
    const position = number - first;
    const id = ids[position]!;
    const width = widthOf(kind);
    return {
      kind,
      id,
      isMade,
      isOwn,
      numbers: numbers.slice(position * width, (position + 1) * width),
      bytes: UNKNOWN,
      record:
        seq === undefined || this.#before === undefined
          ? undefined
          : () => this.#recordBefore(seq, id),
    };
  }

  #recordBefore(seq: number, id: string): Row {
    if (this.#beforeBatch?.seq !== seq) this.#beforeBatch = this.#before!.batch(seq);
    const batch = this.#beforeBatch;
    const at = batch.ends.findIndex((_, index) => entryOf(batch, index).id === id);
    return recordOfEntry(entryOf(batch, at).wire);
  }

  #sent(kind: Kind, place: number): KnownRecord | undefined {
    const { batch, position } = this.#entryAt(place);
    const mark = this.#job.marksOf(batch.seq)?.[position] ?? '.';
    if (mark === '.') return undefined;
    const { id, wire } = entryOf(batch, position);
    const isKnown = isAsPlanned(mark);
    const numbers = new Float64Array(widthOf(kind));
    const content = this.#digest.of(kind, wire);
    numbers[0] = isKnown ? content : UNKNOWN;
    if (isMessage(kind)) numbers[1] = this.#digest.time;
    else if (hasReferences(kind)) keepColumns(referencesOf(kind, wire), numbers, 0);
    return {
      kind,
      id,
      isMade: batch.origins[position]!.line === 0,
      isOwn: mark === 'l',
      numbers,
      bytes: isKnown ? bytesKey(wire) : UNKNOWN,
      record: () => recordOfEntry(wire),
    };
  }

  #updated(record: KnownRecord, place: number): KnownRecord {
    const { batch, position } = this.#entryAt(place);
    const { wire } = entryOf(batch, position);
    const numbers = Float64Array.from(record.numbers);
    numbers[0] = this.#digest.of(batch.kind, wire);
    if (!isMessage(record.kind) && hasReferences(record.kind))
      keepColumns(referencesOf(record.kind, wire), numbers, 0);
    return { ...record, numbers, bytes: UNKNOWN, record: () => updatedRecord(wire) };
  }

  #entryAt(place: number): { batch: Batch; position: number } {
    const { seq, position } = placeInBatch(place);
    if (this.#batch?.seq !== seq) this.#batch = this.#job.plan.batch(seq);
    return { batch: this.#batch, position };
  }
}

/** The record in an update, as the app holds it afterwards. */
function updatedRecord(wire: Uint8Array): Row {
  const { [CHANGED]: _changed, [BEFORE]: _before, ...record } = recordOfEntry(wire);
  return record;
}

function referencesOf(kind: Kind, wire: Uint8Array): Float64Array {
  const columns = new Float64Array(COLUMNS);
  writeReferences(kind, recordOfEntry(wire), columns, 0);
  return columns;
}

/**
 * The input for comparing a segment.
 *
 * @param records the landed records that the segment has, refers to or lacks, each once
 * @param decides see `EarlierPart`
 */
export function earlierPart(
  records: readonly KnownRecord[],
  hasLanded: EarlierPart['hasLanded'],
  decides: EarlierPart['decides'],
): EarlierPart {
  const contents = new Map<number, () => Row>();
  let numbered = 0;
  const landed = kindsInOrder
    .filter((kind) => kinds[kind].changes === undefined)
    .flatMap((kind) =>
      records
        .filter((record) => record.kind === kind)
        .map((record, first): LandedRecords => {
          const { id, isMade, isOwn, numbers, bytes } = record;
          const seq = record.record === undefined ? undefined : ++numbered;
          if (seq !== undefined) contents.set(seq, record.record!);
          const hashes = new Float64Array(HASHES);
          hashes.set([keysOf([id])[0]!, bytes, numbers[0]!]);
          const row = rowOf({ kind, first, isMade, isOwn, seq, numbers }, JSON.stringify([id]));
          return { row, hashes };
        }),
    );
  return { landed, hasLanded, decides, recordOf: (seq) => contents.get(seq)!() };
}
