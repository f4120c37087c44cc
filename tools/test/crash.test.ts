import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killAtWrite } from '../src/crash/every-write.ts';
import { randomKills } from '../src/crash/random-kills.ts';

const KILLS = 40;
const SEED = Number(process.env['CRASH_SEED'] ?? Math.floor(Math.random() * 1e6));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'crash-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  `importers killed ${KILLS} times, with faults, lose and double nothing (CRASH_SEED=${SEED})`,
  { timeout: 300_000 },
  async () => {
    let kills = 0;
    for (let round = 1; kills < KILLS; round++) {
      const result = await randomKills(path.join(folder, String(round)), {
        seed: SEED * 100 + round,
        faultShare: 0.2,
        killService: round % 2 === 0,
        messages: 1500,
        killsLeft: KILLS - kills,
      });

      expect(result.mistakes).toEqual([]);
      kills += result.kills;
    }
  },
);

test.each([1, 2, 3, 8])(
  'an importer killed right before and right after write %i to its ledger loses nothing',
  { timeout: 60_000 },
  async (at) => {
    for (const when of ['before', 'after'] as const) {
      const place = path.join(folder, `${when}-${at}`);

      const result = await killAtWrite(place, at, when, { seed: SEED, faultShare: 0 });

      expect(result).toEqual({ killed: true, mistakes: [] });
    }
  },
);
