import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { Client } from 'pg';
import { type Measured, measure } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import { chatferry } from './chatferry.ts';

/** How much longer planning may take than a bare pass over the same table. */
const ALLOWED = 4;

const heads =
  'server|messages|bare s|its CPU s|plan s|its CPU s|ratio|allowed|rows/s|peak MiB'.split('|');

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

/** Each server with the variable that names it, and how it makes a row of each number up to another. */
const servers = [
  {
    server: 'postgres',
    variable: 'CHATFERRY_TEST_POSTGRES',
    exec: postgresExec,
    numbers: (to: number) => `generate_series(1, ${to}) AS series(n)`,
    text: "repeat('Nobody knows this word. ', 1 + n % 8)",
    at: 'to_timestamp(1600000000 + n)',
    type: 'timestamptz',
  },
  {
    server: 'mysql',
    variable: 'CHATFERRY_TEST_MARIADB',
    exec: mysqlExec,
    numbers: (to: number) => `(SELECT seq AS n FROM seq_1_to_${to}) AS series`,
    text: "repeat('Nobody knows this word. ', 1 + n % 8)",
    at: 'from_unixtime(1600000000 + n)',
    type: 'timestamp',
  },
] as const;

/**
 * Plans a table of messages of each server that the environment names, and compares with a bare pass over the same table in
 * the same run: `COPY … TO STDOUT` in PostgreSQL, a stream of the driver in MariaDB.
 */
export async function benchDatabases(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '5000' },
      messages: { type: 'string', default: '5000000' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const named = servers.filter(({ variable }) => process.env[variable] !== undefined);
  if (named.length === 0)
    throw new Error(
      `Name a server: ${servers.map(({ variable }) => `${variable}=…`).join(' or ')}`,
    );
  const lines: string[][] = [];
  for (const each of named) {
    const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
    const database = `chatferry_bench_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(process.env[each.variable]!);
    await each.exec(url.href, `CREATE DATABASE ${database}`);
    const own = new URL(url);
    own.pathname = `/${database}`;
    try {
      console.error(`${each.server}: writing the table`);
      await each.exec(own.href, tablesOf(each, Number(values.users), Number(values.messages)));
      lines.push(await planOne(each.server, own.href, folder));
    } finally {
      await each.exec(url.href, `DROP DATABASE ${database}`);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(heads, lines);
  console.log('Bare pass: COPY … TO STDOUT in PostgreSQL, a stream of all rows in MariaDB.');
}

function tablesOf(
  { numbers, text, at, type }: (typeof servers)[number],
  users: number,
  messages: number,
): string {
  return `
    CREATE TABLE people (id int PRIMARY KEY, name varchar(60));
    INSERT INTO people SELECT n, concat('Person ', n) FROM ${numbers(users)};
    CREATE TABLE messages (id bigint PRIMARY KEY, author int, target int, sent ${type} NULL, body text);
    INSERT INTO messages
      SELECT n, 1 + n % ${users}, 1 + (n + 1) % ${users}, ${at}, ${text} FROM ${numbers(messages)};`;
}

const kinds = {
  users: { query: 'SELECT id, name FROM people', columns: { id: 'uid' } },
  messages: {
    query: 'SELECT id, author, target, sent, body FROM messages',
    columns: { id: 'muid', author: 'sender', target: 'receiver', sent: 'sentAt', body: 'text' },
    constants: { receiverType: 'user' },
  },
};

async function planOne(server: string, address: string, folder: string): Promise<string[]> {
  const config = path.join(folder, 'chatferry.yaml');
  const sources = [{ [server]: '${CHATFERRY_BENCH_URL}', kinds }];
  writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources }));
  const env = { CHATFERRY_BENCH_URL: address };
  console.error(`${server}: bare pass`);
  const bare = await measure(new URL('bench/table-pass.ts', import.meta.url), [server], { env });
  console.error(`${server}: plan`);
  const args = ['plan', '--config', config, '--job', path.join(folder, 'job'), '--quiet'];
  const plan: Measured = await measure(chatferry, args, { env });
  const rows = bare.rows ?? 0;
  return [
    server,
    thousands(rows),
    bare.seconds.toFixed(1),
    bare.cpuSeconds.toFixed(1),
    plan.seconds.toFixed(1),
    plan.cpuSeconds.toFixed(1),
    (plan.seconds / bare.seconds).toFixed(2),
    `≤ ${ALLOWED}`,
    thousands(Math.round(rows / plan.seconds)),
    String(plan.peakRssMiB),
  ];
}
