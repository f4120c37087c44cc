import { type Client, systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { BatchRange, Plan } from '@chatferry/planner';
import {
  type ComparedRecord,
  compareKind,
  compareKindsOfList,
  type KindToCompare,
  type PartToRead,
  type RunOptions,
} from '@chatferry/runner';
import type { JobFolder } from '../folder/job-folder.ts';
import { type KindComparison, KindTally } from './kind-tally.ts';

export interface KindsToCompare {
  readonly job: JobFolder;
  readonly plan: Plan;
  readonly client: Client;
  readonly routes: RunOptions['routes'];
  /** Where the records are, unless the lists of the app are read. */
  readonly part: PartToRead | undefined;
  /** The batches of the segments that are compared; all batches unless given. */
  readonly range?: BatchRange | undefined;
  readonly signal: AbortSignal;
  readonly onHeld?: ((kind: Kind, held: number) => void) | undefined;
  /** Called for each planned record whose result is known. */
  readonly onCompared?: ((kind: Kind, compared: number) => void) | undefined;
  readonly onResult?: ((kind: Kind, result: ComparedRecord, tally: KindTally) => void) | undefined;
}

/**
 * Compares kinds with what the service holds.
 *
 * @param kindsOfList one kind, or several kinds that share one list of the app; what is read is reported under the first kind
 */
export async function comparedKinds(
  kindsOfList: readonly Kind[],
  { job, plan, client, routes, part, range, signal, onHeld, onCompared, onResult }: KindsToCompare,
): Promise<KindComparison[]> {
  const tallies = kindsOfList.map(
    (kind) => new KindTally(kind, new Date(systemClock.now()).toISOString()),
  );
  onHeld?.(kindsOfList[0]!, 0);
  const jobs = kindsOfList.map((kind, nth): KindToCompare => ({
    client,
    plan,
    kind,
    route: routes?.[kind],
    part,
    isLatest: true,
    range,
    spool: job.heldRecords,
    signal,
    onHeld: nth === 0 ? (count) => onHeld?.(kind, count) : undefined,
    onCompared: (count) => onCompared?.(kind, count),
    onResult: (result) => {
      tallies[nth]!.add(result);
      onResult?.(kind, result, tallies[nth]!);
    },
  }));
  const held = jobs.length === 1 ? [await compareKind(jobs[0]!)] : await compareKindsOfList(jobs);
  return tallies.map((tally, nth) => tally.finish(held[nth]!));
}
