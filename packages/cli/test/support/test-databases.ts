import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import type { TestDatabase } from '../../../fleet/test/support/test-postgres.ts';

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

async function mysqlExec(address: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: address, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
