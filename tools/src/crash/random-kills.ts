import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { Random } from '../generate/random.ts';
import { ServiceProcess } from '../processes/service-process.ts';
import { compare } from './compare.ts';
import { faultRules } from './fault-rules.ts';
import type { Moment } from './importer.ts';
import { retryLosses } from './retry-losses.ts';
import { runUntilDone } from './run-until-done.ts';
import { sumMistakes } from './sums.ts';
import { installStoringLog } from './storing-log.ts';
import { forumOf, notDone, type RoundOptions, type RoundResult } from './round.ts';

const clockJumps = new URL('./clock-jumps.ts', import.meta.url).href;

/**
 * Runs one import in a temporary folder, killed at random moments and started again until it is done, then compares the
 * service with the input.
 */
export async function randomKills(folder: string, options: RoundOptions): Promise<RoundResult> {
  const { seed, faultShare, killService, messages, killsLeft, mode = 'kills' } = options;
  const random = new Random(seed);
  // Some messages of a conversation have the same second: only the order in the input defines which is first.
  const messageSpan = Math.ceil(messages / 20);
  const size = forumOf({ seed, messages }, { messageSpan });
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson', allBulkKinds);

  await using service = new ServiceProcess(folder);
  let starts = 0;
  const startService = () => service.start(faultRules(faultShare, seed * 1000 + starts++, mode));
  const target = await startService();
  using db = new DatabaseSync(service.db, { timeout: 5000 });
  installStoringLog(db);
  const importer = {
    input,
    job: path.join(folder, 'job'),
    target,
    ...(mode === 'clock-jumps' ? { preload: clockJumps } : {}),
  };

  const first = await runUntilDone(importer, {
    most: killsLeft,
    moment: () => momentOf(random),
    afterKill: async () => {
      if (!killService || !random.chance(0.25)) return;
      await service.kill();
      await startService();
    },
  });
  const ending = await retryLosses(importer, first.ending);

  const mistakes = [
    ...notDone('importer', ending),
    ...sumMistakes(importer.job),
    ...compare(db, size),
  ];
  return { kills: first.kills, serviceKills: starts - 1, mistakes };
}

/** The moment is mostly during sending, sometimes during start and planning, the preflight, or one of the follow-ups. */
function momentOf(random: Random): Moment {
  if (random.chance(0.2)) return { after: 'start', ms: random.between(0, 1200) };
  if (random.chance(0.1)) return { after: 'preflight', ms: random.between(0, 60) };
  if (random.chance(0.1)) return { after: 'deactivations', ms: random.between(0, 30) };
  if (random.chance(0.2)) return { after: 'replies', ms: random.between(0, 300) };
  if (random.chance(0.2)) return { after: 'reactions', ms: random.between(0, 300) };
  if (random.chance(0.2)) return { after: 'friends', ms: random.between(0, 60) };
  if (random.chance(0.1)) return { after: 'roles', ms: random.between(0, 30) };
  return { after: 'first-event', ms: random.between(0, 400) };
}
