import type { DatabaseSync } from 'node:sqlite';
import {
  column,
  COLUMNS,
  idHash,
  isReferredKind,
  type Kind,
  kinds,
  pairHash,
} from '@chatferry/contract';

/** The digest for unknown content in the service. No record has this digest. */
export const UNKNOWN = -1;

/** The ordinals of landed messages and replies, which never equal an ordinal of this export. */
export const landedOrdinal = { messages: -1, replies: -2 } as const;

/** Records that landed together, in the form in which the plan stores them. */
export interface LandedPart {
  readonly kind: Kind;
  /** Number of the part's first record among the landed records of its kind, from 0. */
  readonly first: number;
  /** Whether planning made them. */
  readonly isMade: boolean;
  /** Whether it is proved that a job stored them. Only such records may be removed. */
  readonly isOwn: boolean;
  /** Their batch in the plan of the earlier job; undefined when they landed before that job. */
  readonly seq: number | undefined;
  readonly ids: readonly string[];
  /** `widthOf(kind)` numbers for each record: its digest, then the columns that references need. */
  readonly numbers: Float64Array;
}

/** A landed record, and its position. */
export interface LandedPlace {
  readonly id: string;
  readonly part: LandedPart;
  /** 0-based, in the part. */
  readonly position: number;
  /** Whether the compared export has a row for the record. */
  readonly isKept: boolean;
}

/** Whether the content of a landed record in the service is known. */
export function isContentKnown({ part, position }: LandedPlace): boolean {
  return part.numbers[position * widthOf(part.kind)] !== UNKNOWN;
}

/** Columns that are stored after a record's digest, if records refer to its kind. */
const kept = [column.time, column.user, column.group, column.pair] as const;

/** Numbers for each landed record: its digest; then its time, if other records belong to it, or the columns that references need. */
export function widthOf(kind: Kind): number {
  if (hasReferences(kind)) return 1 + kept.length;
  return isMessage(kind) ? 2 : 1;
}

/** Whether reactions and replies belong to records of this kind. */
export function isMessage(kind: Kind): boolean {
  return kinds[kind].lanes === 'conversation';
}

/** Whether the reference index has records of this kind. */
export function hasReferences(kind: Kind): boolean {
  return isReferredKind(kind) || kinds[kind].isMembership === true;
}

/** Copies the columns that references need. */
export function keepColumns(columns: Float64Array, numbers: Float64Array, at: number): void {
  for (const [index, from] of kept.entries()) numbers[at + 1 + index] = columns[from]!;
}

/** Fills the columns of a landed record. @param position in the part */
export function columnsOf({ kind, ids, numbers }: LandedPart, position: number): Float64Array {
  const columns = new Float64Array(COLUMNS);
  columns[column.idHash] = idHash(ids[position]!);
  const at = position * widthOf(kind);
  for (const [index, to] of kept.entries()) columns[to] = numbers[at + 1 + index]!;
  return columns;
}

/** The time at which a landed message was sent, in UNIX seconds. Replies have no such time. @param position in the part */
export function timeOf({ kind, numbers }: LandedPart, position: number): number {
  return numbers[position * widthOf(kind) + 1]!;
}

/** A row of the table `landed`. */
export interface LandedRow {
  readonly kind: Kind;
  readonly first: number;
  readonly made: number;
  readonly own: number;
  readonly seq: number | null;
  readonly ids: string;
  readonly numbers: Uint8Array;
}

/** The landed records of a kind in a database with the table `landed`, part by part. */
export function* landedParts(db: DatabaseSync, kind: Kind): Generator<LandedPart> {
  const rows = db
    .prepare('SELECT * FROM landed WHERE kind = ? ORDER BY first')
    .iterate(kind) as unknown as Iterable<LandedRow>;
  for (const row of rows) yield partFrom(row);
}

/** @param ids in JSON */
export function rowOf(part: Omit<LandedPart, 'ids'>, ids: string): LandedRow {
  const { kind, first, isMade, isOwn, seq, numbers } = part;
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const [made, own] = [Number(isMade), Number(isOwn)];
  return { kind, first, made, own, seq: seq ?? null, ids, numbers: bytes };
}

export function partFrom({ kind, first, made, own, seq, ids, numbers }: LandedRow): LandedPart {
  const copy = new Uint8Array(numbers); // The numbers may be unaligned in the row.
  return {
    kind,
    first,
    isMade: made === 1,
    isOwn: own === 1,
    seq: seq ?? undefined,
    ids: JSON.parse(ids) as string[],
    numbers: new Float64Array(copy.buffer),
  };
}

/** A message that landed before a job. */
export interface LandedMessage {
  readonly muid: string;
  /** UNIX seconds; 0 for replies. */
  readonly sentAt: number;
}

/** The messages, or the replies, of parts. */
export function* messagesIn(parts: Iterable<LandedPart>): Generator<LandedMessage> {
  for (const { kind, ids, numbers } of parts) {
    const width = widthOf(kind);
    for (const [position, muid] of ids.entries())
      yield { muid, sentAt: isMessage(kind) ? numbers[position * width + 1]! : 0 };
  }
}

/** For each group with an owner, the `pairHash` of group and owner. */
export function* ownersIn(parts: Iterable<LandedPart>): Generator<number> {
  for (const part of parts)
    for (const position of part.ids.keys()) {
      const columns = columnsOf(part, position);
      const owner = columns[column.user]!;
      if (owner !== 0) yield pairHash(columns[column.idHash]!, owner);
    }
}
