import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { transaction } from '@chatferry/disk';
import type { FoundMessage, MessageIdStore, TimeSpan, WantedMessage } from '../message-id-store.ts';
import type { ErrorGuard } from './error-guard.ts';

/** Messages that one span of time is made for: as many as a page of the list has. */
const AT_ONCE = 1000;

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
      `SELECT min(from_time) AS "from", max(to_time) AS "to" FROM (
         SELECT from_time, to_time FROM message_ids WHERE id IS NULL ORDER BY from_time LIMIT ${AT_ONCE})`,
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

  async nextToRead(): Promise<TimeSpan | undefined> {
    const span = this.#guard.run(() => this.#next.get());
    return span?.['from'] === null ? undefined : (span as unknown as TimeSpan | undefined);
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
