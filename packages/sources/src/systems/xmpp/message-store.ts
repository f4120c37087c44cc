import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Place } from '../../reading/place.ts';
import { keyOf } from './ids.ts';
import type { Route, Stanza } from './stanzas.ts';
import { WorkDatabase } from '../../rows/work-database.ts';

/** A message with its archive. */
export interface ArchivedMessage extends Route {
  readonly stanza: Stanza;
  readonly place: Place;
  /** Milliseconds; 0 when it is not known. */
  readonly time: number;
  /** The user whose archive has the message. Messages of one archive are not copies of each other, unless they have the same archive id. */
  readonly archive: string;
  readonly archiveId?: string | undefined;
}

interface StoredRecord {
  readonly conversation: string;
  readonly room: string | null;
  readonly sender: string;
  readonly time: number;
  readonly file: string;
  readonly line: number;
  /** The stanza as JSON. */
  readonly json: string;
}

export interface StoredMessage extends StoredRecord {
  readonly message: number;
  readonly key: string;
  /** 1 for a message that is missing in the export. Its first correction takes its place. */
  readonly missing: 0 | 1;
}

/** A stored message that may be the same message. */
interface StoredCopy {
  readonly message: number;
  readonly time: number;
  /** Whether the archive already has it, with an id of that archive. */
  readonly isHeld: 0 | 1;
  readonly id: string | null;
}

/** The relation to another message. */
export type Relation = 'correction' | 'retraction' | 'tombstone' | 'reactions';

export interface RelatedMessage extends StoredRecord {
  readonly relation: Relation;
  readonly target: string;
}

/** A server stores the same message at nearly the same time in the archives of both people. */
const SAME_MS = 1000;
/** Clients may reuse an id, but only after this time. */
export const SAME_ID_MS = 3_600_000;

const CONNECT = `
  UPDATE related SET message = (
    SELECT message FROM refs WHERE refs.conversation = related.conversation AND ref = target
  ) WHERE message IS NULL`;

const TABLES = `
  CREATE TABLE messages (
    message      INTEGER PRIMARY KEY,
    same         TEXT    NOT NULL, -- what copies have in common
    key          TEXT    NOT NULL, -- of this message alone
    conversation TEXT    NOT NULL,
    room         TEXT,
    sender       TEXT    NOT NULL,
    time         INTEGER NOT NULL,
    file         TEXT    NOT NULL,
    line         INTEGER NOT NULL,
    json         TEXT    NOT NULL,
    missing      INTEGER NOT NULL  -- 1 where its first correction stands for it
  ) STRICT;
  CREATE INDEX messages_by_same ON messages (same);
  CREATE TABLE held (                -- the archives that have a message, with its id there
    message      INTEGER NOT NULL,
    archive      TEXT    NOT NULL,
    id           TEXT,
    PRIMARY KEY (message, archive)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE refs (                -- the ids by which others refer to a message
    conversation TEXT    NOT NULL,
    ref          TEXT    NOT NULL,
    message      INTEGER NOT NULL,
    PRIMARY KEY (conversation, ref)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE versions (            -- the ids of corrections, by which clients refer to the message too
    conversation TEXT    NOT NULL,
    sender       TEXT    NOT NULL,
    id           TEXT    NOT NULL,
    target       TEXT    NOT NULL,   -- the first version
    PRIMARY KEY (conversation, sender, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE related (
    relation     TEXT    NOT NULL,
    conversation TEXT    NOT NULL,
    target       TEXT    NOT NULL,   -- one of the refs
    sender       TEXT    NOT NULL,
    time         INTEGER NOT NULL,
    file         TEXT    NOT NULL,
    line         INTEGER NOT NULL,
    json         TEXT    NOT NULL,
    room         TEXT,
    message      INTEGER             -- found when all messages are stored
  ) STRICT;
  CREATE UNIQUE INDEX related_once ON related (relation, conversation, target, sender, json)`;

/** The messages of all archives on disk, each once, with their related messages. */
export class MessageStore implements Disposable {
  readonly #work: WorkDatabase;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #copies: StatementSync;
  readonly #insertHeld: StatementSync;
  readonly #insertRef: StatementSync;
  readonly #insertVersion: StatementSync;
  readonly #firstVersion: StatementSync;
  readonly #insertRelated: StatementSync;
  readonly #relatedTo: StatementSync;
  readonly #keyOfRef: StatementSync;

