import type { Socket } from 'node:net';
import type { Client, ClientConfig, FieldDef, QueryArrayConfig, QueryArrayResult } from 'pg';
import { encryptionOf } from './encryption.ts';
import { loadDriver } from './load-driver.ts';
import { GarbledError, LargeMessageError, messageGuard, postgresFraming } from './message-guard.ts';
import { type PostgresCursor, postgresRows } from './postgres-rows.ts';
import { postgresDigests } from './postgres-digests.ts';
import { postgresWriters } from './postgres-writers.ts';
import { columnsOfKeys, ROWS, selectionSql } from './postgres-row-sql.ts';
import { checkAddress } from './server-address.ts';
import { asTable, type Column, type DatabaseRow, type Snapshot } from './snapshot.ts';
import { KEEP_ALIVE_MS, CANCEL_MS, LOCK_WAIT_S } from './waiting.ts';

/** The number of the type `bytea` in the catalogue of every PostgreSQL. */
const BYTEA = 17;

/** Rows and their keys are texts, so parsing other types would be useless. */
const asText = {
  getTypeParser:
    () =>
    (text: string): string =>
      text,
};

/**
 * Connects to PostgreSQL and begins a transaction in which all queries see the same rows. The server writes each row as
 * JSON, so that numbers keep all digits, and arrays and JSON keep their structure.
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
  client.on('error', (error) => (failure ??= error)); // Later queries fail too, with less information.
  const process = await connected(client, signal);
  let cancelling: Promise<void> | undefined;

  async function* rowsOf(
    query: string,
    key: readonly string[],
    keys?: readonly string[],
  ): AsyncGenerator<readonly DatabaseRow[]> {
    const fields = await fieldsOf(client, query);
    const types = keys && (await typesOf(client, key, fields));
    const text = selectionSql(query, key, fields, types);
    const parameters = keys === undefined ? [] : columnsOfKeys(keys, key.length);
    const cursor: PostgresCursor = client.query(
      new Cursor(text, parameters, { rowMode: 'array', types: asText } as object),
    );
    let isOpen = true;
    try {
      yield* postgresRows(cursor, (error) => client.connection.stream.destroy(error));
      isOpen = false;
    } catch (error) {
      isOpen = false;
      throw failure ?? error;
    } finally {
      // The next row may take minutes, so the whole connection is ended, and not only the cursor.
      if (isOpen) interrupt();
    }
  }
  const ask = async (text: string, values?: readonly unknown[]): Promise<string[][]> => {
    try {
      return (await one(client, text, values)).rows as string[][];
    } catch (error) {
      throw failure ?? error;
    }
  };
  /** While the server sorts, it does not notice that a connection has ended. */
  function interrupt(): void {
    client.connection.stream.destroy();
    cancelling ??= cancel(guarded(new PostgresClient(options)), process);
  }
  return {
    columnsOf: async (query) => (await fieldsOf(client, query)).map(columnFrom),
    rowsOf: (query, key) => rowsOf(query, key),
    rowsWith: rowsOf,
    digests: postgresDigests({ fieldsOf: (query) => fieldsOf(client, query), ask }),
    openWriters: () => postgresWriters(ask),
    interrupt,
    [Symbol.asyncDispose]: async () => {
      leave(client);
      await cancelling;
    },
  };
}

/** The address with an `sslmode` that causes no warning of the driver. @throws {AddressError} */
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
  // If the connection is to be encrypted, the first answer is not a message.
  client.connection.once(client.ssl ? 'sslconnect' : 'connect', guard);
  return client;
}

/** Connects and begins the snapshot. @returns the id of the server's process */
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

/** Ends the query of a process of the server, through another connection. @param client not connected yet */
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

/** Ends the connection, even if the server keeps it open. */
function leave(client: Client): void {
  client.end().catch(() => {});
  (client.connection.stream as Socket).destroySoon();
}

/** Sends exactly one statement: the simple protocol would accept several. */
async function one(
  client: Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<QueryArrayResult> {
  const query = { text, values, rowMode: 'array', queryMode: 'extended', types: asText } as const;
  return client.query(query as unknown as QueryArrayConfig);
}

/** Times with a zone are read in UTC. The server's limit on the time of queries is lifted, so that it does not end a long reading. */
async function begin(client: Client): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SAVEPOINT optional');
  // A server with this setting ends a query whose client was killed.
  await client
    .query("SET LOCAL client_connection_check_interval = '10s'")
    .catch(() => client.query('ROLLBACK TO optional'));
  await client.query(
    `SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '${LOCK_WAIT_S}s'`,
  );
}

async function fieldsOf(client: Client, query: string): Promise<readonly FieldDef[]> {
  return (await one(client, `SELECT * FROM ${asTable(query)} AS ${ROWS} LIMIT 0`)).fields;
}

function columnFrom({ name, dataTypeID }: FieldDef): Column {
  if (dataTypeID !== BYTEA) return { name };
  return { name, unreadable: { type: 'bytea', fix: `encode(${name}, 'hex')` } };
}

/** The names of the types of the columns of a key. */
async function typesOf(
  client: Client,
  key: readonly string[],
  fields: readonly FieldDef[],
): Promise<readonly string[]> {
  const oids = key.map((name) => fields.find((field) => field.name === name)!.dataTypeID);
  const text = `SELECT ${oids.map((oid) => `format_type(${oid}, NULL)`).join(', ')}`;
  return (await one(client, text)).rows[0] as string[];
}
