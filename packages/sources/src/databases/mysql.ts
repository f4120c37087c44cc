import type { Readable } from 'node:stream';
import type { Connection, FieldPacket, SslOptions } from 'mysql2';
import { type Encryption, encryptionOf } from './encryption.ts';
import { loadDriver } from './load-driver.ts';
import { isText, jsonWriters, unreadableType } from './mysql-types.ts';
import { checkAddress } from './server-address.ts';
import { asTable, type DatabaseRow, type Snapshot } from './snapshot.ts';

const ROWS_PER_BATCH = 1000;

/** Milliseconds until a server that does not answer counts as unreachable. */
const CONNECT_TIMEOUT_MS = 30_000;

/** Seconds that the server waits for a client that judges rows and reads no further ones. */
const PAUSE_S = 24 * 60 * 60;

/** The query in another one. */
const ROWS = 'chatferry_rows';

const encryptions: Readonly<Record<Encryption, { ssl?: SslOptions }>> = {
  disable: {},
  'no-verify': { ssl: { rejectUnauthorized: false } },
  'verify-full': { ssl: { rejectUnauthorized: true, verifyIdentity: true } },
};

type Value = string | Buffer | null;

/** Connects to MySQL or MariaDB and begins a transaction in which all queries see the same rows. */
export async function openMysql(address: string): Promise<Snapshot> {
  const form = 'mysql://user:password@host:3306/name';
  checkAddress(address, ['mysql:', 'mariadb:'], form);
  const { address: uri, encryption } = encryptionOf(address.replace(/^mariadb:/, 'mysql:'));
  const { createConnection } = await loadDriver(() => import('mysql2'), 'MySQL', 'mysql2');
  const connection = createConnection({
    uri,
    ...(encryption === undefined ? {} : encryptions[encryption]),
    charset: 'utf8mb4',
    connectTimeout: CONNECT_TIMEOUT_MS,
    rowsAsArray: true,
    typeCast: (field) => (field.type === 'BIT' ? field.buffer() : field.string()),
  });
  let failure: Error | undefined;
  let reading: Readable | undefined;
  connection.on('error', (error) => {
    failure ??= error; // Queries after it fail too, with less to say.
    reading?.destroy(error); // The driver does not end it.
  });
  try {
    await connect(connection);
    for (const statement of beginning) await fieldsOf(connection, statement);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  const columns = (query: string): Promise<FieldPacket[]> =>
    fieldsOf(connection, `SELECT * FROM ${asTable(query)} AS ${ROWS} LIMIT 0`);

  async function* rowsOf(
    query: string,
    key: readonly string[],
  ): AsyncGenerator<readonly DatabaseRow[]> {
    const fields = await columns(query);
    const toJson = jsonWriters(fields);
    const keyAt = key.map((name) => fields.findIndex((field) => field.name === name));
    const order = keyAt.flatMap((at) => orderOf(fields[at]!)).join(', ');
    const stream = connection
      .query(`SELECT * FROM ${asTable(query)} AS ${ROWS} ORDER BY ${order}`)
      .stream({ highWaterMark: ROWS_PER_BATCH });
    reading = stream;
    let batch: DatabaseRow[] = [];
    let isOpen = true;
    try {
      for await (const row of stream as AsyncIterable<Value[]>) {
        const json = toJson.map((write, index) => write(row[index]!)).join(',');
        batch.push({ json: `{${json}}`, key: keyAt.map((at) => String(row[at])).join('\n') });
        if (batch.length < ROWS_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      isOpen = false;
    } catch (error) {
      throw failure ?? error;
    } finally {
      if (isOpen) connection.destroy(); // The rest of the rows would have to be read first.
    }
    yield batch;
  }

  return {
    columnsOf: async (query) =>
      (await columns(query)).map((field) => {
        const unreadable = unreadableType(field);
        return { name: field.name, ...(unreadable === undefined ? {} : { unreadable }) };
      }),
    rowsOf,
    interrupt: () => connection.destroy(),
    [Symbol.asyncDispose]: async () => connection.destroy(),
  };
}

/** Times with a zone are in UTC. */
const beginning = [
  "SET SESSION time_zone = '+00:00'",
  `SET SESSION net_write_timeout = ${PAUSE_S}, wait_timeout = ${PAUSE_S}`,
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
];

async function connect(connection: Connection): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error === null ? resolve() : reject(error)));
  });
}

async function fieldsOf(connection: Connection, sql: string): Promise<FieldPacket[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, _rows, fields) =>
      error === null ? resolve(fields) : reject(error),
    );
  });
}

/** Texts that compare as equal are in the order of their bytes. An index has the order of numbers. */
function orderOf(field: FieldPacket): string[] {
  const name = quoted(field.name);
  return isText(field) ? [name, `CAST(${name} AS BINARY)`] : [name];
}

function quoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
