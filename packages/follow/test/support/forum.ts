import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { DatabaseSource } from '@chatferry/sources';
import {
  mysqlServer,
  postgresServer,
  serverDatabase,
} from '../../../sources/test/support/server-database.ts';

export { postgresServer };

/** The legacy database of a test. */
export interface Forum extends AsyncDisposable {
  readonly source: DatabaseSource;
  readonly exec: (sql: string) => Promise<void>;
  /** A connection of its own, for transactions that stay open. */
  readonly connect?: () => Promise<Client>;
}

const SCHEMA = `
  CREATE TABLE people (id varchar(50) PRIMARY KEY, name varchar(100), left_at bigint);
  CREATE TABLE rooms (id varchar(50) PRIMARY KEY, title varchar(100));
  CREATE TABLE seats (room varchar(50), person varchar(50), scope varchar(50), PRIMARY KEY (room, person));
  CREATE TABLE posts (id bigint PRIMARY KEY, room varchar(50), author varchar(50), target varchar(50), sent bigint, body text);
`;

/** How its rows become records. A message has the title of its room: it changes when that changes. */
const kindsOfForum = (): DatabaseSource['kinds'] => ({
  users: {
    query: 'SELECT id, name, left_at FROM people',
    columns: { id: 'uid', left_at: 'deactivatedAt' },
  },
  groups: {
    query: 'SELECT id, title FROM rooms',
    columns: { id: 'guid', title: 'name' },
    constants: { type: 'public' },
  },
  members: { query: 'SELECT * FROM seats', columns: { room: 'guid', person: 'uid' } },
  messages: {
    key: 'id',
    query: `SELECT p.id, p.author, COALESCE(p.room, p.target) AS receiver,
      CASE WHEN p.room IS NULL THEN 'user' ELSE 'group' END AS kind, p.sent, p.body, r.title
      FROM posts p LEFT JOIN rooms r ON r.id = p.room`,
    columns: {
      id: 'muid',
      author: 'sender',
      kind: 'receiverType',
      sent: 'sentAt',
      body: 'text',
      title: 'data.metadata.title',
    },
  },
});

export async function sqliteForum(file: string): Promise<Forum> {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  return {
    source: { sqlite: file, name: 'forum', kinds: kindsOfForum() },
    exec: async (sql) => db.exec(sql),
    [Symbol.asyncDispose]: async () => db.close(),
  };
}

export async function postgresForum(): Promise<Forum> {
  const database = await serverDatabase('postgres', postgresServer!);
  await database.exec(SCHEMA);
  return {
    ...database,
    source: { postgres: database.address, name: 'forum', kinds: kindsOfForum() },
    connect: async () => {
      const client = new Client(database.address);
      await client.connect();
      return client;
    },
  };
}

async function mysqlForum(): Promise<Forum> {
  const database = await serverDatabase('mysql', mysqlServer!);
  await database.exec(SCHEMA);
  return { ...database, source: { mysql: database.address, name: 'forum', kinds: kindsOfForum() } };
}

interface TitledForum {
  readonly title: string;
  /** @param file of a SQLite database */
  readonly open: (file: string) => Promise<Forum>;
}

/** The legacy databases of tests. Databases of servers are there only where the environment names them. */
export const forums: readonly TitledForum[] = [
  { title: 'SQLite', open: sqliteForum },
  ...(postgresServer === undefined ? [] : [{ title: 'PostgreSQL', open: postgresForum }]),
  ...(mysqlServer === undefined ? [] : [{ title: 'MariaDB', open: mysqlForum }]),
];
