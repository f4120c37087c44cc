import type { Kind } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import type { LaneStart } from '../ledger/ledger-store.ts';
import { BatchProgress, type OnChange } from './batch-progress.ts';
import type { BlockingRecords } from './blocked-records.ts';
import { LaneIntent } from './lane-intent.ts';
import { laneStarts, openWork } from './open-work.ts';
import { sendBatch } from './send-batch.ts';
import type { StepPorts } from './step-ports.ts';

/** What a lane needs in addition to the ports. */
interface LanePorts extends StepPorts {
  readonly blockedRecords: BlockingRecords;
  readonly onChange: OnChange;
  /** Resolves when the reader of the events has caught up. */
  readonly capacity: () => Promise<void>;
}

/**
 * Sends the unsettled records of one kind: its lanes concurrently, the batches of a lane one after
 * the other. Ends when all lanes have ended, even when a lane fails.
 */
export async function runKind(kind: Kind, ports: LanePorts): Promise<void> {
  const { ledger, routeOf, settings } = ports;
  ports.traffic.minutes.begin(kind);
  await ledger.setDurability(settings.durabilityOf(routeOf(kind)));
  const starts = await laneStarts(kind, ports);
  const lanes = starts.map((start) => runLane(kind, start, ports));
  const failure = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

async function runLane(kind: Kind, start: LaneStart, ports: LanePorts): Promise<void> {
  const { stopController, ledger, onChange, capacity } = ports;
  const intent = new LaneIntent(ledger, kind, start);
  let settling: Promise<void> | undefined;
  try {
    for await (const { batch, known } of openWork(kind, start, ports)) {
      await capacity();
      stopController.finishing.throwIfAborted();
      const progress = new BatchProgress(batch, known, ledger, onChange, settling);
      const answerMs = await sendDue(progress, known !== undefined, intent, ports);
      await settling;
      // The lane does not wait for the commit: the next batch does not depend on it, and may share it.
      settling = settle(progress, answerMs, ports);
      settling.catch(() => {});
    }
    await settling;
  } catch (error) {
    await settling?.catch(() => {});
    if (stopController.caused(error)) return;
    stopController.fail();
    throw error;
  }
}

/** @param wasBegun by an earlier run @returns milliseconds that the last answer took; 0 when nothing had to be sent */
async function sendDue(
  progress: BatchProgress,
  wasBegun: boolean,
  intent: LaneIntent,
  ports: LanePorts,
): Promise<number> {
  for (const { position, fields } of ports.found.present.of(progress.batch.seq))
    progress.foundBefore(position, fields);
  const due = progress.due();
  const skips = await ports.blockedRecords.in(progress.batch, due);
  for (const [position, { trouble, cause }] of skips) progress.skipped(position, trouble, cause);
  const left = skips.size === 0 ? due : due.filter((position) => !skips.has(position));
  if (left.length === 0) return 0;
  if (wasBegun || ports.plan.segments.length > 1) await forgetIds(progress.batch, left, ports);
  const route = ports.routeOf(progress.batch.kind);
  return sendBatch(left, { progress, route, intent, ports });
}

/** A message that is sent again gets a new id, which its reactions and replies then need, even after an earlier segment removed it. */
async function forgetIds(
  batch: Batch,
  positions: readonly number[],
  { ledger }: Pick<LanePorts, 'ledger'>,
): Promise<void> {
  if (batch.kind !== 'messages' && batch.kind !== 'replies') return;
  await ledger.messageIds.forget(positions.map((position) => entryOf(batch, position).id));
}

/** Writes the outcomes, then emits the event. */
async function settle(
  progress: BatchProgress,
  answerMs: number,
  { clock, brake, emit, stopController, traffic }: LanePorts,
): Promise<void> {
  const { change, requests } = progress;
  const { kind, lane, seq, records } = progress.batch;
  const { newOutcomes } = progress;
  const tooMany = brake.settled(kind, newOutcomes);
  const codes = newOutcomes.refusals.map(({ code }) => code);
  const failed = codes.length === 0 ? {} : { failedCodes: [...new Set(codes)] };
  if (tooMany !== undefined) stopController.stop(tooMany);
  await progress.settle(clock.now());
  const inFlight = traffic.inFlight.requests;
  const sent = { lane, seq, records, change, ...failed, requests, answerMs, inFlight };
  emit({ type: 'batch-settled', kind, ...sent });
  await traffic.minutes.writeFinished();
}
