import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import { postgresRows, type TestDatabase } from '../../../fleet/test/support/test-postgres.ts';

export {
  databaseOn as postgresDatabaseOn,
  endPostgres,
  postgresDatabase,
  startPostgres,
  type TestDatabase,
} from '../../../fleet/test/support/test-postgres.ts';

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

/** How many queries with this text the server is busy with. */
export async function busyQueries(
  server: 'postgres' | 'mysql',
  address: string,
  text: string,
): Promise<number> {
  if (server === 'postgres') {
    const sql = `SELECT pid FROM pg_stat_activity
      WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%${text}%'`;
    return (await postgresRows(address, sql)).length;
  }
  const connection = await createConnection(address);
  try {
    const sql = `SELECT id FROM information_schema.processlist
      WHERE command <> 'Sleep' AND id <> connection_id() AND info LIKE '%${text}%'`;
    const [rows] = await connection.query(sql);
    return (rows as unknown[]).length;
  } finally {
    await connection.end();
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
