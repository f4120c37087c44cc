import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { byKind, freeIdHash, type Kind, kinds, kindsInOrder, type Row } from '@chatferry/contract';
import { entryOf, idOfEntry, recordOfEntry } from '../plan/batch.ts';
import {
  columnsOf,
  landedOrdinal,
  type LandedPart,
  type LandedPlace,
  UNKNOWN,
  widthOf,
} from '../plan/landed-parts.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { MemoryUse } from '../storage/memory-use.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import { ComparedKind } from './compared-kind.ts';
import { valuesBefore } from './differing-fields.ts';
import type { EarlierSource } from './earlier-source.ts';
import { LandedIntake } from './landed-intake.ts';
import { LandedTable } from './landed-table.ts';
import { openLanded } from './open-landed.ts';

/** Records of these kinds are messages in the app. */
const messageKinds = ['messages', 'replies'] as const;

/** A record of this export that landed before with other content. */
export interface ChangedContent {
  readonly id: string;
  readonly record: Row;
  /** The values of the differing fields as they landed; undefined when only the digest is known. */
  readonly before: Row | undefined;
}

/** The comparison of a record of this export with the landed records. */
export type Comparison = 'new' | 'unchanged' | ChangedContent;

/** The kinds of the records that a row of a kind can become: a row of messages can also become a reply. */
const madeFrom = byKind((from) =>
  kindsInOrder.filter((kind) => kind === from || kinds[kind].derivedFrom?.kind === from),
);

/**
 * The records that landed before this job, and which of them this export repeats, changes or lacks. Ids and digests are compared part by
 * part from disk, so that memory grows by four bits per message.
 */
export class EarlierRecords implements Disposable {
  readonly #folder: string;
  readonly #source: EarlierSource;
  readonly #table: LandedTable;
  readonly #db: DatabaseSync;
  readonly #intake: LandedIntake;
  readonly #kinds: Readonly<Record<Kind, ComparedKind>>;
  #isReply: ((id: string) => boolean) | undefined;

