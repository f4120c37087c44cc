import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { comparedCells, comparedHeads } from './bench/compared-line.ts';
import { type Measured, measure } from './bench/measure.ts';
import { printTable } from './bench/print-table.ts';
import { chatferry } from './chatferry.ts';
import {
  type DatabaseSystem,
  databaseSystems,
  legacyKinds,
  legacyTables,
} from './databases/legacy-tables.ts';

/** The bare passes of each server. MariaDB copies no rows out to a client. */
const passes = {
  postgres: { bytes: 'COPY … TO STDOUT, unread', rows: 'a cursor of rows by key' },
  mysql: { rows: 'a stream of rows by key' },
} as const;

/**
 * Plans a table of messages of each server that the environment names, and compares with bare passes over the same table in
 * the same run. `COPY … TO STDOUT` hands out bytes that nothing has parsed, so that planning is also compared with a pass in
 * which the driver makes each row, as the bare passes over files parse theirs.
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
  const named = databaseSystems.filter(({ variable }) => process.env[variable] !== undefined);
  if (named.length === 0)
    throw new Error(
      `Name a server: ${databaseSystems.map(({ variable }) => `${variable}=…`).join(' or ')}`,
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
      console.error(`${each.name}: writing the table`);
      await each.exec(own.href, legacyTables(each, Number(values.users), Number(values.messages)));
      lines.push(...(await planOne(each.name, own.href, folder)));
    } finally {
      await each.exec(url.href, `DROP DATABASE ${database}`);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  printTable(['server', 'bare pass', ...comparedHeads('rows')], lines);
}

async function planOne(
  server: DatabaseSystem['name'],
  address: string,
  folder: string,
): Promise<string[][]> {
  const config = path.join(folder, 'chatferry.yaml');
  const sources = [{ [server]: '${CHATFERRY_BENCH_URL}', kinds: legacyKinds }];
  writeFileSync(config, JSON.stringify({ retentionMonths: 'none', sources }));
  const env = { CHATFERRY_BENCH_URL: address };
  const measured: { readonly does: string; readonly bare: Measured }[] = [];
  for (const [way, does] of Object.entries(passes[server])) {
    console.error(`${server}: ${does}`);
    const script = new URL('bench/table-pass.ts', import.meta.url);
    measured.push({ does, bare: await measure(script, [server, way], { env }) });
  }
  console.error(`${server}: plan`);
  const args = ['plan', '--config', config, '--job', path.join(folder, 'job'), '--quiet'];
  const plan: Measured = await measure(chatferry, args, { env });
  return measured.map(({ does, bare }) => [server, does, ...comparedCells(bare, plan)]);
}
