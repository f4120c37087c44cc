import type { Readable } from 'node:stream';
import type { Connection, FieldPacket } from 'mysql2';
import { fullBatches, ROWS_PER_BATCH } from './full-batches.ts';
import { keyText } from './key-text.ts';
import { loadDriver } from './load-driver.ts';
import { GarbledError, messageGuard, mysqlFraming } from './message-guard.ts';
import { columnOf, mysqlDigests, ROWS, rowDigestSql } from './mysql-digests.ts';
import { hasKeys } from './mysql-keys.ts';
import { optionsFrom } from './mysql-options.ts';
import { isText, jsonWriters, unreadableType } from './mysql-types.ts';
import { checkAddress } from './server-address.ts';
import { asTable, type Column, type DatabaseRow, type Snapshot } from './snapshot.ts';
import { CANCEL_MS, LOCK_WAIT_S } from './waiting.ts';

/** Seconds that the server waits for a client that is busy judging rows. */
const PAUSE_S = 24 * 60 * 60;

type Value = string | Buffer | null;

/** Which rows are read, together with their digests. */
interface Selected {
  /** Absent: all rows. */
  readonly keys: readonly string[] | undefined;
}

/**
 * Connects to MySQL or MariaDB and begins a transaction in which all queries see the same rows.
 *
 * @param signal ends the connecting
 */
export async function openMysql(address: string, signal: AbortSignal): Promise<Snapshot> {
  const form = 'mysql://user:password@host:3306/name';
  checkAddress(address, ['mysql:', 'mariadb:'], form);
  const { createConnection } = await loadDriver(() => import('mysql2'), 'MySQL', 'mysql2@3');
  const options = optionsFrom(address);
  const connection = guarded(createConnection({ ...options }));
  let failure: Error | undefined;
  let reading: Readable | undefined;
  connection.on('error', (error) => {
    failure ??= unreadableAs(error); // Later queries fail too, with less information.
    reading?.destroy(failure); // The driver does not end the stream.
  });
  const thread = await connected(connection, signal);
  let cancelling: Promise<void> | undefined;

  async function* rowsOf(
    query: string,
    key: readonly string[],
    selected?: Selected,
  ): AsyncGenerator<readonly DatabaseRow[]> {
    const { text, rowFrom } = await selectionOf(connection, query, key, selected);
    const stream = connection.query(text).stream({ highWaterMark: ROWS_PER_BATCH });
    reading = stream;
    let isOpen = true;
    let rest: readonly DatabaseRow[];
    try {
      rest = yield* fullBatches(stream, rowFrom);
      isOpen = false;
    } catch (error) {
      isOpen = false;
      end(connection);
      throw failure ?? unreadableAs(error as Error);
    } finally {
      if (isOpen) interrupt(); // Otherwise the rest of the rows would have to be read first.
    }
    yield rest;
  }
  const rowsWith: Snapshot['rowsWith'] = (query, key, keys) => rowsOf(query, key, { keys });
  /** While the server sorts, it does not notice that a connection has ended. */
  function interrupt(): void {
    end(connection);
    cancelling ??= cancel(guarded(createConnection({ ...options })), thread);
  }

  return {
    columnsOf: async (query) => (await prepared(connection, asRows(query))).map(columnFrom),
    rowsOf: (query, key) => rowsOf(query, key),
    rowsWith,
    digests: mysqlDigests({
      fieldsOf: (query) => prepared(connection, asRows(query)),
      rowsWith,
      ask: async (text) => {
        try {
          return (await executed(connection, text)) as string[][];
        } catch (error) {
          throw failure ?? unreadableAs(error as Error);
        }
      },
    }),
    interrupt,
    [Symbol.asyncDispose]: async () => {
      end(connection);
      await cancelling;
    },
  };
}

