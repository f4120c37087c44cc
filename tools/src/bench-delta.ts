import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openPlan } from '@chatferry/planner';
import { measure } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import { startSink } from './bench/start-sink.ts';
import type { BulkSize } from './generate/bulk-forum.ts';
import { type BulkFormat, writeExport } from './generate/write-export.ts';
import { chatferry } from './chatferry.ts';

/** How much longer a delta may take to plan than the same export without an earlier job. */
const ALLOWED = 1.3;

/** Imports an export, and plans a later one that has some messages more: once after the import, once on its own. */
export async function benchDelta(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000' },
      new: { type: 'string', default: '1000' },
      formats: { type: 'string', default: 'csv,ndjson' },
      seed: { type: 'string', default: '1' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
  try {
    const lines: string[][] = [];
    for (const format of values.formats.split(',') as BulkFormat[]) {
      const messages = Number(values.messages);
      const all = messages + Number(values.new);
      const size: BulkSize = {
        users: Math.min(1000, messages),
        groups: 100,
        memberships: Math.min(5000, messages),
        messages: all,
        messagesSoFar: messages,
        seed: Number(values.seed),
        now: Math.floor(Date.now() / 1000),
      };
      lines.push(await planBoth(path.join(folder, format), size, format));
    }
    printTable(
      [
        'format',
        'messages',
        'new',
        'message requests',
        'plain s',
        'its CPU s',
        'its MiB',
        'delta s',
        'its CPU s',
        'its MiB',
        'ratio',
        'of CPU',
        'allowed',
      ],
      lines,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function planBoth(folder: string, size: BulkSize, format: BulkFormat): Promise<string[]> {
  const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
  const [bulk, plainJob, deltaJob] = ['bulk', 'plain', 'delta'].map((job) =>
    path.join(folder, job),
  );
  const step = (what: string): void => console.error(`${format}: ${what}`);

  step('writing the exports');
  writeExport(before, size, format);
  writeExport(after, { ...size, messagesSoFar: size.messages }, format);
  step('importing the first');
  await measure(chatferry, ['plan', before, '--job', bulk!, '--quiet']);
  using sink = await startSink();
  const target = ['--app-id', 'bench', '--base-url', sink.baseUrl];
  const rate = ['--requests-per-minute', 'unlimited', '--quiet'];
  const env = { CHATFERRY_API_KEY: 'bench-key' };
  await measure(chatferry, ['run', '--job', bulk!, ...target, ...rate], { env });
  step('planning the second');
  const plain = await measure(chatferry, ['plan', after, '--job', plainJob!, '--quiet']);
  step('planning the second after the first');
  const options = ['--after', bulk!, '--job', deltaJob!, '--quiet'];
  const delta = await measure(chatferry, ['plan', after, ...options]);

  using plan = openPlan(path.join(deltaJob!, 'plan.sqlite'));
  const { unchanged, planned, batches } = plan.summary.kinds.messages;
  return [
    format,
    thousands(unchanged + planned),
    thousands(planned),
    thousands(batches),
    ...[plain, delta].flatMap(({ seconds, cpuSeconds, peakRssMiB }) => [
      seconds.toFixed(1),
      cpuSeconds.toFixed(1),
      thousands(peakRssMiB),
    ]),
    (delta.seconds / plain.seconds).toFixed(2),
    (delta.cpuSeconds / plain.cpuSeconds).toFixed(2),
    ALLOWED.toFixed(1),
  ];
}
