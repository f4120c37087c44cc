import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { WorkDatabase } from '../../rows/work-database.ts';

/** An event from which messages are made. */
export interface StoredEvent {
  readonly id: string;
  readonly room: string;
  readonly sender: string;
  /** Milliseconds. */
  readonly time: number;
  readonly file: string;
  readonly line: number;
  /** JSON. */
  readonly json: string;
}

/** A reaction, or an edit, to another event. */
export interface RelatedEvent extends StoredEvent {
  readonly target: string;
}

const COLUMNS = `
  id     TEXT    NOT NULL PRIMARY KEY,
  room   TEXT    NOT NULL,
  sender TEXT    NOT NULL,
  time   INTEGER NOT NULL,
  file   TEXT    NOT NULL,
  line   INTEGER NOT NULL,
  json   TEXT    NOT NULL`;

const TABLES = `
  CREATE TABLE messages (${COLUMNS}) STRICT;
  CREATE TABLE edits (${COLUMNS}, target TEXT NOT NULL) STRICT;
  CREATE TABLE reactions (${COLUMNS}, target TEXT NOT NULL) STRICT;
  CREATE TABLE redactions (target TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE INDEX edits_by_target ON edits (target);
  CREATE INDEX reactions_by_target ON reactions (target)`;

/** Events on disk. An edit, a reaction or a deletion may come before or after the event that it is about. */
export class EventStore implements Disposable {
  readonly #work: WorkDatabase;
  readonly #db: DatabaseSync;
  readonly #insert: Readonly<Record<'messages' | 'edits' | 'reactions', StatementSync>>;
  readonly #addRedaction: StatementSync;
  readonly #isRedacted: StatementSync;
  readonly #edits: StatementSync;
  readonly #reactions: StatementSync;
  readonly #has: StatementSync;

  constructor(file: string) {
    this.#work = new WorkDatabase(file, TABLES);
    this.#db = this.#work.db;
    const insert = (table: string, values: string): StatementSync =>
      this.#db.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${values})`);
    this.#insert = {
      messages: insert('messages', '?, ?, ?, ?, ?, ?, ?'),
      edits: insert('edits', '?, ?, ?, ?, ?, ?, ?, ?'),
      reactions: insert('reactions', '?, ?, ?, ?, ?, ?, ?, ?'),
    };
    this.#addRedaction = insert('redactions', '?');
    this.#isRedacted = this.#db.prepare('SELECT 1 FROM redactions WHERE target = ?');
    this.#has = this.#db.prepare('SELECT 1 FROM messages WHERE id = ?');
    this.#edits = this.#db.prepare('SELECT * FROM edits WHERE target = ? ORDER BY time, rowid');
    this.#reactions = this.#db.prepare(
      'SELECT * FROM reactions WHERE target = ? ORDER BY time, rowid',
    );
  }

  /** @returns false for an event that is already known */
  addMessage({ id, room, sender, time, file, line, json }: StoredEvent): boolean {
    return this.#insert.messages.run(id, room, sender, time, file, line, json).changes === 1;
  }

  /** @returns false for an event that is already known */
  addRelated(table: 'edits' | 'reactions', event: RelatedEvent): boolean {
    const { id, room, sender, time, file, line, json, target } = event;
    return this.#insert[table].run(id, room, sender, time, file, line, json, target).changes === 1;
  }

  addRedaction(target: string): void {
    this.#addRedaction.run(target);
  }

  isRedacted(id: string): boolean {
    return this.#isRedacted.get(id) !== undefined;
  }

  has(id: string): boolean {
    return this.#has.get(id) !== undefined;
  }

  /** In the order of their times. */
  editsOf(id: string): readonly RelatedEvent[] {
    return this.#edits.all(id) as unknown as readonly RelatedEvent[];
  }

  reactionsTo(id: string): readonly RelatedEvent[] {
    return this.#reactions.all(id) as unknown as readonly RelatedEvent[];
  }

  /** The messages by room and time. Messages of the same time are in the order of their file, which may be newest first. */
  messages(): Iterable<StoredEvent> {
    return this.#db
      .prepare(`
        WITH steps AS (
          SELECT file, room, sign(time - lag(time) OVER (PARTITION BY file, room ORDER BY rowid)) AS step
          FROM messages
        ), newest_first AS (
          SELECT file, room, -1 AS direction FROM steps GROUP BY file, room HAVING sum(step) < 0
        )
        SELECT messages.* FROM messages LEFT JOIN newest_first USING (file, room)
        ORDER BY room, time, messages.rowid * ifnull(direction, 1)`)
      .iterate() as Iterable<unknown> as Iterable<StoredEvent>;
  }

  /** Edits or reactions to messages that are not in the export. */
  *orphans(table: 'edits' | 'reactions'): Generator<RelatedEvent> {
    yield* this.#db
      .prepare(
        `SELECT * FROM ${table} WHERE target NOT IN (SELECT id FROM messages) ORDER BY time, rowid`,
      )
      .iterate() as Iterable<unknown> as Iterable<RelatedEvent>;
  }

  [Symbol.dispose](): void {
    this.#work[Symbol.dispose]();
  }
}
