import { Client } from 'pg';
import { createConnection } from 'mysql2/promise';
import { type OwnServer, ownMariadb, ownPostgres } from './own-server.ts';

/** A database server that a follower reads while other processes write. */
export interface FollowedServer
  extends AsyncDisposable, Pick<OwnServer, 'address' | 'crash' | 'start'> {
  /** The key of the address in a configuration. */
  readonly driver: 'postgres' | 'mysql';
  /** Executes one or more statements. */
  readonly exec: (sql: string) => Promise<void>;
  readonly rows: (sql: string) => Promise<(readonly unknown[])[]>;
}

export const followedServers = {
  postgres: async (): Promise<FollowedServer> => {
    const server = await ownPostgres();
    const { address } = server;
    return {
      driver: 'postgres',
      address,
      crash: () => server.crash(),
      start: () => server.start(),
      exec: (sql) =>
        onPostgres(address, async (client) => {
          await client.query(sql);
        }),
      rows: (sql) =>
        onPostgres(address, async (client) => {
          const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
          return rows;
        }),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
  mysql: async (folder: string): Promise<FollowedServer> => {
    const server = await ownMariadb(folder);
    const { address } = server;
    return {
      driver: 'mysql',
      address,
      crash: () => server.crash(),
      start: () => server.start(),
      exec: async (sql) => {
        await onMysql(address, sql);
      },
      rows: async (sql) => (await onMysql(address, sql)) as unknown[][],
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};

async function onPostgres<T>(address: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(address);
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function onMysql(address: string, sql: string): Promise<unknown> {
  const connection = await createConnection({
    uri: address,
    multipleStatements: true,
    rowsAsArray: true,
  });
  connection.on('error', () => {});
  try {
    const [rows] = await connection.query(sql);
    return rows;
  } finally {
    await connection.end().catch(() => {});
  }
}
