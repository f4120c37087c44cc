import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import { writeSlackExport } from './bulk/slack-export.ts';
import { chatferry } from './chatferry.ts';

/** How much longer planning may take than a bare pass over the same archive. */
const ALLOWED = 4;

/** Plans generated exports of chat systems, and compares with a bare pass over the same archives in the same run. */
export async function benchSources(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '5000' },
      channels: { type: 'string', default: '200' },
      messages: { type: 'string', default: '1000000' },
      files: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
  try {
    const file = path.join(folder, 'slack.zip');
    const { dir: _, ...size } = values;
    const numbers = Object.fromEntries(
      Object.entries(size).map(([name, value]) => [name, Number(value)]),
    ) as Record<keyof typeof size, number>;
    console.error('slack: writing the export');
    await writeSlackExport(file, { ...numbers, now: Math.floor(Date.now() / 1000) });
    console.error('slack: bare pass');
    const bare = await measure(new URL('bench/unzip-pass.ts', import.meta.url), [file]);
    console.error('slack: plan');
    const job = path.join(folder, 'job');
    const plan = await measure(chatferry, ['plan', file, '--job', job, '--quiet']);
    const rows = bare.rows ?? 0;
    printTable(
      [
        'system',
        'MB',
        'records',
        'bare s',
        'its CPU s',
        'plan s',
        'its CPU s',
        'ratio',
        'allowed',
        'records/s',
        'peak MiB',
      ],
      [
        [
          'slack',
          thousands(Math.round(statSync(file).size / 1e6)),
          thousands(rows),
          bare.seconds.toFixed(1),
          bare.cpuSeconds.toFixed(1),
          plan.seconds.toFixed(1),
          plan.cpuSeconds.toFixed(1),
          (plan.seconds / bare.seconds).toFixed(2),
          `≤ ${ALLOWED}`,
          thousands(Math.round(rows / plan.seconds)),
          String(plan.peakRssMiB),
        ],
      ],
    );
    console.log('Bare pass: unpack each file with yauzl, JSON.parse.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
