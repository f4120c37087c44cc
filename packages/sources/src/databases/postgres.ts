import type { Client, FieldDef } from 'pg';
import { encryptionOf } from './encryption.ts';
import { loadDriver } from './load-driver.ts';
import { checkAddress } from './server-address.ts';
import { asTable, type Column, type DatabaseRow, type Snapshot } from './snapshot.ts';

const ROWS_PER_BATCH = 1000;

/** Milliseconds until a server that does not answer counts as unreachable. */
const CONNECT_TIMEOUT_MS = 30_000;

/** The query in another one: a name that no column has. */
const ROWS = 'chatferry_rows';

/** Of `bytea` in the catalogue of every PostgreSQL. */
const BYTEA = 17;

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
 */
export async function openPostgres(address: string): Promise<Snapshot> {
  checkAddress(address, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name');
  const [{ Client: PostgresClient }, { default: Cursor }] = await loadDriver(
    () => Promise.all([import('pg'), import('pg-cursor')]),
    'PostgreSQL',
    'pg pg-cursor',
  );
  const client = new PostgresClient({
    connectionString: withEncryption(address),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'chatferry',
    types: asText,
  });
  let failure: Error | undefined;
  client.on('error', (error) => (failure ??= error)); // Queries after it fail too, with less to say.
  await client.connect();
  try {
    await begin(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  const fieldsOf = (query: string) =>
    client.query(`SELECT * FROM ${asTable(query)} AS ${ROWS} LIMIT 0`);
  async function* rowsOf(
    query: string,
    key: readonly string[],
  ): AsyncGenerator<readonly DatabaseRow[]> {
    const { fields } = await fieldsOf(query);
    const columns = key.map((name) => `${ROWS}.${quoted(name)}`);
    const order = columns.flatMap((column, index) => {
      const { dataTypeID } = fields.find(({ name }) => name === key[index])!;
      return exactTypes.includes(dataTypeID) ? [column] : [column, `${column}::text COLLATE "C"`];
    });
    const keyText =
      columns.length === 1 ? `${columns[0]}::text` : `row(${columns.join(', ')})::text`;
    const text = `SELECT row_to_json(${ROWS})::text, ${keyText} FROM ${asTable(query)} AS ${ROWS} ORDER BY ${order.join(', ')}`;
    const cursor = client.query(
      new Cursor<[string, string | null]>(text, [], { rowMode: 'array', types: asText } as object),
    );
    let isOpen = true;
    // The server makes the next batch while this one is used.
    const read = (): Promise<[string, string | null][]> => {
      const batch = cursor.read(ROWS_PER_BATCH);
      batch.catch(() => {}); // thrown when the batch is awaited
      return batch;
    };
    try {
      for (let next = read(); isOpen;) {
        const rows = await next;
        isOpen = rows.length === ROWS_PER_BATCH;
        if (isOpen) next = read();
        yield rows.map(([json, value]) => ({ json, key: String(value) }));
      }
    } catch (error) {
      isOpen = false;
      throw failure ?? error;
    } finally {
      // A row that is waited for may take minutes: end the connection, and not only the cursor.
      if (isOpen) client.connection.stream.destroy();
    }
  }
  return {
    columnsOf: async (query) => {
      const { fields } = await fieldsOf(query);
      return fields.map(columnFrom);
    },
    rowsOf,
    interrupt: () => client.connection.stream.destroy(),
    [Symbol.asyncDispose]: () => client.end().catch(() => {}),
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

/** Times with a zone are in UTC. A limit of the server on the time of queries ends no reading that takes longer. */
async function begin(client: Client): Promise<void> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(
    "SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
  );
}

function columnFrom({ name, dataTypeID }: FieldDef): Column {
  if (dataTypeID !== BYTEA) return { name };
  return { name, unreadable: { type: 'bytea', fix: `encode(${name}, 'hex')` } };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
