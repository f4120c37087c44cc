import { randomUUID } from 'node:crypto';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';

/** Servers that the environment names for tests. */
export const postgresServer: string | undefined = process.env['CHATFERRY_TEST_POSTGRES'];
export const mysqlServer: string | undefined = process.env['CHATFERRY_TEST_MARIADB'];

/** A database of its own for one test, on a server. */
export interface ServerDatabase extends AsyncDisposable {
  readonly address: string;
  /** Executes one or more statements. */
  readonly exec: (sql: string) => Promise<void>;
}

const drivers = {
  postgres: { exec: postgresExec, options: '', force: ' WITH (FORCE)' },
  mysql: { exec: mysqlExec, options: ' CHARACTER SET utf8mb4', force: '' },
};

export async function serverDatabase(
  driver: keyof typeof drivers,
  server: string,
): Promise<ServerDatabase> {
  const { exec, options, force } = drivers[driver];
  const name = `chatferry_${randomUUID().replaceAll('-', '')}`;
  await exec(server, `CREATE DATABASE ${name}${options}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    address: url.href,
    exec: (sql) => exec(url.href, sql),
    [Symbol.asyncDispose]: () => exec(server, `DROP DATABASE ${name}${force}`),
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

async function mysqlExec(address: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: address, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
