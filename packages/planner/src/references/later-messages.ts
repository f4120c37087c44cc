import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { freeIdHash, kinds } from '@chatferry/contract';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';
import { Bitmap } from '../storage/bitmap.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import type { PlannedMessages } from './missing-messages.ts';

interface WorkFiles {
  readonly folder: string;
  /** The database with the table of derived records. */
  readonly work: DatabaseSync;
}

export interface LaterSources extends WorkFiles {
  /** Undefined before the messages are read. */
  readonly messages: PlannedMessages | undefined;
}

/** The messages that a plan leaves to a later job, and the records that belong to them. */
export class LaterMessages {
  /** Ordinals of the left messages. */
  readonly #left = new Bitmap();
  readonly #newerThan: number;
  readonly #isOfOthers: (ordinal: number) => boolean;

  /**
   * @param newerThan UNIX seconds; older messages are left
   * @param isOfOthers whether a message is left because of its conversation
   */
  constructor(newerThan: number, isOfOthers: (ordinal: number) => boolean) {
    this.#newerThan = newerThan;
    this.#isOfOthers = isOfOthers;
  }

  /** The records of a kind that are left. Call it after all records of the kind are read. */
  of(spool: RecordSpool, { messages, ...work }: LaterSources): Iterable<StoredRecord> {
    if (messages === undefined) return [];
    if (messages.spool === spool) return this.#among(messages, work);
    return kinds[spool.kind].ofMessage === undefined ? [] : this.#recordsOf(spool, messages, work);
  }

  /** Messages that are left themselves, and replies to left messages. */
  *#among({ ids, spool, dropped }: PlannedMessages, work: WorkFiles): Generator<StoredRecord> {
    const reader = new RecordReader(spool);
    for (let slot = 0; slot < spool.records; slot++) {
      const ordinal = reader.ordinalOf(slot);
      if (dropped.has(ordinal)) continue;
      if (reader.timeOf(slot) >= this.#newerThan && !this.#isOfOthers(ordinal)) continue;
      this.#left.add(ordinal);
      yield reader.read(slot);
    }
    const replies = this.#repliesToLeft(ids, reader, work);
    if (replies.size === 0) return;
    for (let slot = 0; slot < spool.records; slot++)
      if (replies.has(reader.ordinalOf(slot)) && !dropped.has(reader.ordinalOf(slot)))
        yield reader.read(slot);
  }

  /** Records of another kind that belong to left messages. */
  *#recordsOf(
    spool: RecordSpool,
    { ids, spool: messages }: PlannedMessages,
    { folder }: WorkFiles,
  ): Generator<StoredRecord> {
    const field = kinds[spool.kind].ofMessage!;
    const [reader, messageReader] = [new RecordReader(spool), new RecordReader(messages)];
    using own = new RepeatFinder(join(folder, `${spool.kind}.later`));
    for (let slot = 0; slot < spool.records; slot++) {
      const { ordinal, wire } = reader.read(slot);
      if (!spool.dropped.has(ordinal))
        own.add(freeIdHash(fieldsOf(wire)[field] as string), ordinal, slot);
    }
    const slots: number[] = [];
    own.pairsWith(ids, (slot, message) => {
      if (this.#left.has(messageReader.ordinalOf(message))) slots.push(slot);
    });
    for (const slot of slots.toSorted((one, other) => one - other)) yield reader.read(slot);
  }

  /** Ordinals of the replies to left messages, at any depth. */
  #repliesToLeft(
    ids: RepeatFinder,
    messages: RecordReader,
    { folder, work }: WorkFiles,
  ): ReadonlySet<number> {
    const replies = work
      .prepare(
        `SELECT ordinal, value ->> '$.parentMuid' AS parent FROM derived WHERE kind = 'replies' ORDER BY ordinal`,
      )
      .all() as unknown as { readonly ordinal: number; readonly parent: string }[];
    const found = new Set<number>();
    for (let before = -1; found.size > before;) {
      before = found.size;
      using parents = new RepeatFinder(join(folder, 'replies.later'));
      for (const { ordinal, parent } of replies)
        if (!this.#left.has(ordinal)) parents.add(freeIdHash(parent), ordinal, ordinal);
      parents.pairsWith(ids, (ordinal, message) => {
        if (this.#left.has(messages.ordinalOf(message))) found.add(ordinal);
      });
      for (const ordinal of found) this.#left.add(ordinal);
    }
    return found;
  }
}
