import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { Random } from '../generate/random.ts';
import { ServiceProcess } from '../processes/service-process.ts';
import { contentMistakes } from './compare.ts';
import { faultRules } from './fault-rules.ts';
import { type Moment, runImporter } from './importer.ts';
import { runUntilDone } from './run-until-done.ts';
import { sumMistakes } from './sums.ts';
import { tamper } from './tamper.ts';
import { forumOf, notDone, type RoundOptions, type RoundResult } from './round.ts';

/** More starts than ever needed after the last kill: a record that meets a fault at each attempt waits for the next repair. */
const STARTS = 8;

/**
 * Imports an export, changes the app by hand, and runs a repair that is killed at random moments and started again until it is done. The
 * service must then hold what the import sent.
 */
export async function repairKills(
  folder: string,
  { seed, faultShare, messages, killsLeft }: RoundOptions,
): Promise<RoundResult> {
  const random = new Random(seed);
  const size = forumOf({ seed, messages }, { messageSpan: messages });
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson', allBulkKinds);

  await using service = new ServiceProcess(folder);
  const target = await service.start();
  using db = new DatabaseSync(service.db, { timeout: 5000 });
  const importer = { input, job: path.join(folder, 'job'), target };
  const imported = await runImporter(importer);
  const before = [...notDone('import', imported), ...contentMistakes(db, size)];
  tamper(db, random.between(0, 1000));
  await service.kill();
  await service.start(faultRules(faultShare, seed));

  const repairer = { ...importer, command: 'repair' } as const;
  const { kills, ending } = await runUntilDone(repairer, {
    most: killsLeft,
    moment: () => momentOf(random),
    isDone: ({ status }) => status === 0,
    mostEnds: STARTS,
  });

  const mistakes = [
    ...before,
    ...notDone('repair', ending),
    ...sumMistakes(importer.job),
    ...contentMistakes(db, size),
  ];
  return { kills, serviceKills: 0, mistakes };
}

/** The moment is during verification and planning, or while the repair sends one of its parts. */
function momentOf(random: Random): Moment {
  if (random.chance(0.3)) return { after: 'start', ms: random.between(0, 3000) };
  if (random.chance(0.2)) return { after: 'unbans', ms: random.between(0, 60) };
  if (random.chance(0.2)) return { after: 'deactivations', ms: random.between(0, 30) };
  if (random.chance(0.3)) return { after: 'userUpdates', ms: random.between(0, 200) };
  if (random.chance(0.3)) return { after: 'messageEdits', ms: random.between(0, 200) };
  return { after: 'first-event', ms: random.between(0, 400) };
}
