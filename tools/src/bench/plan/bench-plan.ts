import { mkdtempDisposableSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure, type Measured } from '../../processes/measure.ts';
import { printTable, thousands } from '../print-table.ts';
import { bulkFiles } from './bulk-files.ts';
import { databaseTable } from './database-table.ts';
import { delta } from './delta.ts';
import { nestedDocument } from './nested-document.ts';
import type { Comparison, Measurable, PlanInput } from './plan-input.ts';
import { mongoDump } from './mongo-dump.ts';
import { sqlDump } from './sql-dump.ts';
import { systemExport, systemExports } from './system-export.ts';

const exported = Object.keys(systemExports) as (keyof typeof systemExports)[];

/** The inputs by their name in `--input`. */
const inputs: Readonly<Record<string, PlanInput>> = {
  csv: bulkFiles('csv'),
  ndjson: bulkFiles('ndjson'),
  nested: nestedDocument('nested'),
  rtdb: nestedDocument('rtdb'),
  delta,
  dump: sqlDump,
  bson: mongoDump('bson'),
  'mongo-archive': mongoDump('mongo-archive'),
  postgres: databaseTable('postgres'),
  mysql: databaseTable('mysql'),
  ...Object.fromEntries(exported.map((name) => [name, systemExport(name)])),
};

/** Plans generated inputs, each in a separate process, and compares each with a bare pass or another plan of the same records. */
export async function benchPlan(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      input: { type: 'string', default: 'csv,ndjson' },
      users: { type: 'string' },
      memberships: { type: 'string' },
      messages: { type: 'string', default: '1000000' },
      files: { type: 'string', default: '20000' },
      channels: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const names = values.input.split(',');
  const unknown = names.find((name) => inputs[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`--input ${unknown} is none of ${Object.keys(inputs).join(', ')}.`);
  const lines: string[][] = [];
  for (const name of names)
    for (const messages of values.messages.split(',').map(Number)) {
      const isBulk = ['csv', 'ndjson'].includes(name);
      const memberships = Number(values.memberships ?? (isBulk ? 5_000_000 : 5000));
      const size = {
        users: Number(values.users ?? (isBulk ? 1_000_000 : 5000)),
        groups: Math.ceil(memberships / 100),
        memberships,
        messages,
        files: Number(values.files),
        channels: Number(values.channels),
        seed: Number(values.seed),
        now: Math.floor(Date.now() / 1000),
      };
      using temporary = mkdtempDisposableSync(path.join(values.dir, 'chatferry-bench-'));
      const folder = temporary.path;
      console.error(`${name}, ${thousands(messages)} messages: writing the input`);
      for await (const comparison of inputs[name]!(folder, size))
        lines.push(await lineOf(comparison, messages));
    }
  printTable(heads, lines);
}

const heads = [
  'input',
  'compared with',
  'messages',
  'rows',
  'its s',
  'its CPU s',
  'plan s',
  'CPU s',
  'ratio',
  'allowed',
  'rows/s',
  'peak MiB',
];

async function lineOf(comparison: Comparison, messages: number): Promise<string[]> {
  const { name, with: other, allowed } = comparison;
  console.error(`${name}: ${other}`);
  const bare = await measured(comparison.bare);
  console.error(`${name}: plan`);
  const plan = await measured(comparison.plan);
  const rows = comparison.rows ?? bare.rows ?? 0;
  return [
    name,
    other,
    thousands(messages),
    thousands(rows),
    bare.seconds.toFixed(1),
    bare.cpuSeconds.toFixed(1),
    plan.seconds.toFixed(1),
    plan.cpuSeconds.toFixed(1),
    (plan.seconds / bare.seconds).toFixed(2),
    `≤ ${allowed}`,
    thousands(Math.round(rows / plan.seconds)),
    String(plan.peakRssMiB),
  ];
}

/** Plans into an empty job folder: a comparison may use the same folder as the comparison before. */
async function measured({ script, args, env = {} }: Measurable): Promise<Measured> {
  const option = args.indexOf('--job');
  if (option !== -1) rmSync(args[option + 1]!, { recursive: true, force: true });
  return await measure(script, args, { env });
}