/** The statement that reads the rows of a query in the order of their keys, and a function that makes a row of a result. */
async function selectionOf(
  connection: Connection,
  query: string,
  key: readonly string[],
  selected: Selected | undefined,
): Promise<{ readonly text: string; readonly rowFrom: (row: Value[]) => DatabaseRow }> {
  const fields = await prepared(connection, asRows(query));
  const toJson = jsonWriters(fields);
  const keyAt = key.map((name) => fields.findIndex((field) => field.name === name));
  const ofKey = keyAt.map((at) => fields[at]!);
  const keys = selected?.keys;
  const where = keys === undefined ? '' : ` WHERE ${hasKeys(ofKey, keys)}`;
  const digest = selected === undefined ? '' : `, ${rowDigestSql(fields)}`;
  const text = `${asRows(query, digest)}${where} ORDER BY ${ofKey.flatMap(orderOf).join(', ')}`;
  const width = (await prepared(connection, text)).length;
  const rowFrom = (row: Value[]): DatabaseRow => {
    if (row.length !== width) throw new GarbledError();
    return {
      json: `{${toJson.map((write, index) => write(row[index]!)).join(',')}}`,
      key: keyText(keyAt.map((at) => valueText(row[at]!))),
      ...(selected === undefined ? {} : { digest: Number(row.at(-1)) }),
    };
  };
  return { text, rowFrom };
}

function columnFrom(field: FieldPacket): Column {
  const unreadable = unreadableType(field);
  return { name: field.name, ...(unreadable === undefined ? {} : { unreadable }) };
}

/** The connection, which ends at messages that are too large. The driver itself detects messages of another protocol. */
function guarded(connection: Connection): Connection {
  const { packetParser } = connection as unknown as {
    packetParser: { execute: (chunk: Buffer) => void };
  };
  const check = messageGuard(mysqlFraming);
  (connection as { packetParser?: object }).packetParser = {
    execute: (chunk: Buffer) => {
      try {
        check(chunk);
        packetParser.execute(chunk);
      } catch (error) {
        end(connection, error as Error);
      }
    },
  };
  return connection;
}

/** Times with a zone are read in UTC. Texts of `CHAR(n)` have no blanks at their ends, as in any other mode. */
const beginning = [
  "SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'PAD_CHAR_TO_FULL_LENGTH', '')",
  "SET SESSION time_zone = '+00:00'",
  `SET SESSION net_write_timeout = ${PAUSE_S}, wait_timeout = ${PAUSE_S}`,
  `SET SESSION lock_wait_timeout = ${LOCK_WAIT_S}, innodb_lock_wait_timeout = ${LOCK_WAIT_S}`,
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
  'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
];

/** Connects and begins the snapshot. @returns the id of the server's thread */
async function connected(connection: Connection, signal: AbortSignal): Promise<number> {
  const stop = (): void => end(connection, new Error('stopped'));
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error === null ? resolve() : reject(error)));
    });
    for (const statement of beginning) await executed(connection, statement);
    const [row] = (await executed(connection, 'SELECT connection_id()')) as Value[][];
    return Number(row?.[0]);
  } catch (error) {
    stop();
    throw unreadableAs(error as Error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Ends the query of a thread of the server, through another connection. */
async function cancel(connection: Connection, thread: number): Promise<void> {
  connection.on('error', () => {});
  const late = setTimeout(() => end(connection, new Error('late')), CANCEL_MS);
  try {
    await executed(connection, `KILL ${thread}`);
  } catch {
    // The server notices the end of the connection when it has rows to send.
  } finally {
    clearTimeout(late);
    end(connection);
  }
}

/** Ends the connection, even if the server keeps it open. @param error makes waiting calls fail with this error */
function end(connection: Connection, error: Error = new Error('The connection was ended.')): void {
  const { stream } = connection as unknown as { stream: Readable };
  stream.destroy(error);
}

async function executed(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error === null ? resolve(rows) : reject(error)));
  });
}

function valueText(value: Value): string | null {
  return value === null ? null : String(value);
}

/** Makes sure that a text is exactly one statement, and reads no rows. @returns its columns */
async function prepared(connection: Connection, sql: string): Promise<readonly FieldPacket[]> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error !== null) return reject(unreadableAs(error));
      const { columns } = statement as unknown as { columns: FieldPacket[] };
      connection.unprepare(sql);
      resolve(columns);
    });
  });
}

/** Errors of the driver about unexpected answers. */
function unreadableAs(error: Error): Error {
  return error instanceof TypeError || error instanceof RangeError
    ? new GarbledError(error)
    : error;
}

/** @param more additional columns */
function asRows(query: string, more = ''): string {
  return `SELECT ${more === '' ? '*' : `${ROWS}.*${more}`} FROM ${asTable(query)} AS ${ROWS}`;
}

/** Texts that compare as equal are ordered by their bytes. An index has the order of numbers. */
function orderOf(field: FieldPacket): string[] {
  const name = columnOf(field.name);
  return isText(field) ? [name, `CAST(${name} AS BINARY)`] : [name];
}
