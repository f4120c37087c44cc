import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startLocalService } from '@chatferry/local-service';
import { allBulkKinds, writeExport } from '../generate/write-export.ts';
import { compare } from './compare.ts';
import { faultRules } from './fault-rules.ts';
import { runImporter } from './importer.ts';
import { retryLosses } from './retry-losses.ts';
import { sumMistakes } from './sums.ts';
import { installStoringLog } from './storing-log.ts';
import { forumOf, notDone } from './round.ts';

const preload = new URL('./kill-at-write.ts', import.meta.url).href;

/**
 * Runs one import that is killed right before, or right after, its nth write to the ledger, and started again.
 * @returns whether the nth write was reached, and a description of each mistake
 */
export async function killAtWrite(
  folder: string,
  at: number,
  when: 'before' | 'after',
  { seed, faultShare }: { seed: number; faultShare: number },
): Promise<{ killed: boolean; mistakes: readonly string[] }> {
  const size = forumOf(
    { seed, messages: 25 },
    { users: 6, groups: 1, memberships: 6, messageSpan: 10 },
  );
  const input = path.join(folder, 'export');
  mkdirSync(folder, { recursive: true });
  writeExport(input, size, 'ndjson', allBulkKinds);

  await using service = await startLocalService({
    importRequestsPerMinute: 'unlimited',
    faults: faultRules(faultShare, seed),
  });
  installStoringLog(service.db);
  const importer = { input, job: path.join(folder, 'job'), target: service };

  const env = { CRASH_AT: String(at), CRASH_WHEN: when };
  const first = await runImporter({ ...importer, preload, env });
  const second = first.killed ? await runImporter(importer) : first;
  const { status, said } = await retryLosses(importer, second);
  const mistakes = [
    ...notDone('importer', { status, said }),
    ...sumMistakes(importer.job),
    ...compare(service.db, size),
  ];
  if (mistakes.length === 0) rmSync(folder, { recursive: true });
  return { killed: first.killed, mistakes };
}
