import { rmSync } from 'node:fs';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import { FileLease } from './job/file-lease.ts';
import type { Job, ShiftJob } from './job/job.ts';
import { type Lease, lossOf } from './job/lease.ts';
import { LedgerError } from './ledger/ledger-error.ts';
import type { LedgerStore } from './ledger/ledger-store.ts';
import { changedCounts } from './terms/outcome-counts.ts';
import { type CountsByKind, notCompared } from './terms/outcome.ts';
import { lostBatches, reasonFrom } from './reason-from.ts';
import type { RunEvent } from './terms/run-event.ts';
import type { RunOptions } from './terms/run-options.ts';
import type { RunResult, ShiftResult } from './run-result.ts';
import { refusedWhole } from './sending/brake.ts';
import { ChangeTally } from './sending/change-tally.ts';
import type { StopController } from './job/stop-controller.ts';
import type { ShiftStep } from './steps.ts';
import type { StopReason } from './terms/stop-reason.ts';
import { type StopSignals, watched } from './watched.ts';

/**
 * Sends the batches that are not settled in the ledger, one kind after the other, and yields what happens.
 *
 * It can be stopped or killed at any moment and started again with the same plan and ledger: a record is on disk as
 * "about to be sent" before it is sent, and with its outcome after the answer. A caller that stops reading the events
 * ends the run, after the answers to requests in flight.
 *
 * A fault of a record, of the service, of the network, or of a plan or ledger that is damaged during the run never throws:
 * it is in the counts or in the result's `reason`.
 *
 * @throws {LedgerError} when the ledger cannot be read at the start; nothing was sent then
 */
export function run(
  job: Job,
  options: RunOptions,
  stop: StopSignals = {},
): AsyncGenerator<RunEvent, RunResult> {
  return watched(stop, async (stopController, events) => {
    // Most users of this package send nothing, so the first run loads the code that sends.
    const { doStep, portsFor, stepsOf } = await import('./steps.ts');
    const { plan, ledger, clock } = job;
    const changes = new ChangeTally();
    const last = new LastCounts(await ledger.counts());
    const ports = await portsFor(job, options, stopController, (event) => {
      last.take(event);
      events.put(event);
    });
    using files = job.lease === undefined ? new FileLease(ledger.path, job.folder) : undefined;
    const lease = job.lease ?? files!;
    using _ = stopsWhenLost(lease, stopController);
    const context = {
      onChange: changes.add.bind(changes),
      capacity: () => events.capacity(),
      isCheckedElsewhere: false,
    };
    let number: number | undefined;
    try {
      rmSync(ports.settings.spool, { force: true }); // A killed run may have left one.
      number = await ledger.beginRun(clock.now(), options.routes);
      if (options.allowsLive === true) await ledger.allowLive();
      events.put({ type: 'started', run: number, counts: await ledger.counts() });
      for (const step of stepsOf(plan)) {
        stopController.finishing.throwIfAborted();
        await doStep(step, ports, context);
      }
    } catch (error) {
      if (!stopController.caused(error)) stopController.stop(reasonFrom(error));
    }
    await ports.traffic.minutes.writeAll();
    lease.check();
    const { counts, reason = lossOf(lease) } = await endOf(job, last, stopController);
    if (number !== undefined) await endRun(ledger, number, clock.now(), reason);
    const end = reason === undefined ? 'finished' : 'stopped';
    events.put(
      reason === undefined ? { type: 'finished', counts } : { type: 'stopped', reason, counts },
    );
    const requests = ports.traffic.gate.passed + ports.app.reader.requests;
    return { end, reason, counts, changes: changes.all, requests };
  });
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
  return watched(stop, async (stopController, events) => {
    const { doStep, portsFor } = await import('./steps.ts');
    const { ledger, lease, failedBefore } = job;
    const counts = await ledger.counts();
    // Records that failed in other processes of this run count too.
    const failed = kindsInOrder.reduce(
      (sum, kind) => sum + counts[kind].failed - (failedBefore[kind] ?? 0),
      0,
    );
    const put = (event: RunEvent): void => events.put(event);
    const ports = await portsFor(job, options, stopController, put, failed);
    using _ = stopsWhenLost(lease, stopController);
    const capacity = (): Promise<void> => events.capacity();
    let isDone = false;
    try {
      stopController.finishing.throwIfAborted();
      await doStep(step, ports, { onChange: () => {}, capacity, isCheckedElsewhere: true });
      if (step.step === 'compare' && options.maxFailures === undefined)
        await stopIfRefusedWhole(step.kind, job, stopController);
      isDone = !stopController.finishing.aborted;
    } catch (error) {
      if (!stopController.caused(error)) stopController.stop(reasonFrom(error));
    } finally {
      await ports.traffic.minutes.writeAll();
      rmSync(ports.settings.spool, { force: true });
    }
    const requests = ports.traffic.gate.passed + ports.app.reader.requests;
    if (isDone) return { end: 'done', requests };
    return { end: 'stopped', reason: stopController.reason ?? lossOf(lease), requests };
  });
}

/** Stops the run when another process has taken the job over. */
function stopsWhenLost(lease: Lease, stopController: StopController): Disposable {
  const onLoss = (): void => stopController.stop(lossOf(lease)!);
  lease.lost.addEventListener('abort', onLoss);
  if (lease.lost.aborted) onLoss();
  return { [Symbol.dispose]: () => lease.lost.removeEventListener('abort', onLoss) };
}

/** Stops a job when the service has refused every record of a kind. Refusals before this run alone do not stop the job. */
async function stopIfRefusedWhole(
  kind: Kind,
  { plan, ledger, failedBefore }: ShiftJob,
  stopController: StopController,
): Promise<void> {
  const { planned } = plan.summary.kinds[kind];
  const { failed } = (await ledger.counts())[kind];
  if (failed === planned && failed > (failedBefore[kind] ?? 0))
    stopController.stopHere(refusedWhole(kind, planned));
}

/** A run with nothing left to do has finished, even after a reason to stop, unless the ledger can no longer be read. */
async function endOf(
  { plan, ledger }: Job,
  last: LastCounts,
  { reason }: StopController,
): Promise<Pick<RunResult, 'counts' | 'reason'>> {
  try {
    const counts = await ledger.counts();
    const pending = Object.values(counts).reduce((sum, kind) => sum + kind.pending, 0);
    if (pending > 0) return { counts, reason: reason ?? lostBatches(plan, ledger.path, pending) };
    const isCompared = Object.values(counts).every((kind) => notCompared(kind) === 0);
    return { counts, reason: isCompared ? undefined : reason };
  } catch (error) {
    const unreadable = reasonFrom(error);
    return { counts: last.counts, reason: reason?.code === 'ledger' ? reason : unreadable };
  }
}

/** The counts of each kind according to the events so far, for when the ledger can no longer be read. */
export class LastCounts {
  counts: CountsByKind;

  /** @param counts before the first event */
  constructor(counts: CountsByKind) {
    this.counts = counts;
  }

  take(event: RunEvent): void {
    if (event.type === 'kind-compared')
      this.counts = { ...this.counts, [event.kind]: event.counts };
    if (event.type !== 'batch-settled') return;
    const { kind, change } = event;
    this.counts = { ...this.counts, [kind]: changedCounts(this.counts[kind], change) };
  }
}

/** Records the end of a run. When this write fails too, the result still contains the reason. */
async function endRun(
  ledger: LedgerStore,
  number: number,
  at: number,
  reason: StopReason | undefined,
): Promise<void> {
  try {
    await ledger.endRun(number, at, reason);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
  }
}
