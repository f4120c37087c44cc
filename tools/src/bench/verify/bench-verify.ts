import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import type { BulkSize } from '../../generate/bulk-forum.ts';
import { allBulkKinds, type BulkKind, writeExport } from '../../generate/write-export.ts';
import { chatferry } from '../../processes/chatferry.ts';
import { measure, type Measured } from '../../processes/measure.ts';
import { ServiceProcess, type ServiceTarget } from '../../processes/service-process.ts';
import { printTable, thousands } from '../print-table.ts';
import { startRecorder } from './recorder.ts';

const LIMIT_MIB = 256;
const MOST_TIMES = 2;

/**
 * Measures time and memory of comparing a service with a plan: an export of messages, first with no difference and then with a difference in
 * every message; and an export with all kinds. The reference is a bare loop that requests and parses the same pages.
 */
export async function benchVerify(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      messages: { type: 'string', default: '1000000' },
      'all-kinds': { type: 'string', default: '50000' },
      // The number of measurements of the loop and of the verification, in turns. The fastest of each counts.
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
  const target = await service.start();
  const { baseUrl, apiKey } = target;
  const job = new VerifiedJob(folder, target);
  writeExport(path.join(folder, 'export'), sizeOf(messages, kinds), 'ndjson', kinds);
  await job.import(path.join(folder, 'export'));
  const requests = path.join(folder, 'requests.json');
  const pages = await recordPages(job, baseUrl, requests);

  const loop = new URL('bare-list.ts', import.meta.url);
  const bares: Measured[] = [];
  const verified: Measured[] = [];
  for (let time = 0; time < times; time++) {
    bares.push(await measure(loop, [requests, baseUrl, apiKey]));
    verified.push(await job.verify(baseUrl));
  }
  const bare = fastest(bares);
  const of = { pages, bare };
  const lines = [
    bareLine(`${name}, the bare loop`, of),
    verifyLine(`${name}, all the same`, of, fastest(verified), `≤ ${MOST_TIMES} ×`),
  ];
  if (kinds !== undefined) return lines;
  await service.kill();
  changeEveryMessage(service.db);
  await service.start();
  // Now the verification compares each record field by field.
  const different = await job.verify(baseUrl, [1]);
  return [...lines, verifyLine(`${name}, all different`, of, different, '')];
}

/** A job whose commands are measured. */
class VerifiedJob {
  readonly #folder: string;
  readonly #target: ServiceTarget;

  constructor(folder: string, target: ServiceTarget) {
    this.#folder = folder;
    this.#target = target;
  }

  async import(input: string): Promise<Measured> {
    return await this.#run(this.#target.baseUrl, ['import', input, '--yes'], [0]);
  }

  async verify(baseUrl: string, accepted: readonly number[] = [0]): Promise<Measured> {
    return await this.#run(baseUrl, ['verify'], accepted);
  }

  #run(baseUrl: string, args: readonly string[], accepted: readonly number[]): Promise<Measured> {
    const { appId, apiKey } = this.#target;
    const job = ['--job', path.join(this.#folder, 'job'), '--app-id', appId];
    const to = ['--base-url', baseUrl, '--requests-per-minute', 'unlimited', '--quiet'];
    const env = { CHATFERRY_API_KEY: apiKey };
    return measure(chatferry, [...args, ...job, ...to], { env, accepted });
  }
}

function sizeOf(messages: number, kinds: readonly BulkKind[] | undefined): BulkSize {
  return {
    users: Math.min(2000, messages),
    groups: 100,
    memberships: Math.min(10_000, messages),
    messages,
    seed: 1,
    now: Math.floor(Date.now() / 1000),
    ...(kinds !== undefined && { hasFollowUps: true as const, deactivatedEvery: 50 }),
  };
}

/** Writes the requests of a verification into a file. The verification runs through a recorder. @returns the number of requests */
async function recordPages(job: VerifiedJob, baseUrl: string, file: string): Promise<number> {
  await using recorder = await startRecorder(baseUrl);
  await job.verify(recorder.baseUrl);
  writeFileSync(file, JSON.stringify(recorder.requests));
  return recorder.requests.length;
}

interface BareLoop {
  readonly pages: number;
  readonly bare: Measured;
}

function bareLine(name: string, { pages, bare }: BareLoop): string[] {
  const { seconds, cpuSeconds } = bare;
  return [name, thousands(pages), seconds.toFixed(1), '', '', cpuSeconds.toFixed(1), '', ''];
}

function verifyLine(
  name: string,
  { pages, bare }: BareLoop,
  { seconds, cpuSeconds, peakRssMiB }: Measured,
  needed: string,
): string[] {
  return [
    name,
    thousands(pages),
    seconds.toFixed(1),
    `${(seconds / bare.seconds).toFixed(2)} ×`,
    needed,
    cpuSeconds.toFixed(1),
    String(peakRssMiB),
    `< ${LIMIT_MIB}`,
  ];
}

/** The fastest run: other work on the machine can only slow a run down. */
function fastest(runs: readonly Measured[]): Measured {
  return runs.toSorted((one, other) => one.seconds - other.seconds)[0]!;
}

function changeEveryMessage(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`UPDATE messages SET data = json_set(data, '$.text', 'changed ' || muid)`);
}