  constructor(file: string) {
    this.#work = new WorkDatabase(file, TABLES);
    this.#db = this.#work.db;
    this.#insert = this.#db.prepare(
      'INSERT INTO messages VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#copies = this.#db.prepare(
      `SELECT m.message, time, held.message IS NOT NULL AS isHeld, held.id FROM messages m
       LEFT JOIN held ON held.message = m.message AND archive = ? WHERE same = ? ORDER BY m.message`,
    );
    this.#insertHeld = this.#db.prepare('INSERT OR IGNORE INTO held VALUES (?, ?, ?)');
    this.#insertRef = this.#db.prepare('INSERT OR IGNORE INTO refs VALUES (?, ?, ?)');
    this.#insertVersion = this.#db.prepare('INSERT OR IGNORE INTO versions VALUES (?, ?, ?, ?)');
    this.#firstVersion = this.#db.prepare(
      'SELECT target FROM versions WHERE conversation = ? AND sender = ? AND id = ?',
    );
    this.#insertRelated = this.#db.prepare(
      'INSERT OR IGNORE INTO related VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)',
    );
    this.#relatedTo = this.#db.prepare(
      'SELECT * FROM related WHERE message = ? AND relation = ? ORDER BY time, rowid',
    );
    this.#keyOfRef = this.#db.prepare(
      'SELECT messages.key FROM refs JOIN messages USING (message) WHERE refs.conversation = ? AND ref = ?',
    );
  }

  /** @returns false for a copy of a stored message */
  addMessage(found: ArchivedMessage): boolean {
    const { stanza, conversation, room, sender, time, place, archive, archiveId } = found;
    const { id, body, files } = stanza;
    // In a room, copies may name the sender by the nickname or by the account.
    const same = keyOf([conversation, room === undefined ? sender : '', id, body, ...files]);
    const others = this.#copies.all(archive, same) as unknown as StoredCopy[];
    const most = id === undefined ? SAME_MS : SAME_ID_MS;
    const copy =
      others.find((each) => archiveId !== undefined && each.id === archiveId) ??
      others.find((each) => each.isHeld === 0 && Math.abs(each.time - time) <= most);
    let message = copy?.message;
    if (message === undefined) {
      const isUnique = id !== undefined && others.length === 0;
      const key = isUnique ? same : keyOf([same, String(time), String(others.length)]);
      const values = [same, key, conversation, room ?? null, sender, time];
      const added = this.#insert.run(...values, place.file, place.line, JSON.stringify(stanza), 0);
      message = Number(added.lastInsertRowid);
    }
    this.#insertHeld.run(message, archive, archiveId ?? null);
    for (const ref of stanza.ids) this.#insertRef.run(conversation, ref, message);
    return copy === undefined;
  }

  /** @returns false for a copy of a stored related message */
  addRelated(relation: Relation, named: string, found: ArchivedMessage): boolean {
    const { stanza, conversation, room = null, sender, time, place } = found;
    const { ids, body, reactions = [] } = stanza;
    const version = this.#firstVersion.get(conversation, sender, named);
    const target = version === undefined ? named : String(version['target']);
    if (relation === 'correction')
      for (const id of ids) this.#insertVersion.run(conversation, sender, id, target);
    const json = JSON.stringify(
      relation === 'reactions' ? reactions : { ...stanza, ids: [], body },
    );
    const values = [relation, conversation, target, sender, time, place.file, place.line];
    const { changes } = this.#insertRelated.run(...values, json, room);
    return changes === 1;
  }

  /** Connects related messages with their messages. Call it when everything is stored. */
  connect(): void {
    this.#db.exec(`
      ${CONNECT};
      CREATE INDEX related_by_message ON related (message, relation);`);
    this.#addMissing();
    this.#db.exec(CONNECT);
  }

  /** Adds messages that are missing in the export but have corrections in it. */
  #addMissing(): void {
    const corrections = this.#db.prepare(`
      SELECT * FROM related WHERE message IS NULL AND relation = 'correction'
      ORDER BY time = 0, time, rowid`);
    for (const each of corrections.iterate() as Iterable<unknown> as Iterable<RelatedMessage>) {
      const { conversation, target, room, sender, time, file, line, json } = each;
      if (this.find(conversation, target) !== undefined) continue;
      const key = keyOf([conversation, target]);
      const values = ['', key, conversation, room, sender, time, file, line, json, 1];
      const added = this.#insert.run(...values);
      this.#insertRef.run(conversation, target, added.lastInsertRowid);
    }
  }

  relatedTo(message: number, relation: Relation): readonly RelatedMessage[] {
    return this.#relatedTo.all(message, relation) as unknown as readonly RelatedMessage[];
  }

  /** The key of the message that an id refers to. */
  find(conversation: string, ref: string): string | undefined {
    return (this.#keyOfRef.get(conversation, ref) as { key: string } | undefined)?.key;
  }

  /** The messages by conversation, time and arrival. */
  messages(): Iterable<StoredMessage> {
    return this.#db
      .prepare('SELECT * FROM messages ORDER BY conversation, time, message')
      .iterate() as Iterable<unknown> as Iterable<StoredMessage>;
  }

  /** Related messages whose message is missing in the export. Tombstones are not among them: a tombstone is a message itself. */
  orphans(): Iterable<RelatedMessage> {
    return this.#db
      .prepare(
        "SELECT * FROM related WHERE message IS NULL AND relation <> 'tombstone' ORDER BY rowid",
      )
      .iterate() as Iterable<unknown> as Iterable<RelatedMessage>;
  }

  [Symbol.dispose](): void {
    this.#work[Symbol.dispose]();
  }
}
