import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { transaction } from '@chatferry/disk';
import {
  firstSpan,
  type FoundMessage,
  type MessageIdStore,
  WANTED_AT_ONCE,
  type WantedMessage,
  type WantedSpan,
} from '../message-id-store.ts';
import type { ErrorGuard } from './error-guard.ts';

/** The ids of messages in the table `message_ids` of the ledger. */
export class MessageIds implements MessageIdStore {
  readonly #db: DatabaseSync;
  readonly #guard: ErrorGuard;
  readonly #want: StatementSync;
  readonly #next: StatementSync;
  readonly #put: StatementSync;
  readonly #pass: StatementSync;
  readonly #get: StatementSync;
  readonly #forget: StatementSync;

  constructor(db: DatabaseSync, guard: ErrorGuard) {
    this.#db = db;
    this.#guard = guard;
    this.#want = db.prepare(
      `INSERT INTO message_ids VALUES (:muid, :from, :to, NULL)
       ON CONFLICT DO UPDATE SET id = NULL, from_time = :from, to_time = :to WHERE id = ''`,
    );
    this.#next = db.prepare(
      `SELECT muid, from_time AS "from", to_time AS "to" FROM message_ids WHERE id IS NULL
       ORDER BY from_time LIMIT ${WANTED_AT_ONCE}`,
    );
    this.#put = db.prepare('UPDATE message_ids SET id = ? WHERE muid = ? AND id IS NULL');
    this.#pass = db.prepare(
      "UPDATE message_ids SET id = '' WHERE id IS NULL AND from_time < :passed AND to_time < :passed",
    );
    this.#get = db.prepare('SELECT id FROM message_ids WHERE muid = ?');
    this.#forget = db.prepare('DELETE FROM message_ids WHERE muid = ?');
  }

  async want(messages: readonly WantedMessage[]): Promise<void> {
    this.#change(() => {
      for (const { muid, from, to } of messages) this.#want.run({ muid, from, to });
    });
  }

  async nextToRead(longestGapS: number): Promise<WantedSpan | undefined> {
    return this.#guard.run(() =>
      firstSpan(this.#next.iterate() as Iterable<unknown> as Iterable<WantedMessage>, longestGapS),
    );
  }

  async take(page: readonly FoundMessage[], passed: number): Promise<void> {
    this.#change(() => {
      for (const { muid, id } of page) this.#put.run(id, muid);
      this.#pass.run({ passed });
    });
  }

  async forget(muids: readonly string[]): Promise<void> {
    this.#change(() => {
      for (const muid of muids) this.#forget.run(muid);
    });
  }

  async idOf(muid: string): Promise<string | undefined> {
    const id = this.#guard.run(() => this.#get.get(muid))?.['id'] as string | null | undefined;
    return id === null || id === '' ? undefined : id;
  }

  #change(work: () => void): void {
    this.#guard.run(() => transaction(this.#db, work));
  }
}
