import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { Random } from '../generate/random.ts';
import { CommandProcess, type Ending } from '../processes/command-process.ts';
import { ServiceProcess, type ServiceTarget } from '../processes/service-process.ts';
import { runImporter } from './importer.ts';
import { forumOf } from './round.ts';

/** An export that is not done after this many starts counts as endless. */
const MOST_STARTS = 200;
/** Requests a minute: slow enough that an export takes some seconds and can be killed often. */
const PER_MINUTE = 6000;

/**
 * Exports an app, killed at random moments and continued each time. The export must equal an export that was never killed, line by
 * line.
 */
export async function exportKills(
  folder: string,
  { kills: wanted, seed, messages }: { kills: number; seed: number; messages: number },
): Promise<{ exports: number; kills: number; mistakes: readonly string[] }> {
  const random = new Random(seed);
  mkdirSync(folder, { recursive: true });
  const input = path.join(folder, 'input');
  const size = forumOf(
    { seed, messages },
    { users: 40, groups: 6, memberships: 80, deactivatedEvery: 3 },
  );
  writeExport(input, size, 'ndjson', allBulkKinds);
  await using service = new ServiceProcess(folder);
  const target = await service.start([]);
  const imported = await runImporter({ input, job: path.join(folder, 'job'), target });
  if (imported.status !== 0) return { exports: 0, kills: 0, mistakes: [imported.said] };

  const whole = path.join(folder, 'whole');
  const ended = await exportOnce(whole, target, 'unlimited');
  if (ended.status !== 0) return { exports: 0, kills: 0, mistakes: [ended.said] };
  const expected = filesOf(whole);

  let [exports, kills] = [0, 0];
  for (; kills < wanted; exports++) {
    const app = path.join(folder, `app-${exports}`);
    let starts = 0;
    for (let isDone = false; !isDone; starts++) {
      if (starts === MOST_STARTS)
        return { exports, kills, mistakes: [`The export did not end within ${starts} starts.`] };
      // The start of a process takes about half a second.
      const killAfterMs = kills < wanted ? random.between(300, 1500) : undefined;
      const { killed, status, said } = await exportOnce(app, target, PER_MINUTE, killAfterMs);
      if (killed) kills++;
      else if (status !== 0) return { exports, kills, mistakes: [said] };
      isDone = status === 0;
    }
    const mistakes = differences(expected, filesOf(app));
    if (mistakes.length > 0) return { exports, kills, mistakes };
    rmSync(app, { recursive: true });
  }
  rmSync(folder, { recursive: true });
  return { exports, kills, mistakes: [] };
}

async function exportOnce(
  folder: string,
  { appId, baseUrl, apiKey }: ServiceTarget,
  perMinute: number | 'unlimited',
  killAfterMs?: number,
): Promise<Ending> {
  const target = [`--app-id=${appId}`, `--base-url=${baseUrl}`];
  const exporting = new CommandProcess(
    ['export', folder, ...target, `--requests-per-minute=${perMinute}`, '--json'],
    { env: { CHATFERRY_API_KEY: apiKey } },
  );
  if (killAfterMs !== undefined) exporting.killAfter(killAfterMs);
  return await exporting.ended();
}

/** The sorted lines of each file: an updated list may contain the same lines in another order. */
function filesOf(folder: string): Map<string, readonly string[]> {
  const names = readdirSync(folder).filter((name) => /\.(ndjson|jsonl)$/.test(name));
  return new Map(
    names.map((name) => [
      name,
      readFileSync(path.join(folder, name), 'utf8')
        .split('\n')
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ]),
  );
}

function differences(
  expected: ReadonlyMap<string, readonly string[]>,
  found: ReadonlyMap<string, readonly string[]>,
): string[] {
  return [...expected].flatMap(([name, lines]) => {
    const other = found.get(name) ?? [];
    if (other.length === lines.length && other.every((line, index) => line === lines[index]))
      return [];
    const lacking = lines.filter((line) => !other.includes(line)).length;
    return [
      `${name}: ${other.length} lines instead of ${lines.length}, ${lacking} of them lacking`,
    ];
  });
}
