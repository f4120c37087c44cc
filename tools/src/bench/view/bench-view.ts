import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chatferry } from '../../processes/chatferry.ts';
import { measure } from '../../processes/measure.ts';
import { Random } from '../../generate/random.ts';
import { printTable, thousands } from '../print-table.ts';
import { type BigSize, sizeOf, writeBigExport } from './big-export.ts';
import { writeSentJob } from './sent-job.ts';

const LIMIT_MS = 200;
const TIMES = 101;

/** Measures how long each page of `view` takes for a job of many records that was planned, sent and compared. */
export async function benchView(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { records: { type: 'string', default: '10000000' }, dir: { type: 'string' } },
  });
  const records = Number(values.records);
  const size = sizeOf(records);
  const folder = values.dir ?? mkdtempSync(path.join(tmpdir(), 'chatferry-bench-'));
  try {
    const job = path.join(folder, 'job');
    if (!existsSync(path.join(job, 'verify.json'))) await makeJob(folder, job, size);
    await measurePages(job, size, records);
  } finally {
    if (values.dir === undefined) rmSync(folder, { recursive: true });
  }
}

async function makeJob(folder: string, job: string, size: BigSize): Promise<void> {
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const input = path.join(folder, 'export');
  writeBigExport(input, size, now / 1000);
  const planning = ['plan', input, '--job', job, '--max-rejects', '10%', '--quiet'];
  const { seconds } = await measure(chatferry, planning, { accepted: [0, 1] });
  console.log(`Planned in ${seconds.toFixed(0)} s.`);
  await writeSentJob(job, now);
}

async function measurePages(job: string, size: BigSize, records: number): Promise<void> {
  await using view = await startView(job);
  const began = performance.now();
  while ((await (await fetch(new URL('conversations', view.url))).text()).includes('live-index'))
    await setTimeout(200);
  const indexed = (performance.now() - began) / 1000;
  const mib = (name: string): string =>
    thousands(Math.round(statSync(path.join(job, name)).size / 2 ** 20));
  const lines = [];
  for (const [name, addressOf] of Object.entries(await addresses(view.url, size)))
    lines.push(await lineOf(name, addressOf, view));
  console.log(
    `\n${thousands(records)} records: plan ${mib('plan.sqlite')} MiB, index ${mib('view.sqlite')} MiB, found or made in ${indexed.toFixed(0)} s.`,
  );
  console.log(`Each page ${TIMES} times, in milliseconds:\n`);
  printTable(
    ['page', 'median', '99 of 100', 'largest', 'needed', 'on the processor', 'largest KiB'],
    lines,
  );
}

type AddressOf = (random: Random) => string;

/** The addresses of the pages by description, with random parameters. */
async function addresses(url: string, size: BigSize): Promise<Record<string, AddressOf>> {
  const user = (random: Random): string => `u${random.between(0, size.users - 1)}`;
  const inLargest = (random: Random): string => `one-${random.between(0, size.inOneGroup - 1)}`;
  const found = async (page: string, pattern: RegExp): Promise<string> =>
    pattern.exec(await (await fetch(new URL(page, url))).text())?.[1] ?? '';
  const largest = await found('conversations', /conversation=(\d+)/);
  const cause = await found('problems', /cause=(\d+)/);
  const from = (random: Random): number => random.between(1, size.inOneGroup);
  return {
    overview: () => '',
    problems: () => 'problems',
    'rows in the middle of a cause': (random) =>
      `problems?cause=${cause}&at=0&after=${random.between(0, Math.floor(size.lost / 2))}`,
    'conversations by size': () => 'conversations',
    'conversations by last message': () => 'conversations?order=last',
    'in the largest conversation': (random) =>
      `conversations?conversation=${largest}&from=${from(random)}`,
    'the same, sent': (random) =>
      `conversations?conversation=${largest}&view=sent&from=${from(random)}`,
    'the same, compared': (random) =>
      `conversations?conversation=${largest}&view=compared&from=${from(random)}`,
    'a day of the largest conversation': (random) =>
      `conversations?conversation=${largest}&day=${new Date(Date.now() - random.between(1, 140) * 86_400_000).toISOString().slice(0, 10)}`,
    'conversations of the user with most': () => 'conversations?of=u0',
    'conversations of a user': (random) => `conversations?of=${user(random)}`,
    'record of a message': (random) => `record/messages/${inLargest(random)}`,
    'record of a user': (random) => `record/users/${user(random)}`,
    'record of a rejected row': (random) =>
      `record/messages/lost-${random.between(0, size.lost - 1)}`,
    'record that does not exist': (random) => `record/messages/no-${random.between(0, 1e9)}`,
    requests: () => 'requests',
    differences: () => 'differences',
    'in the middle of the differences': (random) =>
      `differences?kind=messages&field=data.text&after=${random.between(0, Math.floor(size.messages / 150))}`,
    'search by id': (random) => `search?q=${inLargest(random)}`,
    'search by the beginning of a name': (random) => `search?q=ada ${random.between(1, 99)}`,
    'search for nothing': (random) => `search?q=no-${random.between(0, 1e9)}`,
  };
}

interface View extends AsyncDisposable {
  readonly url: string;
  /** Milliseconds of processor time of the view's main thread; 0 if the system does not report it. */
  readonly ran: () => number;
}

/** Measures the times of a page. Other work on the machine adds to the elapsed time, not to the processor time. */
async function lineOf(name: string, addressOf: AddressOf, { url, ran }: View): Promise<string[]> {
  const random = new Random(1);
  const times: number[] = [];
  let [bytes, most] = [0, 0];
  for (let time = 0; time < TIMES; time++) {
    const page = new URL(addressOf(random), url);
    const [began, before] = [performance.now(), ran()];
    const answer = await fetch(page);
    bytes = Math.max(bytes, (await answer.arrayBuffer()).byteLength);
    times.push(performance.now() - began);
    most = Math.max(most, ran() - before);
    if (answer.status >= 500) throw new Error(`${page.pathname} ended with ${answer.status}.`);
  }
  times.sort((one, other) => one - other);
  const at = (index: number): string => times[index]!.toFixed(1);
  const kib = String(Math.ceil(bytes / 1024));
  return [
    name,
    at(TIMES >> 1),
    at(TIMES - 2),
    at(TIMES - 1),
    `< ${LIMIT_MS}`,
    most.toFixed(1),
    kib,
  ];
}

async function startView(job: string): Promise<View> {
  const args = ['--conditions=@chatferry/source', chatferry, 'view', '--job', job, '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => child.kill());
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    ran: () => ranMs(child.pid),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

function ranMs(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}
