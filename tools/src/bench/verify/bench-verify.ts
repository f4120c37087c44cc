import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { allBulkKinds, type BulkKind, writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { measure, type Measured } from '../../processes/measure.ts';
import { ServiceProcess } from '../../processes/service-process.ts';
import { printTable, thousands } from '../print-table.ts';
import { startRecorder } from './recorder.ts';

const LIMIT_MIB = 256;
const MOST_TIMES = 2;

/**
 * Measures time and memory of comparing a service with a plan: of an export of messages, all the same and then all of them different, and
 * of one with all kinds. A bare loop that gets and parses the same pages is the measure.
 */
export async function benchVerify(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000' },
      'all-kinds': { type: 'string', default: '50000' },
      // How often the loop and the verification are measured, in turn; the fastest of each counts.
      times: { type: 'string', default: '3' },
    },
  });
  const [messages, ofAll, times] = [values.messages, values['all-kinds'], values.times].map(Number);
  const lines = [
    ...(await linesOf(`${thousands(messages!)} messages`, messages!, times!)),
    ...(await linesOf(`all kinds, ${thousands(ofAll!)} messages`, ofAll!, times!, allBulkKinds)),
  ];
  console.log('Comparing the local service with the plan:\n');
  printTable(
    ['', 'requests', 'seconds', 'of the bare loop', 'needed', 'processor s', 'peak MiB', 'needed'],
    lines,
  );
}

async function linesOf(
  name: string,
  messages: number,
  times: number,
  kinds?: readonly BulkKind[],
): Promise<string[][]> {
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  const folder = temporary.path;
  await using service = new ServiceProcess(folder);
  const { baseUrl, appId, apiKey } = await service.start();
  const job = path.join(folder, 'job');
  const env = { CHATFERRY_API_KEY: apiKey };
  const verify = (url: string, accepted = [0]): Promise<Measured> =>
    measure(chatferry, ['verify', ...to(url), '--quiet'], { env, accepted });
  const to = (url: string): string[] => [
    '--job',
    job,
    '--app-id',
    appId,
    '--base-url',
    url,
    '--requests-per-minute',
    'unlimited',
  ];
  const size = {
    users: Math.min(2000, messages),
    groups: 100,
    memberships: Math.min(10_000, messages),
    messages,
    seed: 1,
    now: Math.floor(Date.now() / 1000),
    ...(kinds !== undefined && { hasFollowUps: true as const, deactivatedEvery: 50 }),
  };
  writeExport(path.join(folder, 'export'), size, 'ndjson', kinds);
  const sending = [path.join(folder, 'export'), ...to(baseUrl), '--yes', '--quiet'];
  await measure(chatferry, ['import', ...sending], { env });

  const requests = path.join(folder, 'requests.json');
  let pages: number;
  {
    await using recorder = await startRecorder(baseUrl);
    // The job remembers its address.
    await verify(recorder.baseUrl);
    pages = recorder.requests.length;
    writeFileSync(requests, JSON.stringify(recorder.requests));
  }
  const loop = new URL('bare-list.ts', import.meta.url);
  const bares: Measured[] = [];
  const verified: Measured[] = [];
  for (let time = 0; time < times; time++) {
    bares.push(await measure(loop, [requests, baseUrl, apiKey]));
    verified.push(await verify(baseUrl));
  }
  const bare = fastest(bares);
  const line = (
    what: string,
    { seconds, cpuSeconds, peakRssMiB }: Measured,
    needed = `≤ ${MOST_TIMES} ×`,
  ): string[] => [
    `${name}${what}`,
    thousands(pages),
    seconds.toFixed(1),
    `${(seconds / bare.seconds).toFixed(2)} ×`,
    needed,
    cpuSeconds.toFixed(1),
    String(peakRssMiB),
    `< ${LIMIT_MIB}`,
  ];
  const lines = [
    [
      `${name}, the bare loop`,
      thousands(pages),
      bare.seconds.toFixed(1),
      '',
      '',
      bare.cpuSeconds.toFixed(1),
      '',
      '',
    ],
    line(', all the same', fastest(verified)),
  ];
  if (kinds !== undefined) return lines;
  await service.kill();
  changeEveryMessage(service.db);
  await service.start();
  // Each record is then compared field by field.
  return [...lines, line(', all different', await verify(baseUrl, [1]), '')];
}

/** Other work on the machine only adds to a time. */
function fastest(runs: readonly Measured[]): Measured {
  return runs.toSorted((one, other) => one.seconds - other.seconds)[0]!;
}

function changeEveryMessage(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`UPDATE messages SET data = json_set(data, '$.text', 'changed ' || muid)`);
}
