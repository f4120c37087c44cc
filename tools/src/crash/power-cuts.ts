import { existsSync, mkdirSync, rmSync } from 'node:fs';
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

/** An import of some thousand messages takes about as long, so that most cuts come in the middle of one. */
const LONGEST_MS = 3000;

interface PowerCutOptions {
  readonly cuts: number;
  readonly seed: number;
  readonly messages: number;
}

export interface PowerCutResult {
  readonly imports: number;
  readonly cuts: number;
  /** What is wrong, in words. */
  readonly mistakes: readonly string[];
}

/**
 * Runs import after import, whose job folder is on a disk that loses power at random moments. After each cut the same
 * command continues, until power was cut as often as wanted and the last import is done.
 *
 * @throws {Error} where no loop device can be mounted
 */
export async function powerCuts(
  folder: string,
  { cuts: wanted, seed, ...options }: PowerCutOptions,
): Promise<PowerCutResult> {
  let cuts = 0;
  let imports = 0;
  while (cuts < wanted) {
    imports++;
    const place = path.join(folder, String(imports));
    const limits = { ...options, cuts: wanted - cuts, seed: seed * 1000 + imports };
    const result = await cutWhileImporting(place, limits);
    cuts += result.cuts;
    if (result.mistakes.length > 0) return { imports, cuts, mistakes: result.mistakes };
    rmSync(place, { recursive: true });
  }
  return { imports, cuts, mistakes: [] };
}

/** One import; the folder stays. */
async function cutWhileImporting(
  folder: string,
  { cuts, seed, messages }: PowerCutOptions,
): Promise<Omit<PowerCutResult, 'imports'>> {
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
      setTimeout(random.between(200, LONGEST_MS), undefined),
    ]);
    if (ended !== undefined) break;
    disk.cut();
    const { status, said } = await running;
    disk.unplug();
    disk.plugIn();
    // Until then every read and write of the disk fails: 3, or 0 where all was done just before.
    if (![0, 3].includes(status ?? 4) || /^\s+at /m.test(said))
      return { cuts: done + 1, mistakes: [`Power cut ${done + 1} ended with ${status}:`, said] };
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
