import type { Kind } from '@chatferry/contract';
import type { Batch, Plan } from '@chatferry/planner';
import { damagedLedger } from '../ledger/ledger-error.ts';
import type { LaneStart, LedgerStore, OpenBatch } from '../ledger/ledger-store.ts';

interface WorkPorts {
  readonly plan: Plan;
  readonly ledger: LedgerStore;
  readonly settings: { readonly lanes: readonly number[] };
}

/** A batch with records that are not settled. */
export interface OpenWork {
  readonly batch: Batch;
  /** What the ledger knows of the batch; `undefined` when it was never sent. */
  readonly known: Pick<OpenBatch, 'stored' | 'outcomes'> | undefined;
}

/** Where each lane of a kind resumes. */
export function laneStarts(
  kind: Kind,
  { ledger, settings }: WorkPorts,
): Promise<readonly LaneStart[]> {
  return ledger.open(kind, settings.lanes);
}

/** The batches of a lane with work left, in order: partly settled batches, then batches that may have been sent, then the rest. */
export async function* openWork(
  kind: Kind,
  start: LaneStart,
  { plan, ledger }: Pick<WorkPorts, 'plan' | 'ledger'>,
): AsyncGenerator<OpenWork> {
  for await (const { seq, ...known } of start.openBatches()) {
    if (!plan.hasBatch(seq))
      throw damagedLedger(ledger.path, new Error(`it has a batch ${seq}, and the plan has not`));
    yield { batch: plan.batch(seq), known };
  }
  for (const batch of plan.batches(kind, start.lane, start.resumeAfter))
    yield {
      batch,
      known: batch.seq <= start.announced ? unknownOutcome(batch, start.announcedAt) : undefined,
    };
}

function unknownOutcome({ lane, records }: Batch, begunAt: number): OpenWork['known'] {
  const marks = 'u'.repeat(records);
  return { stored: { lane, state: 'open', marks, attempts: 0, begunAt }, outcomes: [] };
}

/** Whether anything of a kind is left to be sent. */
export async function hasOpenWork(kind: Kind, ports: WorkPorts): Promise<boolean> {
  for (const start of await laneStarts(kind, ports))
    for await (const _ of openWork(kind, start, ports)) return true;
  return false;
}

/** Whether a kind has batches without any request so far. */
export async function hasNeverSent(kind: Kind, ports: WorkPorts): Promise<boolean> {
  // The loop ends the reading of the plan.
  for (const _ of neverSent(kind, await laneStarts(kind, ports), ports.plan)) return true;
  return false;
}

/** The batches of a kind without any request so far. The app held any record of these batches before the job. */
export function* neverSent(kind: Kind, starts: readonly LaneStart[], plan: Plan): Generator<Batch> {
  for (const start of starts) yield* plan.batches(kind, start.lane, lastBegun(start));
}

/** The last batch of a lane for which a request may have been made. */
export function lastBegun({ announced, resumeAfter }: LaneStart): number {
  return Math.max(announced, resumeAfter);
}
