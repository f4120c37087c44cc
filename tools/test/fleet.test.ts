import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ownPostgres } from '../src/databases/own-server.ts';
import { chaosRound } from '../src/fleet/chaos-round.ts';
import { mostInAMinute } from '../src/fleet/most-in-a-minute.ts';
import { Tally } from '../src/fleet/tally.ts';

const SEED = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6));

test.each([
  [[], 0],
  [[5], 1],
  [[0, 1, 59_999, 60_000, 60_001], 3],
  [[0, 1, 59_999], 3],
])('of %j the busiest minute has %i', (moments, most) => {
  expect(mostInAMinute(moments)).toBe(most);
});

test.concurrent('the demonstration of several machines ends with what was planned', async () => {
  const demo = path.join(import.meta.dirname, '../src/fleet-demo.ts');

  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@chatferry/source', demo, '1'], // One app instead of four takes a third of the processor time.
    { cwd: path.join(import.meta.dirname, '../..'), maxBuffer: 2 ** 24 },
  );

  expect(stdout).toMatch(/worker \d was killed with SIGKILL\. It had [1-9]\d* shifts?\./);
  expect(stdout).toMatch(/Other workers have taken over [1-9]\d* of them\./);
  expect(stdout).toMatch(/UTC: \S+ took over \S+ send messages, part \d from \S+\./);
  expect(stdout).toMatch(/^(\S+) of \1 records settled/m);
  expect(stdout.match(/: exactly what was planned/g)).toHaveLength(1);
});

// A sample of what `npm run fleet-chaos` does for hours.
test.concurrent(`workers that are killed and stopped lose, double and reorder nothing (CHAOS_SEED=${SEED})`, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'chatferry-chaos-'));
  await using server = await ownPostgres();

  const tally = new Tally();
  const { mistakes } = await chaosRound(path.join(folder, '1'), server, {
    seed: SEED,
    scenario: 'kills',
    faultShare: 0.2,
    messages: 400,
    kills: 2,
    tally,
  });

  expect(mistakes.slice(0, 5)).toEqual([]);
  expect(tally.of('worker killed')).toBeGreaterThan(0);
  rmSync(folder, { recursive: true });
});
