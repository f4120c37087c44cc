import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  column,
  idHash,
  type Kind,
  kinds,
  pairHash,
  type ReferredKind,
  type Row,
} from '@chatferry/contract';
import { HashMap } from '../storage/hash-map.ts';
import { type MadeKind, makingRules } from './making-rules.ts';

/** The fields of a record in addition to its ids and its date. */
export type ContentOf = (kind: Kind, ids: Row) => Row;

/** The earliest time at which the service accepts a membership, in UNIX seconds; 0 for any time. */
export type EarliestJoin = (ids: Row) => number;

const encoder = new TextEncoder();

/**
 * The records that planning makes because rows refer to them and the export lacks them. They are in the table `made_records` until their
 * kind is cut into batches; memory holds the first time of each.
 */
export class MadeRecords {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #counts = new Map<Kind, number>();
  /** The earliest `sentAt` or `joinedAt` of a row that refers to the record, by the hash of its id, or of the pair of group and user. */
  readonly #times = {
    roles: new HashMap(1),
    users: new HashMap(1),
    groups: new HashMap(1),
    members: new HashMap(1),
  };

  constructor(work: DatabaseSync) {
    this.#db = work;
    this.#insert = work.prepare('INSERT INTO made_records VALUES (?, ?, ?, ?, ?, ?)');
  }

  /** The number of records of each kind that has any. */
  get counts(): ReadonlyMap<Kind, number> {
    return this.#counts;
  }

  /**
   * Adds a record that does not exist yet.
   *
   * @param hash the hash of the id, or of the pair of group and user
   * @param ids the fields that identify the record
   * @param place the first row that needs it
   */
  make(
    kind: MadeKind,
    hash: number,
    id: string,
    ids: Row,
    place: { file: string; line: number },
  ): void {
    const { file, line } = place;
    this.#insert.run(kind, id, makingRules[kind], file, line, JSON.stringify(ids));
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#times[kind].insert(hash);
  }

  /** Keeps the earliest time for each record. Call it for every kept row. */
  noteTime(columns: Float64Array, at: number): void {
    const time = Math.floor(columns[at + column.time]!);
    if (this.#counts.size === 0 || time === 0) return;
    keepFirst(this.#times.users, columns[at + column.user]!, time);
    if (columns[at + column.group] === 0) return;
    keepFirst(this.#times.groups, columns[at + column.group]!, time);
    keepFirst(this.#times.members, columns[at + column.pair]!, time);
  }

  /** The records of a kind in wire form, in order of id. */
  *wires(kind: Kind, contentOf: ContentOf, earliestJoin: EarliestJoin): Generator<Uint8Array> {
    const rows = this.#db
      .prepare('SELECT id, ids FROM made_records WHERE kind = ? ORDER BY id')
      .iterate(kind) as Iterable<{ id: string; ids: string }>;
    for (const row of rows) {
      const ids = JSON.parse(row.ids) as Row;
      const record = { ...contentOf(kind, ids), ...ids };
      if (kind === 'members') record['joinedAt'] = this.#joinedAt(ids, earliestJoin);
      else this.#date(kind as ReferredKind, record, row.id);
      yield encoder.encode(`${JSON.stringify(row.id)}:${JSON.stringify(record)}`);
    }
  }

  /** The time of a made membership: the first message in the group, or `earliestJoin`. */
  #joinedAt({ guid, uid }: Row, earliestJoin: EarliestJoin): number {
    const hash = pairHash(idHash(guid as string), idHash(uid as string));
    return Math.max(firstIn(this.#times.members, hash), earliestJoin({ guid, uid }));
  }

  /** Dates a record: a user or a group was created no later than the first row that refers to it. Only a group without a date gets one. */
  #date(kind: ReferredKind, record: Row, id: string): void {
    const first = firstIn(this.#times[kind], idHash(id));
    const { createdAt } = record as { createdAt?: number };
    if (
      first > 0 &&
      (createdAt === undefined ? kinds[kind].hasMembers === true : first < createdAt)
    )
      record['createdAt'] = first;
  }
}

/** @param hash 0 when the row refers to no record */
function keepFirst(times: HashMap, hash: number, time: number): void {
  if (hash === 0) return;
  const slot = times.find(hash);
  if (slot < 0) return;
  const known = times.value(slot, 0);
  if (known === 0 || time < known) times.setValue(slot, 0, time);
}

function firstIn(times: HashMap, hash: number): number {
  return times.value(times.find(hash), 0);
}
