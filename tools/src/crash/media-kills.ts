import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHash } from 'node:crypto';
import { Random } from '../generate/random.ts';
import { chatferry } from '../processes/chatferry.ts';
import { type FileFault, FileServer, hashOf } from '../processes/file-server.ts';

export interface MediaKillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly faultShare: number;
  readonly files: number;
}

/** A call that is not killed has ended by then. */
const MOST_STARTS = 40;
/** A kill is at most this long after the first request, or in some calls after the start. */
const LAST_MS = 2500;
const faults: readonly FileFault[] = ['cut', 'error', 'busy', 'page'];

/**
 * Copies files from a server that fails now and then, killed at random moments. In the end each file has its own bytes, and none that
 * had a copy was asked for again.
 */
export async function mediaKills(
  folder: string,
  { kills: wanted, seed, faultShare, files }: MediaKillOptions,
): Promise<{ kills: number; mistakes: readonly string[] }> {
  const random = new Random(seed);
  const sizes = Array.from({ length: files }, () =>
    random.chance(0.05) ? random.between(1, 8_000_000) : random.between(0, 60_000),
  );
  mkdirSync(folder, { recursive: true });
  const to = path.join(folder, 'media');
  const asked = new Set<number>();
  let firstRequest = Promise.withResolvers<void>();
  await using server = await FileServer.start({
    bytesOf: (number) => sizes[number]!,
    faultOf: () => (random.chance(faultShare) ? random.pick(faults) : undefined),
    onRequest: (number) => {
      asked.add(number);
      firstRequest.resolve();
    },
  });
  const users = sizes.map((_, number) => `u${number},User ${number},${server.url(number)}`);
  const input = path.join(folder, 'users.csv');
  writeFileSync(input, `uid,name,avatar\n${users.join('\n')}\n`);

  let kills = 0;
  for (let starts = 0; starts < MOST_STARTS + wanted; starts++) {
    const before = copiedIn(to);
    asked.clear();
    firstRequest = Promise.withResolvers();
    const from = random.chance(0.1) ? Promise.resolve() : firstRequest.promise;
    const kill = kills < wanted ? { from, afterMs: random.between(0, LAST_MS) } : undefined;
    const { status, said } = await copy(input, to, folder, kill);
    const again = [...asked].filter((number) => before.has(server.url(number)));
    if (again.length > 0) return { kills, mistakes: [`Fetched again: ${again.join(', ')}`] };
    if (status === undefined) kills++;
    else if (status === 0) return { kills, mistakes: mistakesIn(to, sizes, server) };
    else if (status !== 1) return { kills, mistakes: [`It ended with ${status}:`, said] };
  }
  return { kills, mistakes: ['It did not end.'] };
}

/** @returns its exit status; undefined when it was killed */
async function copy(
  input: string,
  to: string,
  folder: string,
  kill: { readonly from: Promise<void>; readonly afterMs: number } | undefined,
): Promise<{ status: number | undefined; said: string }> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@chatferry/source',
      chatferry,
      'media',
      'copy',
      input,
      `--to=${to}`,
      '--public-base=https://media.example.com',
      '--private-host=127.0.0.1',
      `--job=${path.join(folder, 'job')}`,
    ],
    { env: process.env },
  );
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  let killing: NodeJS.Timeout | undefined;
  void kill?.from.then(() => (killing = setTimeout(() => child.kill('SIGKILL'), kill.afterMs)));
  await once(child, 'close');
  clearTimeout(killing);
  return { status: child.signalCode === 'SIGKILL' ? undefined : (child.exitCode ?? 1), said };
}

/** The addresses of the files that have a copy. */
function copiedIn(to: string): ReadonlySet<string> {
  const file = path.join(to, 'media.sqlite');
  if (!existsSync(file)) return new Set();
  using db = new DatabaseSync(file);
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'files'").get();
  if (hasTable === undefined) return new Set();
  const rows = db.prepare("SELECT key FROM files WHERE state = 'copied'").all();
  return new Set(rows.map(({ key }) => String(key)));
}

function mistakesIn(to: string, sizes: readonly number[], server: FileServer): string[] {
  const lines = readFileSync(path.join(to, 'map.ndjson'), 'utf8').trim().split('\n');
  const found = new Map(
    lines.map((line) => {
      const { from, to: copyAt } = JSON.parse(line) as { from: string; to: string };
      return [from, copyAt] as const;
    }),
  );
  return sizes.flatMap((bytes, number) => {
    const copyAt = found.get(server.url(number));
    if (copyAt === undefined) return [`File ${number} is not in the map.`];
    const name = new URL(copyAt).pathname;
    const content = readFileSync(path.join(to, 'files', name));
    const hash = createHash('sha256').update(content).digest('hex');
    return hash === hashOf(number, bytes) && name.includes(hash)
      ? []
      : [`File ${number} has other bytes.`];
  });
}
