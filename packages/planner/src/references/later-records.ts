import { column, type Kind, kinds } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { leftBy } from '../plan/left-for-later.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';
import { Bitmap } from '../storage/bitmap.ts';
import { ChosenConversations } from './chosen-conversations.ts';
import { LaterMessages, type LaterSources } from './later-messages.ts';

/** The records that a plan leaves to a later job: old messages, conversations that are not chosen, and records that belong to these. */
export class LaterRecords {
  /** Why the records are not planned. */
  readonly reason: string;
  readonly #newerThan: number;
  readonly #chosen: ChosenConversations | undefined;
  /** Ordinals of records of other conversations. */
  readonly #left = new Map<Kind, Bitmap>();
  readonly #messages: LaterMessages;

  /** @returns undefined when the rules leave nothing */
  static of(rules: PlanRules): LaterRecords | undefined {
    const { newerThan, onlyConversations } = rules;
    return newerThan === undefined && onlyConversations === undefined
      ? undefined
      : new LaterRecords(rules);
  }

  private constructor({ newerThan, onlyConversations }: PlanRules) {
    this.#newerThan = newerThan ?? -Infinity;
    this.#chosen = onlyConversations && new ChosenConversations(onlyConversations);
    const settings = [
      ...(newerThan === undefined ? [] : ['newerThan']),
      ...(onlyConversations === undefined ? [] : ['onlyConversations']),
    ];
    this.reason = leftBy(settings);
    this.#messages = new LaterMessages(this.#newerThan, (ordinal) =>
      this.#leftOf('messages').has(ordinal),
    );
  }

  /** Whether records of a kind may be left. */
  mayLeave(kind: Kind): boolean {
    return kinds[kind].hasRetention === true || this.#chosen !== undefined;
  }

  /** Whether the columns of a record show that it is left. The later job checks the record. */
  isLeft(kind: Kind, columns: Float64Array, at: number): boolean {
    const isOld = kinds[kind].hasRetention === true && columns[at + column.time]! < this.#newerThan;
    return isOld || this.#chosen?.excludes(kind, columns, at) === true;
  }

  /** Takes a spooled record. */
  take(kind: Kind, columns: Float64Array, at: number, ordinal: number): void {
    if (this.#chosen === undefined) return;
    if (this.#chosen.excludes(kind, columns, at)) this.#leftOf(kind).add(ordinal);
    else if (!this.isLeft(kind, columns, at)) this.#chosen.take(kind, columns, at);
  }

  /** The records of a kind that are left. Call it after all records of the kind are read. */
  *of(spool: RecordSpool, sources: LaterSources): Generator<StoredRecord> {
    yield* this.#messages.of(spool, sources);
    if (this.#chosen !== undefined) yield* this.#ofChosen(spool, this.#chosen);
  }

  /** Notes that a group becomes a conversation of these users. */
  becomesDirect(guid: string, one: string, other: string): void {
    this.#chosen?.becomesDirect(guid, one, other);
  }

  /** Call it after all rows are read. @throws {PlanError} `unknown-conversation` */
  refuseUnknown(): void {
    this.#chosen?.refuseUnknown();
  }

  /** The users whom no planned record needs. Call it after all kinds that refer to users are closed. */
  *users(spool: RecordSpool): Generator<StoredRecord> {
    if (this.#chosen === undefined) return;
    for (const record of planned(spool))
      if (!this.#chosen.needsUser(idOfEntry(record.wire))) yield record;
  }

  *#ofChosen(spool: RecordSpool, chosen: ChosenConversations): Generator<StoredRecord> {
    const { kind } = spool;
    const left = this.#leftOf(kind);
    if (kind === 'groups' || kind === 'members') {
      for (const record of planned(spool)) if (left.has(record.ordinal)) yield record;
    } else if (kind === 'reactions')
      for (const { wire } of planned(spool)) chosen.need(fieldsOf(wire)['uid'] as string);
    else if (kind === 'friends' || kind === 'blocks')
      for (const record of planned(spool)) {
        const { uid, friend, blocked } = fieldsOf(record.wire) as Record<string, string>;
        if (!chosen.needsUser(uid!) || !chosen.needsUser((friend ?? blocked)!)) yield record;
      }
  }

  #leftOf(kind: Kind): Bitmap {
    let left = this.#left.get(kind);
    if (left === undefined) this.#left.set(kind, (left = new Bitmap()));
    return left;
  }
}

function* planned(spool: RecordSpool): Generator<StoredRecord> {
  const reader = new RecordReader(spool);
  for (let slot = 0; slot < spool.records; slot++)
    if (!spool.dropped.has(reader.ordinalOf(slot))) yield reader.read(slot);
}
