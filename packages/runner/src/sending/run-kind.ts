import type { Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { StoredStanding } from '../ledger/batch-entry.ts';
import { BatchProgress, type OnChange } from './batch-progress.ts';
import { Casualties } from './casualties.ts';
import { LaneIntent } from './lane-intent.ts';
import { sendBatch } from './send-batch.ts';
import type { SendPorts } from './send-ports.ts';

/** What a lane needs besides the ports. */
interface LanePorts extends SendPorts {
  readonly casualties: Casualties;
  readonly onChange: OnChange;
  /** Resolves when whoever reads the events has caught up. */
  readonly room: () => Promise<void>;
}

/**
 * Sends what the ledger does not have settled of one kind: its lanes side by side, the batches of a lane one after
 * the other. Ends when all of them have ended, also when one of them fails.
 */
export async function runKind(kind: Kind, ports: Omit<LanePorts, 'casualties'>): Promise<void> {
  const lanePorts = { ...ports, casualties: new Casualties(ports.ledger) };
  const lanes = Array.from({ length: ports.plan.lanes }, (_, lane) =>
    runLane(kind, lane, lanePorts),
  );
  const failure = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

async function runLane(kind: Kind, lane: number, ports: LanePorts): Promise<void> {
  const { halt, ledger, onChange, room } = ports;
  const intent = new LaneIntent(ledger, kind, lane, ports.announceAhead);
  let settling: Promise<void> | undefined;
  try {
    for (const { batch, standing } of workOf(kind, lane, ports)) {
      await room();
      halt.finishing.throwIfAborted();
      const progress = new BatchProgress(batch, standing, ledger, onChange);
      const answerMs = await sendDue(progress, intent, ports);
      await settling;
      // Not waited for: the next batch does not depend on it, and may share its commit.
      settling = settle(progress, answerMs, ports);
      settling.catch(() => {});
    }
    await settling;
  } catch (error) {
    await settling?.catch(() => {});
    if (halt.caused(error)) return;
    halt.fail();
    throw error;
  }
}

interface Work {
  readonly batch: Batch;
  /** What the ledger knows of it; `undefined` when it was never sent. */
  readonly standing: StoredStanding | undefined;
}

/** The batches of a lane with work left, in order: those settled in part, then those that may have been sent, the rest. */
function* workOf(kind: Kind, lane: number, { plan, ledger }: LanePorts): Generator<Work> {
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

/** @returns milliseconds that the last answer took; 0 when nothing had to be sent */
async function sendDue(
  progress: BatchProgress,
  intent: LaneIntent,
  ports: LanePorts,
): Promise<number> {
  const due = progress.due();
  const skips = ports.casualties.in(progress.batch, due);
  for (const [position, { trouble, cause }] of skips) progress.skipped(position, trouble, cause);
  const left = skips.size === 0 ? due : due.filter((position) => !skips.has(position));
  if (left.length === 0) return 0;
  const route = ports.routeOf(progress.batch.kind);
  return sendBatch(progress, left, { route, intent, ports });
}

/** Writes the outcome down, then tells of it. */
async function settle(
  progress: BatchProgress,
  answerMs: number,
  { clock, losses, tell, halt }: LanePorts,
): Promise<void> {
  const { change, requests } = progress;
  losses.add(change);
  if (losses.reason !== undefined) halt.stop(losses.reason);
  await progress.settle(clock.now());
  const { kind, lane, seq, records } = progress.batch;
  tell({ type: 'batch-settled', kind, lane, seq, records, change, requests, answerMs });
}
