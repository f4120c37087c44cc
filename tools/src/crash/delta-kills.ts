import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { Random } from '../generate/random.ts';
import { ServiceProcess } from '../processes/service-process.ts';
import { contentMistakes } from './compare.ts';
import { writeEarlierExport } from './earlier-export.ts';
import { faultRules } from './fault-rules.ts';
import { type Moment, runImporter } from './importer.ts';
import { retryLosses } from './retry-losses.ts';
import { runUntilDone } from './run-until-done.ts';
import { sumMistakes } from './sums.ts';
import { forumOf, notDone, type RoundOptions, type RoundResult } from './round.ts';

/** A delta is killed soon after it starts one of these kinds. */
const phases = [
  'roles',
  'reactivations',
  'users',
  'members',
  'messages',
  'replies',
  'reactions',
  'friends',
  'roleUpdates',
  'userUpdates',
  'groupUpdates',
  'memberUpdates',
  'messageEdits',
  'messageRemovals',
  'memberRemovals',
  'blocks',
  'deactivations',
] as const;

/**
 * Imports an earlier export, then the later export as a delta that is killed at random moments and started again until it is done. The
 * service must then hold the same as after an import of the later export alone.
 */
export async function deltaKills(
  folder: string,
  { seed, faultShare, messages, killsLeft }: RoundOptions,
): Promise<RoundResult> {
  const random = new Random(seed);
  const size = forumOf({ seed, messages }, { messageSpan: messages });
  const [earlier, later] = [path.join(folder, 'earlier'), path.join(folder, 'later')];
  mkdirSync(folder, { recursive: true });
  const gone = writeEarlierExport(earlier, size);
  writeExport(later, size, 'ndjson', allBulkKinds);

  await using service = new ServiceProcess(folder);
  const target = await service.start();
  using db = new DatabaseSync(service.db, { timeout: 5000 });
  const bulk = path.join(folder, 'bulk');
  const imported = await runImporter({ input: earlier, job: bulk, target });
  if (imported.status !== 0)
    return { kills: 0, serviceKills: 0, mistakes: notDone('import', imported) };
  await service.kill();
  await service.start(faultRules(faultShare, seed));

  const importer = {
    input: later,
    job: path.join(folder, 'night'),
    target,
    planning: [`--after=${bulk}`, `--gone=remove=${gone}`, '--edit-messages'],
  };
  const moment = (): Moment => momentOf(random);
  const first = await runUntilDone(importer, { most: killsLeft, moment });
  const ending = await retryLosses(importer, first.ending);

  const mistakes = [
    ...notDone('delta', ending),
    ...sumMistakes(importer.job),
    ...contentMistakes(db, size),
  ];
  return { kills: first.kills, serviceKills: 0, mistakes };
}

/** The moment is during planning, or soon after the delta begins to send a kind. */
function momentOf(random: Random): Moment {
  if (random.chance(0.2)) return { after: 'start', ms: random.between(0, 2500) };
  return { after: random.pick(phases), ms: random.between(0, 300) };
}
