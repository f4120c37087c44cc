import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changingExports } from '../src/crash/changing-exports.ts';
import { deltaKills } from '../src/crash/delta-kills.ts';
import { killAtWrite } from '../src/crash/every-write.ts';
import { killSeries } from '../src/crash/kill-series.ts';
import { mediaKills } from '../src/crash/media-kills.ts';
import { powerCuts } from '../src/crash/power-cuts.ts';
import { strangerKills } from '../src/crash/stranger-kills.ts';
import { canCutPower } from './support/can-cut-power.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 1e6));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crash-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// A sample of what `npm run crash` does for hours.
test.concurrent(`4 kills with faults, of the service too, lose and double nothing (CRASH_SEED=${SEED})`, async () => {
  const options = { kills: 4, killService: true, seed: SEED, faultShare: 0.2, messages: 400 };

  for await (const { mistakes } of killSeries(path.join(folder, 'kills'), options))
    expect(mistakes.slice(0, 5)).toEqual([]);
});

test.concurrent(`a delta that is killed once, with faults, leaves the app as one import of the later export makes it (CRASH_SEED=${SEED})`, async () => {
  const options = { kills: 1, killService: false, seed: SEED, faultShare: 0.2, messages: 120 };
  const series = killSeries(path.join(folder, 'delta'), { ...options, roundOf: deltaKills });

  for await (const { mistakes } of series) expect(mistakes.slice(0, 5)).toEqual([]);
});

test.concurrent(`copying files that is killed twice, from a server that fails, fetches no copied file again (CRASH_SEED=${SEED})`, async () => {
  const options = { kills: 2, killService: false, seed: SEED, faultShare: 0.2, messages: 150 };
  const series = killSeries(path.join(folder, 'media'), { ...options, roundOf: mediaKills });

  for await (const { mistakes } of series) expect(mistakes).toEqual([]);
});

test.concurrent(`what people store in an app while a job that is killed fills it stays theirs (CRASH_SEED=${SEED})`, async () => {
  const options = { kills: 2, killService: false, seed: SEED, faultShare: 0.1, messages: 60 };
  const series = killSeries(path.join(folder, 'strangers'), { ...options, roundOf: strangerKills });

  for await (const { mistakes, strangers } of series) {
    expect(mistakes.slice(0, 5)).toEqual([]);
    expect(strangers).toBeGreaterThan(0);
  }
});

/** Before or after which write to its ledger an importer is killed. */
const moments = [
  ['after', 1],
  ['before', 3],
  ['after', 8],
] as const;
/** All of them in `npm run test:long`, otherwise one: `packages/runner/test/run-after-a-crash.test.ts` kills a run at each write. */
const chosen =
  process.env['PROPERTY_RUNS'] === undefined ? [moments[SEED % moments.length]!] : moments;

test.concurrent.each(chosen)(
  'an importer killed right %s write %i to its ledger loses nothing',
  async (when, at) => {
    const place = path.join(folder, `${when}-${at}`);

    const result = await killAtWrite(place, at, when, { seed: SEED, faultShare: 0 });

    expect(result).toEqual({ killed: true, mistakes: [] });
  },
);

test('an export that changes while it is planned is planned as it was before or after, or refused', async () => {
  const place = path.join(folder, 'changes');

  const { mistakes } = await changingExports(place, { changes: 2, seed: SEED, messages: 6000 });

  expect(mistakes).toEqual([]);
});

test.skipIf(!canCutPower())(
  'power cuts of the disk with the job folder lose and double nothing, and keep the job to its app',
  async () => {
    const options = { kills: 1, killService: false, seed: SEED, faultShare: 0, messages: 800 };
    const series = killSeries(path.join(folder, 'power'), { ...options, roundOf: powerCuts });

    for await (const { mistakes } of series) expect(mistakes.slice(0, 5)).toEqual([]);
  },
);
