import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Place } from '../rows/export-rows.ts';

export interface NewPost extends Place {
  /** See `conversationOf`. */
  readonly conversation: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly user: string;
  /** JSON. */
  readonly data: string;
}

/** The post that a reply replies to, or the post itself. */
interface PostKey {
  readonly createdAt: number;
  readonly user: string;
  /** Among posts of one user in one conversation with the same time, from 1. */
  readonly ordinal: number;
}

export interface StoredPost extends NewPost, PostKey {
  readonly rootCreatedAt: number | null;
  readonly rootUser: string | null;
  readonly rootOrdinal: number | null;
}

/** Posts on disk, because their lines are not in the order of their times. */
export class PostStore implements Disposable {
  readonly #file: string;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(file: string) {
    this.#file = file;
    rmSync(file, { force: true });
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      CREATE TABLE posts (
        id           INTEGER PRIMARY KEY,
        conversation TEXT    NOT NULL,
        created_at   INTEGER NOT NULL,
        user         TEXT    NOT NULL,
        root         INTEGER,
        file         TEXT    NOT NULL,
        line         INTEGER NOT NULL,
        data         TEXT    NOT NULL
      ) STRICT;
      BEGIN`);
    this.#insert = this.#db.prepare('INSERT INTO posts VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)');
  }

  /** @param root id of the post that it replies to @returns its id */
  add({ conversation, createdAt, user, file, line, data }: NewPost, root?: number): number {
    const added = this.#insert.run(conversation, createdAt, user, root ?? null, file, line, data);
    return Number(added.lastInsertRowid);
  }

  /** By conversation, in the order of the times; a reply never before its first post. */
  inOrder(): Iterable<StoredPost> {
    this.#db.exec(`
      CREATE TABLE keys AS
      SELECT id, row_number() OVER (PARTITION BY conversation, created_at, user ORDER BY id) AS ordinal
      FROM posts;
      CREATE UNIQUE INDEX keys_by_id ON keys (id)`);
    return this.#db
      .prepare(
        `SELECT p.conversation, p.created_at AS createdAt, p.user, p.file, p.line, p.data, k.ordinal,
           r.created_at AS rootCreatedAt, r.user AS rootUser, rk.ordinal AS rootOrdinal
         FROM posts p JOIN keys k ON k.id = p.id
         LEFT JOIN posts r ON r.id = p.root LEFT JOIN keys rk ON rk.id = r.id
         ORDER BY p.conversation, max(p.created_at, coalesce(r.created_at, 0)), p.id`,
      )
      .iterate() as Iterable<unknown> as Iterable<StoredPost>;
  }

  [Symbol.dispose](): void {
    this.#db.close();
    rmSync(this.#file, { force: true });
  }
}
