import { cpSync, mkdirSync, mkdtempDisposableSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EarlierCheckout } from './earlier-checkout.ts';
import { measure, type Measured } from '../../processes/measure.ts';
import { printTable } from '../print-table.ts';
import { startSink } from '../start-sink.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { type BulkFormat, writeExport } from '../../generate/write-export.ts';
import { ServiceProcess } from '../../processes/service-process.ts';

/** Prepares a folder once for a command. The result measures the command any number of times. */
type Subject = (command: string, folder: string, input: string) => Promise<Measurement>;

interface Measurement extends AsyncDisposable {
  run(): Promise<Measured>;
}

const key = { CHATFERRY_API_KEY: 'key-of-the-benchmark' };

const subjects: Readonly<Record<string, Subject>> = {
  plan: async (command, folder, input) => ({
    run: async () => await plan(command, input, path.join(folder, 'job')),
    [Symbol.asyncDispose]: async () => {},
  }),

  run: async (command, folder, input) => {
    const [planned, job] = [path.join(folder, 'planned'), path.join(folder, 'job')];
    await plan(command, input, planned);
    const sink = await startSink();
    const target = ['--app-id', 'bench', '--base-url', sink.baseUrl];
    return {
      run: async () => {
        rmSync(job, { recursive: true, force: true });
        cpSync(planned, job, { recursive: true });
        return await measure(command, ['run', '--job', job, ...target, ...unlimited], { env: key });
      },
      [Symbol.asyncDispose]: async () => sink[Symbol.dispose](),
    };
  },

  verify: async (command, folder, input) => {
    const service = new ServiceProcess(folder, 'unlimited', command);
    const { baseUrl, appId, apiKey } = await service.start();
    const job = path.join(folder, 'job');
    const rest = ['--job', job, '--app-id', appId, '--base-url', baseUrl, ...unlimited];
    const env = { CHATFERRY_API_KEY: apiKey };
    await measure(command, ['import', input, ...rest], { env });
    return {
      run: async () => await measure(command, ['verify', ...rest], { env }),
      [Symbol.asyncDispose]: async () => await service[Symbol.asyncDispose](),
    };
  },
};

const unlimited = ['--requests-per-minute', 'unlimited', '--quiet'];

/**
 * Measures these sources and the sources of an earlier commit on the same input, in turns, and compares the runs in pairs.
 * Other work on the machine disturbs both runs of a pair, and disturbs processor time less than elapsed time.
 */
export async function benchAgainst(name: string, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      against: { type: 'string' },
      pairs: { type: 'string', default: '5' },
      users: { type: 'string', default: '60000' },
      memberships: { type: 'string', default: '300000' },
      messages: { type: 'string', default: '600000' },
      format: { type: 'string', default: 'csv' },
    },
  });
  const subject = subjects[name];
  if (subject === undefined)
    throw new Error(`--against compares ${Object.keys(subjects).join(', ')}.`);
  using temporary = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-bench-'));
  const folder = temporary.path;
  const input = path.join(folder, 'export');
  const [users, memberships] = [Number(values.users), Number(values.memberships)];
  const groups = Math.ceil(memberships / 100);
  const now = Math.floor(Date.now() / 1000);
  const size = { users, groups, memberships, messages: Number(values.messages), seed: 1, now };
  writeExport(input, size, values.format as BulkFormat);
  using earlier = new EarlierCheckout(values.against!, path.join(folder, 'earlier'));
  await using ours = await subject(chatferry, makeFolder(folder, 'ours'), input);
  await using theirs = await subject(earlier.command, makeFolder(folder, 'theirs'), input);
  printPairs(await pairsOf(ours, theirs, Number(values.pairs)));
}

interface Pair {
  readonly ours: Measured;
  readonly theirs: Measured;
}

/** Alternates which commit runs first in a pair, so that warm caches help both alike. */
async function pairsOf(ours: Measurement, theirs: Measurement, count: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let number = 0; number < count; number++) {
    console.error(`pair ${number + 1} of ${count}`);
    const first = await (number % 2 === 0 ? ours : theirs).run();
    const second = await (number % 2 === 0 ? theirs : ours).run();
    pairs.push(
      number % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first },
    );
  }
  return pairs;
}

function printPairs(pairs: readonly Pair[]): void {
  const heads = ['', 'CPU s', 'its CPU s', 'ratio', 's', 'its s', 'ratio', 'peak MiB', 'its MiB'];
  const median = (of: (pair: Pair) => number): number =>
    pairs.map(of).toSorted((one, other) => one - other)[Math.floor(pairs.length / 2)]!;
  const figures: readonly ((pair: Pair) => number)[] = [
    ({ ours }) => ours.cpuSeconds,
    ({ theirs }) => theirs.cpuSeconds,
    ({ ours, theirs }) => ours.cpuSeconds / theirs.cpuSeconds,
    ({ ours }) => ours.seconds,
    ({ theirs }) => theirs.seconds,
    ({ ours, theirs }) => ours.seconds / theirs.seconds,
    ({ ours }) => ours.peakRssMiB,
    ({ theirs }) => theirs.peakRssMiB,
  ];
  printTable(heads, [
    ...pairs.map((pair, index) => [
      `pair ${index + 1}`,
      ...figures.map((of) => of(pair).toFixed(2)),
    ]),
    ['median', ...figures.map((of) => median(of).toFixed(2))],
  ]);
}

function makeFolder(folder: string, name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made);
  return made;
}

/** Plans the export into an empty job folder. */
async function plan(command: string, input: string, job: string): Promise<Measured> {
  rmSync(job, { recursive: true, force: true });
  return await measure(command, ['plan', input, '--job', job, '--quiet']);
}
