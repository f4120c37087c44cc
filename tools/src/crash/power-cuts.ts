import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { startLocalService } from '@chatferry/local-service';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { Random } from '../generate/random.ts';
import { compare } from './compare.ts';
import { CutDisk } from './cut-disk.ts';
import { type Moment, runImporter } from './importer.ts';
import { retryLosses } from './retry-losses.ts';
import { sumMistakes } from './sums.ts';
import { installStoringLog } from './storing-log.ts';
import { forumOf, notDone, type RoundOptions, type RoundResult } from './round.ts';

/**
 * One import whose job folder is on a disk that loses power at random moments. After each cut the same command continues, until the wanted
 * number of cuts is reached and the import is done.
 *
 * @throws {Error} if no loop device can be mounted
 */
export async function powerCuts(
  folder: string,
  { killsLeft: cuts, seed, messages }: RoundOptions,
): Promise<RoundResult> {
  const random = new Random(seed);
  const size = forumOf({ seed, messages }, { groups: 5, memberships: 60 });
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson', allBulkKinds);
  using disk = new CutDisk(folder);
  await using service = await startLocalService({ importRequestsPerMinute: 'unlimited' });
  installStoringLog(service.db);
  const importer = { input, job: path.join(disk.root, 'job'), target: service };

  let done = 0;
  for (; done < cuts; done++) {
    let isCut = false;
    const { status, said } = await runImporter(importer, momentOf(random), () => {
      disk.cut();
      isCut = true;
    });
    // After the cut every read and write fails: the status is 3, unless the import ended just before. The status is 1 if a
    // reply that was in flight at an earlier cut waits for `retry`.
    const isDone = status === 0 || status === 1;
    if (!(isDone || (isCut && status === 3)) || /^\s+at /m.test(said))
      return ended([`After ${done} power cuts it ended with ${status}:`, said]);
    if (!isCut) break;
    disk.unplug();
    disk.plugIn();
    if (!existsSync(path.join(importer.job, 'ledger.sqlite'))) continue;
    const elsewhere = { ...service, appId: 'another-app' };
    const other = await runImporter({ ...importer, command: 'run', target: elsewhere });
    if (other.status !== 2 && other.status !== 3)
      return ended(['Another app was accepted:', other.said]);
  }
  const { status, said } = await retryLosses(importer, await runImporter(importer));
  return ended([
    ...notDone('importer', { status, said }),
    ...sumMistakes(importer.job),
    ...compare(service.db, size),
  ]);

  function ended(mistakes: readonly string[]): RoundResult {
    disk[Symbol.dispose]();
    return { kills: done, serviceKills: 0, mistakes };
  }
}

/** The moment is sometimes during start and planning, mostly during sending. */
function momentOf(random: Random): Moment {
  if (random.chance(0.3)) return { after: 'start', ms: random.between(0, 1500) };
  if (random.chance(0.1)) return { after: 'deactivations', ms: random.between(0, 30) };
  if (random.chance(0.2)) return { after: 'replies', ms: random.between(0, 300) };
  if (random.chance(0.2)) return { after: 'reactions', ms: random.between(0, 300) };
  return { after: 'first-event', ms: random.between(0, 600) };
}
