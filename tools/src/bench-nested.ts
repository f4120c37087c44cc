import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './bench/measure.ts';
import { printTable, thousands } from './bench/print-table.ts';
import { documentMapping, writeDocument } from './generate/write-document.ts';
import { chatferry } from './chatferry.ts';

/** Plans one JSON document with messages and members inside of channels, and prints time and memory. */
export async function benchNested(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      mib: { type: 'string', default: '200,1000' },
      dir: { type: 'string', default: tmpdir() },
    },
  });
  const folder = mkdtempSync(path.join(values.dir, 'chatferry-bench-'));
  try {
    const lines: string[][] = [];
    const config = path.join(folder, 'chatferry.yaml');
    writeFileSync(config, documentMapping);
    for (const mib of values.mib.split(',').map(Number)) {
      const file = path.join(folder, 'export.json');
      const now = Math.floor(Date.now() / 1000);
      console.error(`${mib} MiB: writing the document`);
      const rows = writeDocument(file, mib * 1024 * 1024, now);
      console.error(`${mib} MiB: plan`);
      const job = path.join(folder, 'job');
      const command = ['plan', file, '--job', job, '--config', config, '--quiet'];
      const { seconds, cpuSeconds, peakRssMiB } = await measure(chatferry, command);
      const { size } = statSync(file);
      rmSync(job, { recursive: true });
      rmSync(file);
      lines.push([
        thousands(Math.round(size / 1024 / 1024)),
        thousands(rows.groups),
        thousands(rows.members),
        thousands(rows.messages),
        seconds.toFixed(1),
        cpuSeconds.toFixed(1),
        String(peakRssMiB),
      ]);
    }
    printTable(
      ['MiB', 'channels', 'members', 'messages', 'plan s', 'its CPU s', 'peak MiB'],
      lines,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
