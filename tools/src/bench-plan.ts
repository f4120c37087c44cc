import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure, type Measured } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import type { BulkSize } from './generate/bulk-forum.ts';
import { type BulkFormat, writeExport } from './generate/write-export.ts';
import { chatferry } from './chatferry.ts';

const passes: Record<BulkFormat, { script: URL; does: string; allowed: number }> = {
  csv: {
    script: new URL('bench/csv-pass.ts', import.meta.url),
    does: 'csv-parse, columns: true',
    allowed: 1.5,
  },
  ndjson: {
    script: new URL('bench/ndjson-pass.ts', import.meta.url),
    does: 'cut lines, JSON.parse',
    allowed: 3,
  },
};

/**
 * Plans exports of several sizes, each in a separate process, and compares with a bare pass over the same files in
 * the same run.
 */
export async function benchPlan(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '1000000' },
      memberships: { type: 'string', default: '5000000' },
      messages: { type: 'string', default: '1000000,10000000' },
      formats: { type: 'string', default: 'csv,ndjson' },
      seed: { type: 'string', default: '1' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
  try {
    const lines: string[][] = [];
    for (const format of values.formats.split(',') as BulkFormat[])
      for (const messages of values.messages.split(',').map(Number)) {
        const size: BulkSize = {
          users: Number(values.users),
          groups: Math.ceil(Number(values.memberships) / 100),
          memberships: Number(values.memberships),
          messages,
          seed: Number(values.seed),
          now: Math.floor(Date.now() / 1000),
        };
        lines.push(...(await planOne(folder, size, format)));
      }
    printTable(
      [
        'format',
        'messages',
        'rows',
        'bare pass s',
        'its CPU s',
        'plan s',
        'its CPU s',
        'ratio',
        'allowed',
        'rows/s',
        'peak MiB',
        'plan bytes/row',
      ],
      lines,
    );
    console.log(
      `Bare pass: ${passes.csv.does}; ${passes.ndjson.does}. Plan: read, judge, check, order, cut, write.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much longer a mapped CSV may take than the same one unmapped. */
const MAPPED_ALLOWED = 1.3;

/** Filters and values for every row of the export, which leave the plan as it is. */
const mapping = `
kinds:
  users:
    only: { name: filled }
    convert: { name: { values: { nobody: Nobody } } }
  groups:
    convert: { type: { values: { open: public, closed: private } } }
  members:
    only: { uid: filled }
    convert: { scope: { values: { owner: admin, member: participant } } }
  messages:
    only: { sender: { not: nobody } }
    convert: { receiverType: { values: { room: group, direct: user } } }
`;

async function planOne(folder: string, size: BulkSize, format: BulkFormat): Promise<string[][]> {
  const input = path.join(folder, 'export');
  const job = path.join(folder, 'job');
  const step = (what: string) => console.error(`${format}, ${thousands(size.messages)}: ${what}`);

  step('writing the export');
  const files = writeExport(input, size, format);
  step('bare pass');
  const { script, allowed } = passes[format];
  const pass = await measure(script, files);
  step('plan');
  const command = ['plan', input, '--job', job, '--quiet'];
  const plan = await measure(chatferry, command);
  const planBytes = statSync(path.join(job, 'plan.sqlite')).size;
  rmSync(job, { recursive: true });

  const rows = pass.rows ?? 0;
  const lineOf = (name: string, bare: Measured, measured: Measured, most: number): string[] => [
    name,
    thousands(size.messages),
    thousands(rows),
    bare.seconds.toFixed(1),
    bare.cpuSeconds.toFixed(1),
    measured.seconds.toFixed(1),
    measured.cpuSeconds.toFixed(1),
    (measured.seconds / bare.seconds).toFixed(2),
    `≤ ${most}`,
    thousands(Math.round(rows / measured.seconds)),
    String(measured.peakRssMiB),
    String(Math.round(planBytes / rows)),
  ];
  const lines = [lineOf(format, pass, plan, allowed)];
  if (format === 'csv') {
    step('plan, mapped');
    const config = path.join(folder, 'chatferry.yaml');
    writeFileSync(config, mapping);
    const mapped = await measure(chatferry, [...command, '--config', config]);
    rmSync(job, { recursive: true });
    lines.push(lineOf('csv, mapped, against csv', plan, mapped, MAPPED_ALLOWED));
  }
  rmSync(input, { recursive: true });
  return lines;
}
