import type { Socket } from 'node:net';
import type { Client, ClientConfig, FieldDef, QueryArrayConfig, QueryArrayResult } from 'pg';
import { encryptionOf } from './encryption.ts';
import { loadDriver } from './load-driver.ts';
import { GarbledError, LargeMessageError, messageGuard, postgresFraming } from './message-guard.ts';
import { type PostgresCursor, postgresRows } from './postgres-rows.ts';
import { checkAddress } from './server-address.ts';
import { asTable, type Column, type DatabaseRow, type Snapshot } from './snapshot.ts';
import { KEEP_ALIVE_MS, CANCEL_MS, LOCK_WAIT_S } from './waiting.ts';

/** The query in another one, and one of its rows as it is read: names that no column has. */
const ROWS = 'chatferry_rows';
const ROW = 'chatferry_row';

/** Of `bytea` in the catalogue of every PostgreSQL. */
const BYTEA = 17;

/** Of `char(n)` and lists of it: their values end in blanks up to n characters, which mean nothing. As texts they have none. */
const paddedTypes: ReadonlyMap<number, string> = new Map([
  [1042, 'text'],
  [1014, 'text[]'],
]);

/**
 * Of `bigint`, `smallint`, `integer`, `date`, `timestamp`, `timestamptz` and `uuid`: values that compare as equal are the
 * same. Those of other types, such as `citext` and `numeric`, are also in the order of their bytes as text.
 */
const exactTypes: readonly number[] = [20, 21, 23, 1082, 1114, 1184, 2950];

/** Rows and their keys are texts. Everything else would be parsed in vain. */
const asText = {
  getTypeParser:
    () =>
    (text: string): string =>
      text,
};

/**
 * Connects to PostgreSQL and begins a transaction in which all queries see the same rows. The server writes each row as
 * JSON: so numbers keep all digits, and arrays and JSON their structure.
 *
 * @param signal ends the connecting
 */