  constructor(folder: string, work: DatabaseSync, source: EarlierSource, memory: MemoryUse) {
    this.#folder = folder;
    this.#source = source;
    this.#db = work;
    work.exec(`
      CREATE TABLE same_hash ( -- records whose id has the hash of a landed one with other content
        kind    TEXT    NOT NULL,
        ordinal INTEGER NOT NULL,
        landed  INTEGER NOT NULL, -- its number
        PRIMARY KEY (kind, ordinal, landed)
      ) STRICT, WITHOUT ROWID`);
    this.#table = new LandedTable(work);
    this.#intake = new LandedIntake(openLanded(source, memory), (records) => {
      this.#kinds[records.row.kind].addLanded(records);
      this.#table.add(records.row);
    });
    this.#kinds = byKind((kind) => new ComparedKind(folder, kind));
  }

  /** Takes the records that are available without waiting. */
  takeRead(): void {
    this.#intake.takeRead();
  }

  /** The ids of the landed records of a kind. */
  *ids(kind: Kind): Generator<string> {
    for (const { ids } of this.#parts(kind)) yield* ids;
  }

  /** The columns of each landed record of a kind that other records refer to. */
  *columns(kind: Kind): Generator<Float64Array> {
    for (const part of this.#parts(kind))
      for (let position = 0; position < part.ids.length; position++)
        yield columnsOf(part, position);
  }

  /** The hashes of the ids of all landed messages, with `landedOrdinal` as slots; `undefined` when there are none. The caller disposes it. */
  messages(): RepeatFinder | undefined {
    if (messageKinds.every((kind) => this.landed(kind) === 0)) return undefined;
    const found = new RepeatFinder(join(this.#folder, 'landed-messages'));
    for (const kind of messageKinds)
      for (const { ids } of this.#parts(kind))
        for (const id of ids) found.add(freeIdHash(id), landedOrdinal[kind], landedOrdinal[kind]);
    return found;
  }

  /** The number of landed records of a kind. */
  landed(kind: Kind): number {
    this.#intake.takeThrough(kind);
    return this.#kinds[kind].count;
  }

  /** The approximate number of records of a kind to send, after `compare`. */
  toSend(kind: Kind): number {
    return this.#kinds[kind].different;
  }

  /** Takes a record of this export while it is read. */
  add(kind: Kind, wire: Uint8Array, ordinal: number): void {
    this.#kinds[kind].add(wire, ordinal);
  }

  /** Notes that the export has a rejected row with this id. */
  reject(kind: Kind, id: string): void {
    for (const each of madeFrom[kind]) this.#kinds[each].addUnplanned(id);
  }

  /**
   * Compares the records of a kind, once, after its duplicates are settled.
   *
   * @param spool undefined when the export has no record of the kind
   */
  compare(kind: Kind, spool: RecordSpool | undefined): void {
    this.#intake.takeThrough(kind);
    const { seen } = this.#kinds[kind];
    const insert = this.#db.prepare('INSERT INTO same_hash VALUES (?, ?, ?)');
    this.#kinds[kind].compare(spool, {
      // A record that a later job sent again is among the landed records twice.
      onSame: (number, others) => {
        for (const other of others)
          if (this.#idOf(kind, other) === this.#idOf(kind, number)) seen.add(other);
      },
      onOther: (ordinal, number) => insert.run(kind, ordinal, number),
    });
  }

  /** Whether a record landed with the same content, as `compare` found. */
  isUnchanged(kind: Kind, ordinal: number): boolean {
    return this.#kinds[kind].unchanged.has(ordinal);
  }

  /**
   * A message of this export that landed as a reply. It stays a reply, because a reply cannot become a message again, and it is not gone.
   * Call it before the replies are compared.
   */
  keptReply(kind: Kind, wire: Uint8Array): ChangedContent | undefined {
    if (kind !== 'messages' || this.landed('replies') === 0) return undefined;
    this.#isReply ??= this.#findReplies();
    const id = idOfEntry(wire);
    if (!this.#isReply(id)) return undefined;
    this.#kinds.replies.addUnplanned(id);
    return { id, record: recordOfEntry(wire), before: undefined };
  }

  #findReplies(): (id: string) => boolean {
    this.#db.exec('CREATE TABLE landed_replies (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID');
    const insert = this.#db.prepare('INSERT OR IGNORE INTO landed_replies VALUES (?)');
    for (const id of this.ids('replies')) insert.run(id);
    const find = this.#db.prepare('SELECT 1 FROM landed_replies WHERE id = ?');
    return (id) => find.get(id) !== undefined;
  }

  /** The comparison of a record that is not unchanged, from the results of `compare`. Call it once for each record. */
  comparisonOf(kind: Kind, ordinal: number, wire: Uint8Array): Comparison {
    const { differing, seen } = this.#kinds[kind];
    if (!differing.has(ordinal)) return 'new';
    const id = idOfEntry(wire);
    const rows = this.#db
      .prepare('SELECT landed FROM same_hash WHERE kind = ? AND ordinal = ? ORDER BY landed')
      .all(kind, ordinal) as unknown as { landed: number }[];
    // Other rows belong to another id with the same hash.
    const own = rows.map(({ landed }) => landed).filter((each) => this.#idOf(kind, each) === id);
    for (const number of own) seen.add(number);
    const latest = own.at(-1);
    if (latest === undefined) return 'new';
    const part = this.#table.partOf(kind, latest);
    if (part.numbers[(latest - part.first) * widthOf(kind)] === UNKNOWN) return 'new';
    const record = recordOfEntry(wire);
    if (part.seq === undefined) return { id, record, before: undefined };
    const before = valuesBefore(kind, this.#earlier(part.seq, id), record);
    return Object.keys(before).length === 0 ? 'unchanged' : { id, record, before };
  }

  #parts(kind: Kind): Generator<LandedPart> {
    this.#intake.takeThrough(kind);
    return this.#table.parts(kind);
  }

  /** The id of a landed record. */
  #idOf(kind: Kind, number: number): string {
    const { ids, first } = this.#table.partOf(kind, number);
    return ids[number - first]!;
  }

  /** Whether this export has a row for every landed record of a kind. Call it at the same time as `places`. */
  areAllKept(kind: Kind): boolean {
    return this.#kinds[kind].seen.size === this.landed(kind);
  }

  /** The landed records of a kind. Call it after the kind is compared and all its records are decided. */
  *places(kind: Kind): Generator<LandedPlace> {
    const compared = this.#kinds[kind];
    const { decides } = this.#source.part ?? {};
    for (const part of this.#parts(kind))
      for (const [position, id] of part.ids.entries()) {
        const isKept =
          compared.seen.has(part.first + position) ||
          compared.mayBeOfUnplanned(id) ||
          decides?.(kind, id) === false;
        yield { id, part, position, isKept };
      }
  }

  #earlier(seq: number, id: string): ReturnType<typeof recordOfEntry> {
    const { part } = this.#source;
    if (part !== undefined) return part.recordOf(seq, id);
    const batch = this.#source.job.plan.batch(seq);
    const at = batch.ends.findIndex((_, index) => entryOf(batch, index).id === id);
    return recordOfEntry(entryOf(batch, at).wire);
  }

  [Symbol.dispose](): void {
    this.#intake[Symbol.dispose]();
    for (const compared of Object.values(this.#kinds)) compared[Symbol.dispose]();
  }
}
