import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Rig, startRig } from './rig.ts';
import { sqliteDatabase, type TestDatabase } from './test-databases.ts';

const SENT = Math.floor(Date.now() / 1000) - 7200;

/** A forum that was imported, and is followed. */
export class Night implements AsyncDisposable {
  readonly rig: Rig;
  readonly legacy: TestDatabase;
  readonly #options: readonly string[];

  constructor(rig: Rig, legacy: TestDatabase) {
    this.rig = rig;
    this.legacy = legacy;
    const config = rig.write(
      'forum.json',
      JSON.stringify({
        sources: [
          {
            sqlite: path.join(rig.folder, 'forum.db'),
            name: 'forum',
            kinds: {
              users: { query: 'SELECT uid, name FROM people' },
              messages: {
                query: 'SELECT id, author, reader, sent, body FROM posts',
                columns: {
                  id: 'muid',
                  author: 'sender',
                  reader: 'receiver',
                  sent: 'sentAt',
                  body: 'text',
                },
                constants: { receiverType: 'user' },
              },
            },
          },
        ],
      }),
    );
    this.#options = [`--config=${config}`, ...rig.target];
  }

  /** Of the job that follows. */
  get options(): readonly string[] {
    return [`--job=${path.join(this.rig.folder, 'follow')}`, ...this.#options];
  }

  async begin(): Promise<void> {
    await this.rig.cli(['import', '--yes', ...this.#options]);
    await this.rig.cli(['follow', `--after=${this.rig.job}`, '--once', ...this.options]);
  }

  async post(id: number, author = 'ann'): Promise<void> {
    await this.legacy.exec(
      `INSERT INTO posts VALUES (${id}, '${author}', 'bob', ${SENT + id}, 'post ${id}')`,
    );
  }

  /** The messages of the app. */
  get held(): readonly string[] {
    const rows = this.rig.service.db
      .prepare("SELECT muid FROM messages WHERE category <> 'action' ORDER BY sent_at")
      .all();
    return rows.map((row) => row['muid'] as string);
  }

  file(name: string): string {
    return path.join(this.rig.folder, name);
  }

  /** The commands of the operator. `kill` ends the process that runs one, when it does so for the first time. */
  commands(kill?: 'freeze' | 'open' | 'thaw', more: { readonly freeze?: string } = {}): string[] {
    const killing = (what: string): string =>
      kill === what
        ? `; test -e '${this.file('killed')}' || { touch '${this.file('killed')}'; kill -9 $PPID; }`
        : '';
    return [
      `--freeze=touch '${this.file('closed')}'${killing('freeze')}${more.freeze ?? ''}`,
      `--thaw=rm -f '${this.file('closed')}'${killing('thaw')}`,
      `--open=touch '${this.file('opened')}'${killing('open')}`,
    ];
  }

  /** Where people can write. */
  get writable(): readonly string[] {
    return [
      ...(existsSync(this.file('closed')) ? [] : ['legacy']),
      ...(existsSync(this.file('opened')) ? ['app'] : []),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.legacy[Symbol.asyncDispose]();
    await this.rig[Symbol.asyncDispose]();
  }
}

export async function startNight(): Promise<Night> {
  const rig = await startRig();
  const night = new Night(rig, sqliteDatabase(path.join(rig.folder, 'forum.db')));
  await night.legacy.exec(
    `CREATE TABLE people (uid text PRIMARY KEY, name text);
     CREATE TABLE posts (id integer PRIMARY KEY, author text, reader text, sent integer, body text);
     INSERT INTO people VALUES ('ann', 'Ann'), ('bob', 'Bob');
     INSERT INTO posts VALUES (1, 'ann', 'bob', ${SENT}, 'one');`,
  );
  await night.begin();
  return night;
}
