import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { measure } from '../../processes/measure.ts';
import { ServiceProcess } from '../../processes/service-process.ts';
import { printTable, thousands } from '../print-table.ts';

const LIMIT_MIB = 512;
/** Times of a bare listing. */
const LIMIT = 2;

/**
 * Measures the export of an app, compared with listing its users, groups, memberships, messages and conversations and keeping nothing. The
 * users have no relations: their lists are requests that the bare listing does not make, so users are few.
 */
export async function benchExport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { messages: { type: 'string', default: '1000000' } },
  });
  const messages = Number(values.messages);
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-bench-'));
  try {
    await using service = new ServiceProcess(folder);
    const { baseUrl, appId, apiKey } = await service.start();
    const env = { CHATFERRY_API_KEY: apiKey };
    const target = ['--app-id', appId, '--base-url', baseUrl];
    const unlimited = [...target, '--requests-per-minute', 'unlimited', '--quiet'];
    const now = Math.floor(Date.now() / 1000);
    const size = { users: 200, groups: 100, memberships: 2000, messages, seed: 1, now };
    const input = path.join(folder, 'export');
    writeExport(input, size, 'ndjson');
    const job = path.join(folder, 'job');
    await measure(chatferry, ['import', input, '--job', job, ...unlimited], { env });
    rmSync(input, { recursive: true });
    rmSync(job, { recursive: true });

    const bare = await measure(new URL('./bare-listing.ts', import.meta.url), [baseUrl, appId], {
      env,
    });
    const app = path.join(folder, 'app');
    const exported = await measure(chatferry, ['export', app, ...unlimited], { env });
    const { files } = JSON.parse(readFileSync(path.join(app, 'manifest.json'), 'utf8')) as {
      files: Record<string, { records: number }>;
    };
    if (files['messages.ndjson']?.records !== messages)
      throw new Error(`The export has ${files['messages.ndjson']?.records} messages.`);

    console.log(`Reading ${thousands(messages)} messages from the local service:\n`);
    const line = (name: string, { seconds, peakRssMiB }: typeof bare, needed: string): string[] => [
      name,
      seconds.toFixed(1),
      (seconds / bare.seconds).toFixed(2),
      String(peakRssMiB),
      needed,
    ];
    printTable(
      ['', 'seconds', 'times', 'peak MiB', 'needed'],
      [
        line('bare listing', bare, ''),
        line('export', exported, `<= ${LIMIT} times, < ${LIMIT_MIB} MiB`),
      ],
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
