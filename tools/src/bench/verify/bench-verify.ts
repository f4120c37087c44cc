import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { measure } from '../../processes/measure.ts';
import { printTable, thousands } from '../print-table.ts';
import { writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { ServiceProcess } from '../../processes/service-process.ts';

const LIMIT_MIB = 256;

/** Measures time and memory of comparing a service with a plan: all messages the same, then all of them different. */
export async function benchVerify(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { messages: { type: 'string', default: '1000000' } },
  });
  const messages = Number(values.messages);
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-bench-'));
  try {
    await using service = new ServiceProcess(folder);
    const { baseUrl, appId, apiKey } = await service.start();
    const job = path.join(folder, 'job');
    const env = { CHATFERRY_API_KEY: apiKey };
    const target = ['--job', job, '--app-id', appId, '--base-url', baseUrl];
    const unlimited = [...target, '--requests-per-minute', 'unlimited', '--quiet'];
    const now = Math.floor(Date.now() / 1000);
    const [users, memberships] = [Math.min(2000, messages), Math.min(10_000, messages)];
    const size = { users, groups: 100, memberships, messages, seed: 1, now };
    writeExport(path.join(folder, 'export'), size, 'ndjson');
    await measure(chatferry, ['import', path.join(folder, 'export'), ...unlimited], { env });

    const same = await measure(chatferry, ['verify', ...unlimited], { env });
    await service.kill();
    changeEveryMessage(service.db);
    await service.start();
    const different = await measure(chatferry, ['verify', ...unlimited], { env, accepted: [1] });

    console.log(`Comparing ${thousands(messages)} messages with the local service:\n`);
    printTable(
      ['', 'seconds', 'peak MiB', 'needed'],
      Object.entries({ 'all the same': same, 'all different': different }).map(
        ([name, { seconds, peakRssMiB }]) => [
          name,
          seconds.toFixed(1),
          String(peakRssMiB),
          `< ${LIMIT_MIB}`,
        ],
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function changeEveryMessage(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`UPDATE messages SET data = json_set(data, '$.text', 'changed ' || muid)`);
}
