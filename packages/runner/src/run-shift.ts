import { rmSync } from 'node:fs';
import { type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import type { Job } from './job/job.ts';
import { lossOf, type Lease } from './job/lease.ts';
import { findPresent } from './preflight/preflight.ts';
import { reasonFrom } from './reason-from.ts';
import type { RunEvent } from './run-event.ts';
import type { RunOptions } from './run-options.ts';
import { BlockedRecords } from './sending/blocked-records.ts';
import { refusedWhole } from './sending/brake.ts';
import type { EventQueue } from './sending/event-queue.ts';
import { hasNeverSent } from './sending/open-work.ts';
import { portsFor } from './sending/ports-for.ts';
import { runKind } from './sending/run-kind.ts';
import type { SendPorts } from './sending/send-ports.ts';
import { checkApp, compareSent, prepareKind } from './sending/steps.ts';
import type { StopController } from './sending/stop-controller.ts';
import type { StopReason } from './stop-reason.ts';
import { type StopSignals, watched } from './watched.ts';

/**
 * One step of a job. The steps follow each other: `check` of the app, then for each kind `send` and `compare`. Several
 * processes may do `send` of one kind at the same time, each with lanes of its own; every other step is for one process.
 */
export type ShiftStep =
  | { readonly step: 'check' }
  | { readonly step: 'send'; readonly kind: Kind }
  | { readonly step: 'compare'; readonly kind: Kind };

export interface ShiftResult {
  /** `stopped`: something is left to be done. */
  readonly end: 'done' | 'stopped';
  readonly reason?: StopReason | undefined;
  /** Requests made, those without an answer included. */
  readonly requests: number;
}

/** A job of which this process does one step, with these lanes. */
export interface ShiftJob extends Job {
  readonly lanes: readonly number[];
  readonly lease: Lease;
  /** Records of each kind that had failed when the first of the steps began. */
  readonly failedBefore: Readonly<Partial<Record<Kind, number>>>;
}

/**
 * Does one step of a job, for the lanes that the caller holds, and yields what happens. Like `run`, it can be killed at any
 * moment and done again by another process, and reports a fault of a record, the service, plan or ledger in its result.
 *
 * @throws {LedgerError} when the ledger cannot be read at the start; nothing was sent then
 */
export function runShift(
  job: ShiftJob,
  step: ShiftStep,
  options: RunOptions,
  stop: StopSignals = {},
): AsyncGenerator<RunEvent, ShiftResult> {
  return watched(stop, (stopController, events) =>
    doStep(job, step, options, stopController, events),
  );
}

async function doStep(
  job: ShiftJob,
  step: ShiftStep,
  options: RunOptions,
  stopController: StopController,
  events: EventQueue,
): Promise<ShiftResult> {
  const { ledger, lease } = job;
  const counts = await ledger.counts();
  // What other processes of this run have lost counts too.
  const failed = kindsInOrder.reduce(
    (sum, kind) => sum + counts[kind].failed - (job.failedBefore[kind] ?? 0),
    0,
  );
  const ports = await portsFor(job, options, stopController, (event) => events.put(event), failed);
  const onLoss = (): void => stopController.stop(lossOf(lease)!);
  lease.lost.addEventListener('abort', onLoss);
  if (lease.lost.aborted) onLoss();
  let isDone = false;
  if (step.step === 'send')
    events.put({ type: 'kind-started', kind: step.kind, counts: counts[step.kind] });
  try {
    stopController.finishing.throwIfAborted();
    await steps[step.step](step as never, ports, { job, options, events });
    isDone = !stopController.finishing.aborted;
  } catch (error) {
    if (!stopController.caused(error)) stopController.stop(reasonFrom(error));
  } finally {
    await ports.minutes.writeAll();
    rmSync(ports.spool, { force: true });
    lease.lost.removeEventListener('abort', onLoss);
  }
  const requests = ports.gate.passed + ports.reader.requests;
  if (isDone) return { end: 'done', requests };
  return { end: 'stopped', reason: stopController.reason ?? lossOf(lease), requests };
}

interface StepPorts {
  readonly job: ShiftJob;
  readonly options: RunOptions;
  readonly events: EventQueue;
}

const steps = {
  check: (_: unknown, ports: SendPorts) => checkApp(ports),
  send: sendLanes,
  compare,
} as const;

async function sendLanes(
  { kind }: { readonly kind: Kind },
  ports: SendPorts,
  { events }: StepPorts,
): Promise<void> {
  const { ledger } = ports;
  // The check has found the same; it was made by another process, perhaps.
  if (kinds[kind].isComparedFirst === true && (await hasNeverSent(kind, ports)))
    await findPresent(kind, ports, []);
  if (!(await prepareKind(kind, ports))) return;
  await runKind(kind, {
    ...ports,
    blockedRecords: await BlockedRecords.readFrom(ledger),
    onChange: () => {},
    capacity: () => events.capacity(),
  });
}

async function compare(
  { kind }: { readonly kind: Kind },
  ports: SendPorts,
  { job, options }: StepPorts,
): Promise<void> {
  await compareSent(kind, ports);
  if (options.maxFailures !== undefined) return;
  const { planned } = ports.plan.summary.kinds[kind];
  const { failed } = (await ports.ledger.counts())[kind];
  // A run continues without records that were refused before it.
  if (failed === planned && failed > (job.failedBefore[kind] ?? 0))
    ports.stopController.stopHere(refusedWhole(kind, planned));
}