export async function openPostgres(address: string, signal: AbortSignal): Promise<Snapshot> {
  checkAddress(address, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name');
  const [{ Client: PostgresClient }, { default: Cursor }] = await loadDriver(
    () => Promise.all([import('pg'), import('pg-cursor')]),
    'PostgreSQL',
    'pg@8 pg-cursor@2',
  );
  const options: ClientConfig = {
    connectionString: withEncryption(address),
    application_name: 'chatferry',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: asText,
  };
  const client = guarded(new PostgresClient(options));
  let failure: Error | undefined;
  client.on('error', (error) => (failure ??= error)); // Queries after it fail too, with less to say.
  const process = await connected(client, signal);
  let cancelling: Promise<void> | undefined;

  const fieldsOf = async (query: string): Promise<readonly FieldDef[]> =>
    (await one(client, `SELECT * FROM ${asTable(query)} AS ${ROWS} LIMIT 0`)).fields;
  async function* rowsOf(
    query: string,
    key: readonly string[],
  ): AsyncGenerator<readonly DatabaseRow[]> {
    const fields = await fieldsOf(query);
    const columns = key.map((name) => `${ROWS}.${quoted(name)}`);
    const order = columns.flatMap((column, index) => {
      const { dataTypeID } = fields.find(({ name }) => name === key[index])!;
      return exactTypes.includes(dataTypeID) ? [column] : [column, `${column}::text COLLATE "C"`];
    });
    const keyText =
      columns.length === 1 ? `${columns[0]}::text` : `row(${columns.join(', ')})::text`;
    const values = unpadded(fields);
    const rows = `${asTable(query)} AS ${ROWS}${values === undefined ? '' : ` CROSS JOIN LATERAL (SELECT ${values}) AS ${ROW}`}`;
    const text = `SELECT row_to_json(${values === undefined ? ROWS : ROW})::text, ${keyText} FROM ${rows} ORDER BY ${order.join(', ')}`;
    const cursor: PostgresCursor = client.query(
      new Cursor(text, [], { rowMode: 'array', types: asText } as object),
    );
    let isOpen = true;
    try {
      yield* postgresRows(cursor, (error) => client.connection.stream.destroy(error));
      isOpen = false;
    } catch (error) {
      isOpen = false;
      throw failure ?? error;
    } finally {
      // A row that is waited for may take minutes: end the connection, and not only the cursor.
      if (isOpen) interrupt();
    }
  }
  /** The server does not notice that a connection ended while it sorts. */
  function interrupt(): void {
    client.connection.stream.destroy();
    cancelling ??= cancel(guarded(new PostgresClient(options)), process);
  }
  return {
    columnsOf: async (query) => {
      const fields = await fieldsOf(query);
      return fields.map(columnFrom);
    },
    rowsOf,
    interrupt,
    [Symbol.asyncDispose]: async () => {
      leave(client);
      await cancelling;
    },
  };
}

/** The address with an `sslmode` about whose meaning the driver does not warn. @throws {AddressError} */
function withEncryption(address: string): string {
  const { address: others, encryption } = encryptionOf(address);
  if (encryption === undefined) return address;
  const url = new URL(others);
  url.searchParams.set('sslmode', encryption);
  return url.href;
}

/** The client, whose connection ends at messages that are too large or of another protocol. */
function guarded(client: Client): Client {
  const guard = (): void => {
    const { stream } = client.connection;
    const check = messageGuard(postgresFraming);
    const listeners = stream.listeners('data') as ((chunk: Buffer) => void)[];
    stream.removeAllListeners('data');
    stream.on('data', (chunk: Buffer) => {
      try {
        check(chunk);
        for (const listener of listeners) listener.call(stream, chunk);
      } catch (error) {
        stream.destroy(error instanceof LargeMessageError ? error : new GarbledError(error));
      }
    });
  };
  // Where the connection is to be encrypted, the first answer is no message.
  client.connection.once(client.ssl ? 'sslconnect' : 'connect', guard);
  return client;
}

/** Connects and begins the snapshot. @returns the process of the server */
async function connected(client: Client, signal: AbortSignal): Promise<string> {
  const stop = (): void => void client.connection.stream.destroy();
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    await client.connect();
    await begin(client);
    const { rows } = await one(client, 'SELECT pg_backend_pid()');
    return String(rows[0]?.[0]);
  } catch (error) {
    stop(); // Some servers keep the connection open after their error.
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Ends what a process of the server does, with another connection. @param client not connected yet */
async function cancel(client: Client, process: string): Promise<void> {
  client.on('error', () => {});
  const late = setTimeout(() => client.connection.stream.destroy(), CANCEL_MS);
  try {
    await client.connect();
    await client.query(`SELECT pg_cancel_backend(${Number(process)})`);
  } catch {
    // The server notices the end of the connection when it has rows to send.
  } finally {
    clearTimeout(late);
    client.connection.stream.destroy();
  }
}

/** Ends the connection, also with a server that keeps it open. */
function leave(client: Client): void {
  client.end().catch(() => {});
  (client.connection.stream as Socket).destroySoon();
}

/** Sends exactly one statement: the simple protocol would accept several. */
async function one(client: Client, text: string): Promise<QueryArrayResult> {
  const query = { text, rowMode: 'array', queryMode: 'extended' } as const;
  return client.query(query as QueryArrayConfig);
}

/** Times with a zone are in UTC. A limit of the server on the time of queries ends no reading that takes longer. */
async function begin(client: Client): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SAVEPOINT optional');
  // A server that has the setting ends a query whose client was killed.
  await client
    .query("SET LOCAL client_connection_check_interval = '10s'")
    .catch(() => client.query('ROLLBACK TO optional'));
  await client.query(
    `SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '${LOCK_WAIT_S}s'`,
  );
}

function columnFrom({ name, dataTypeID }: FieldDef): Column {
  if (dataTypeID !== BYTEA) return { name };
  return { name, unreadable: { type: 'bytea', fix: `encode(${name}, 'hex')` } };
}

/** The columns of a row without the blanks at their ends that mean nothing; undefined where no column has any. */
function unpadded(fields: readonly FieldDef[]): string | undefined {
  if (!fields.some(({ dataTypeID }) => paddedTypes.has(dataTypeID))) return undefined;
  return fields
    .map(({ name, dataTypeID }) => {
      const column = `${ROWS}.${quoted(name)}`;
      const type = paddedTypes.get(dataTypeID);
      return type === undefined ? column : `${column}::${type} AS ${quoted(name)}`;
    })
    .join(', ');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
