import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';

/** The age of the first message in seconds. The retention of the service still keeps messages of this age. */
const FIRST_S = 100 * 24 * 3600;

type Execute = (address: string, sql: string) => Promise<void>;

const postgresExec: Execute = async (address, sql) => {
  const client = new Client(address);
  await client.connect();
  await client.query(sql);
  await client.end();
};

const mysqlExec: Execute = async (address, sql) => {
  const connection = await createConnection({ uri: address, multipleStatements: true });
  await connection.query(sql);
  await connection.end();
};

/** A database system, and its SQL for a series of numbers and for times. */
export interface DatabaseSystem {
  /** The system as the configuration names it. */
  readonly name: 'postgres' | 'mysql';
  /** The environment variable with the address of a server for tests. */
  readonly variable: string;
  readonly exec: Execute;
  readonly numbers: (to: number) => string;
  /** SQL for the time `seconds` after the first message. */
  readonly at: (seconds: string) => string;
  readonly type: string;
}

export const databaseSystems: readonly DatabaseSystem[] = [
  {
    name: 'postgres',
    variable: 'CHATFERRY_TEST_POSTGRES',
    exec: postgresExec,
    numbers: (to) => `generate_series(1, ${to}) AS series(n)`,
    at: (seconds) => `to_timestamp(floor(extract(epoch FROM now())) - ${FIRST_S} + ${seconds})`,
    type: 'timestamptz',
  },
  {
    name: 'mysql',
    variable: 'CHATFERRY_TEST_MARIADB',
    exec: mysqlExec,
    numbers: (to) => `(SELECT seq AS n FROM seq_1_to_${to}) AS series`,
    at: (seconds) => `from_unixtime(unix_timestamp() - ${FIRST_S} + ${seconds})`,
    type: 'timestamp',
  },
];

/** The tables of a legacy system, as SQL. */
export function legacyTables(
  { numbers, at, type }: DatabaseSystem,
  users: number,
  messages: number,
): string {
  // If the messages outnumber the seconds, several messages have the same second; none is in the future.
  const sent = at(`floor(n / ${Math.ceil(messages / FIRST_S)})`);
  return `
    CREATE TABLE people (id int PRIMARY KEY, name varchar(60));
    INSERT INTO people SELECT n, concat('Person ', n) FROM ${numbers(users)};
    CREATE TABLE messages (id bigint PRIMARY KEY, author int, target int, sent ${type} NULL, body text);
    INSERT INTO messages
      SELECT n, 1 + n % ${users}, 1 + (n + 1) % ${users}, ${sent}, repeat('Nobody knows this word. ', 1 + n % 8)
      FROM ${numbers(messages)};`;
}

/** The queries that read `legacyTables`, in the form of `sources` in the configuration. */
export const legacyKinds = {
  users: { query: 'SELECT id, name FROM people', columns: { id: 'uid' } },
  messages: {
    query: 'SELECT id, author, target, sent, body FROM messages',
    columns: { id: 'muid', author: 'sender', target: 'receiver', sent: 'sentAt', body: 'text' },
    constants: { receiverType: 'user' },
  },
} as const;
