import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHash } from 'node:crypto';
import { Random } from '../generate/random.ts';
import { CommandProcess, type Ending } from '../processes/command-process.ts';
import { type FileFault, FileServer, hashOf } from '../processes/file-server.ts';
import type { RoundOptions, RoundResult } from './round.ts';

/** The most kills of one folder. */
const MOST_KILLS = 10;
/** The copy must be complete after this many calls that are not killed. */
const MOST_STARTS = 40;
/** The longest time from the first request, or in some calls from the start, to the kill. */
const LAST_MS = 2500;
const faults: readonly FileFault[] = ['cut', 'error', 'busy', 'page'];

/**
 * Copies files from a server that fails now and then, and kills the copy at random moments. At the end each copy must have the bytes of its
 * file, and no copied file may have been requested again. The number of files is `messages`.
 */
export async function mediaKills(
  folder: string,
  { killsLeft, seed, faultShare, messages: files }: RoundOptions,
): Promise<RoundResult> {
  const random = new Random(seed);
  const wanted = Math.min(MOST_KILLS, killsLeft);
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
    const { killed, status, said } = await copy(input, to, folder, kill);
    const again = [...asked].filter((number) => before.has(server.url(number)));
    if (again.length > 0) return ended(`Fetched again: ${again.join(', ')}`);
    if (killed) kills++;
    else if (status === 0) return ended(...mistakesIn(to, sizes, server));
    else if (status !== 1) return ended(`It ended with ${status}:\n${said}`);
  }
  return ended('It did not end.');

  function ended(...mistakes: readonly string[]): RoundResult {
    return { kills, serviceKills: 0, mistakes };
  }
}

/** Runs `media copy` once. The process is killed some milliseconds after `kill.from`. */
async function copy(
  input: string,
  to: string,
  folder: string,
  kill: { readonly from: Promise<void>; readonly afterMs: number } | undefined,
): Promise<Ending> {
  const copying = new CommandProcess([
    'media',
    'copy',
    input,
    `--to=${to}`,
    '--public-base=https://media.example.com',
    '--private-host=127.0.0.1',
    `--job=${path.join(folder, 'job')}`,
  ]);
  void kill?.from.then(() => copying.killAfter(kill.afterMs));
  return await copying.ended();
}

/** The addresses of the copied files. */
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
