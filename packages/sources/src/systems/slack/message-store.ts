import type { StatementSync } from 'node:sqlite';
import type { Place } from '../../reading/place.ts';
import { WorkDatabase } from '../../rows/work-database.ts';

/** A message with its place. */
export interface StoredMessage extends Place {
  readonly channel: string;
  /** JSON. */
  readonly data: string;
}

/**
 * Messages on disk that are not in the order of their times. A message that was recorded several times is stored with
 * each recording, and the last recording counts.
 */
export class MessageStore implements Disposable {
  readonly #work: WorkDatabase;
  readonly #insert: StatementSync;
  #messages = 0;

  constructor(file: string) {
    this.#work = new WorkDatabase(
      file,
      `CREATE TABLE messages (
        channel TEXT    NOT NULL,
        ts      TEXT    NOT NULL,
        file    TEXT    NOT NULL,
        line    INTEGER NOT NULL,
        data    TEXT    NOT NULL,
        recorded REAL   NOT NULL -- when; 0 where that is not known
      ) STRICT`,
    );
    this.#insert = this.#work.db.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)');
  }

  /** @param recorded later recordings have higher numbers; of equal numbers, the recording that was added last counts */
  add(ts: string, { channel, file, line, data }: StoredMessage, recorded = 0): void {
    this.#insert.run(channel, ts, file, line, data, recorded);
    this.#messages++;
  }

  /** The number of added recordings. */
  get messages(): number {
    return this.#messages;
  }

  /** The last recording of each message, by conversation, in the order of the times. */
  inOrder(): Iterable<StoredMessage> {
    return this.#work.db
      .prepare(
        `SELECT m.channel, m.file, m.line, m.data
         FROM (SELECT rowid AS last, channel, ts, row_number()
                 OVER (PARTITION BY channel, ts ORDER BY recorded DESC, rowid DESC) AS number FROM messages) k
         JOIN messages m ON m.rowid = k.last
         WHERE k.number = 1
         ORDER BY k.channel, k.ts`,
      )
      .iterate() as Iterable<unknown> as Iterable<StoredMessage>;
  }

  [Symbol.dispose](): void {
    this.#work[Symbol.dispose]();
  }
}
