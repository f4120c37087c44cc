import type { Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { StoredStanding } from '../ledger/batch-entry.ts';
import type { SendPorts } from './send-ports.ts';

/** A batch with records that are not settled. */
export interface OpenWork {
  readonly batch: Batch;
  /** What the ledger knows of it; `undefined` when it was never sent. */
  readonly standing: StoredStanding | undefined;
}

/** The batches of a lane with work left, in order: those settled in part, then those that may have been sent, the rest. */
export function* openWork(
  kind: Kind,
  lane: number,
  { plan, ledger }: Pick<SendPorts, 'plan' | 'ledger'>,
): Generator<OpenWork> {
  const { settled, announced, changedAt } = ledger.lane(kind, lane);
  const open = ledger.openBatches(kind, lane);
  for (const seq of open) yield { batch: plan.batch(seq), standing: ledger.standing(seq) };
  for (const batch of plan.batches(kind, lane, Math.max(settled, open.at(-1) ?? 0)))
    yield {
      batch,
      standing: batch.seq <= announced ? unknownOutcome(batch, changedAt) : undefined,
    };
}

function unknownOutcome({ lane, records }: Batch, begunAt: number): StoredStanding {
  return { lane, state: 'open', marks: 'u'.repeat(records), attempts: 0, begunAt };
}

/** Whether batches of a kind are left of which no request was made yet. */
export function hasNeverSent(kind: Kind, ports: Pick<SendPorts, 'plan' | 'ledger'>): boolean {
  // The loop ends the reading of the plan.
  for (const _ of neverSent(kind, ports)) return true;
  return false;
}

/** The batches of a kind of which no request was made yet, so that whatever is in the app was there before the job. */
export function* neverSent(
  kind: Kind,
  ports: Pick<SendPorts, 'plan' | 'ledger'>,
): Generator<Batch> {
  for (let lane = 0; lane < ports.plan.lanes; lane++)
    for (const { batch, standing } of openWork(kind, lane, ports))
      if (standing === undefined) yield batch;
}
