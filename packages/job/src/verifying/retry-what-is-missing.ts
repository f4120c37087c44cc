import { systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import {
  type JobTarget,
  type Ledger,
  type MissingRecord,
  placeOf,
  retryMissing,
} from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { differenceLines, isSealed } from './difference-lines.ts';
import { rememberedVerification } from './verification.ts';

/** Records marked in one transaction. The records of a batch are never divided. */
const RECORDS_PER_TRANSACTION = 5000;

/**
 * Marks the records that the latest verification of this app found missing, so that the next run sends them.
 *
 * @param isOfLater whether a later job decides about a record, which then stays as it is
 * @returns the number of records; `unusable` when `differences.jsonl` is not the file of the verification
 */
export async function retryWhatIsMissing(
  job: JobFolder,
  plan: string,
  target: JobTarget,
  ledger: Ledger,
  isOfLater: (kind: Kind, id: string) => boolean,
): Promise<number | 'unusable'> {
  const found = rememberedVerification(job, plan);
  if (found?.differences === undefined || placeOf(found.target) !== placeOf(target)) return 0;
  if (found.kinds.every(({ missing }) => missing === 0)) return 0;
  if (!(await isSealed(job.differences, found.differences))) return 'unusable';

  const readAt = new Map(found.kinds.map(({ kind, at }) => [kind, Date.parse(at)]));
  let count = 0;
  let waiting: MissingRecord[] = [];
  const mark = (): void => {
    count += retryMissing(ledger, waiting, systemClock.now());
    waiting = [];
  };
  for await (const { difference } of differenceLines(job.differences)) {
    const { kind, id, field, held, batch: seq, position } = difference;
    if (field !== '' || held !== 0 || isOfLater(kind, id)) continue;
    if (waiting.length >= RECORDS_PER_TRANSACTION && waiting.at(-1)!.seq !== seq) mark();
    waiting.push({ kind, seq, position, readAt: readAt.get(kind)! });
  }
  mark();
  return count;
}
