import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll } from 'vitest';
import {
  endPostgres,
  postgresDatabase,
  postgresRows,
  type TestDatabase,
} from '../../../fleet/test/support/test-postgres.ts';
import { mysqlServer, serverDatabase } from '../../../sources/test/support/server-database.ts';

export { mysqlServer };
export {
  databaseOn as postgresDatabaseOn,
  endPostgres,
  postgresDatabase,
  startPostgres,
  type TestDatabase,
} from '../../../fleet/test/support/test-postgres.ts';

/** A PostgreSQL database for the tests of a file. */
export function databaseForTests(): Pick<TestDatabase, 'address'> {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await postgresDatabase();
  });
  afterAll(async () => {
    await database[Symbol.asyncDispose]();
    await endPostgres();
  });
  return {
    get address() {
      return database.address;
    },
  };
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

export async function mysqlDatabase(): Promise<TestDatabase> {
  return await serverDatabase('mysql', mysqlServer!);
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
