import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startLocalService } from '@chatferry/local-service';
import type { BulkSize } from '../bulk/bulk-forum.ts';
import { writeExport } from '../bulk/write-export.ts';
import { Random } from '../quickstart/random.ts';
import { compare } from './compare.ts';
import { CutDisk } from './cut-disk.ts';
import { runImporter } from './importer.ts';
import { sumMistakes } from './sums.ts';
import { installWitness } from './witness.ts';

/** Long enough for every start to get somewhere. */
const LONGEST_MS = 6000;

/**
 * One import whose job folder is on a disk that loses power at random moments; plugged in again, the same command
 * continues, until it is done or power was cut `cuts` times.
 *
 * @returns what is wrong, in words
 * @throws {Error} where no loop device can be mounted
 */
export async function powerCuts(
  folder: string,
  { cuts, seed, messages }: { cuts: number; seed: number; messages: number },
): Promise<{ cuts: number; mistakes: readonly string[] }> {
  const random = new Random(seed);
  const now = Math.floor(Date.now() / 1000);
  const size: BulkSize = {
    users: 60,
    groups: 5,
    memberships: 60,
    messages,
    seed,
    now,
    deactivatedEvery: 2,
  };
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson');
  using disk = new CutDisk(folder);
  await using service = await startLocalService({ importRequestsPerMinute: 'unlimited' });
  installWitness(service.db);
  const importer = { input, job: path.join(disk.root, 'job'), target: service };

  let done = 0;
  for (; done < cuts; done++) {
    const running = runImporter(importer);
    const ended = await Promise.race([
      running,
      setTimeout(random.between(500, LONGEST_MS), undefined),
    ]);
    if (ended !== undefined) break;
    disk.cut();
    const { status, said } = await running;
    disk.unplug();
    disk.plugIn();
    if (status === 4) return { cuts: done + 1, mistakes: [`Power cut ${done + 1}:`, said] };
    if (!existsSync(path.join(importer.job, 'ledger.sqlite'))) continue;
    const elsewhere = { ...service, appId: 'another-app' };
    const other = await runImporter({ ...importer, command: 'run', target: elsewhere });
    if (other.status !== 2 && other.status !== 3)
      return { cuts: done + 1, mistakes: ['Another app was accepted:', other.said] };
  }
  const { status, said } = await runImporter(importer);
  const mistakes = [
    ...(status === 0 ? [] : [`The importer ended with ${status}:\n${said}`]),
    ...sumMistakes(importer.job),
    ...compare(service.db, size),
  ];
  return { cuts: done, mistakes };
}
