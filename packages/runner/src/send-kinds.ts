import { rmSync } from 'node:fs';
import { FileLease } from './job/file-lease.ts';
import type { Job } from './job/job.ts';
import { lossOf } from './job/lease.ts';
import { LastCounts } from './last-counts.ts';
import { LedgerError } from './ledger/ledger-error.ts';
import type { LedgerStore } from './ledger/ledger-store.ts';
import { notCompared } from './outcome.ts';
import { lostBatches, reasonFrom } from './reason-from.ts';
import { KeptRecords } from './removing/kept-records.ts';
import { isRemoval, kindOrder } from './removing/kind-order.ts';
import type { RunOptions } from './run-options.ts';
import { BlockedRecords } from './sending/blocked-records.ts';
import { ChangeTally } from './sending/change-tally.ts';
import type { EventQueue } from './sending/event-queue.ts';
import type { StopController } from './sending/stop-controller.ts';
import { checkApp, compareSent, prepareKind } from './sending/steps.ts';
import { portsFor } from './sending/ports-for.ts';
import { runKind } from './sending/run-kind.ts';
import type { SendPorts } from './sending/send-ports.ts';
import type { StopReason } from './stop-reason.ts';
import type { RunResult } from './run-result.ts';

/** Sends all kinds of a plan, and puts what happens into `events`. Loaded by the first run. */
export async function send(
  job: Job,
  options: RunOptions,
  stopController: StopController,
  events: EventQueue,
): Promise<RunResult> {
  const { ledger, clock } = job;
  const changes = new ChangeTally();
  const last = new LastCounts(await ledger.counts());
  const ports = await portsFor(job, options, stopController, (event) => {
    last.take(event);
    events.put(event);
  });
  using files = job.lease === undefined ? new FileLease(ledger.path, job.folder) : undefined;
  const lease = job.lease ?? files!;
  lease.lost.addEventListener('abort', () => stopController.stop(lossOf(lease)!));
  let number: number | undefined;
  try {
    rmSync(ports.spool, { force: true }); // A killed run may have left one.
    number = await ledger.beginRun(clock.now(), options.routes);
    if (options.allowsLive === true) await ledger.allowLive();
    events.put({ type: 'started', run: number, counts: await ledger.counts() });
    await sendKinds(job, ports, changes, events);
  } catch (error) {
    if (!stopController.caused(error)) stopController.stop(reasonFrom(error));
  }
  await ports.minutes.writeAll();
  lease.check();
  const { counts, reason = lossOf(lease) } = await endOf(job, last, stopController);
  if (number !== undefined) await endRun(ledger, number, clock.now(), reason);
  const end = reason === undefined ? 'finished' : 'stopped';
  events.put(
    reason === undefined ? { type: 'finished', counts } : { type: 'stopped', reason, counts },
  );
  return {
    end,
    reason,
    counts,
    changes: changes.all,
    requests: ports.gate.passed + ports.reader.requests,
  };
}

/** A run that has nothing left to do has finished, also after a reason to stop; unless the ledger cannot be read any more. */
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

async function sendKinds(
  { plan, ledger }: Job,
  ports: SendPorts,
  changes: ChangeTally,
  events: EventQueue,
): Promise<void> {
  const { stopController } = ports;
  const removes = isRemoval(plan);
  if (!removes) await checkApp(ports);
  for (const kind of kindOrder(plan)) {
    if (plan.summary.kinds[kind].planned === 0) continue;
    if (stopController.finishing.aborted) return;
    if (!removes && !(await prepareKind(kind, ports))) return;
    events.put({ type: 'kind-started', kind, counts: (await ledger.counts())[kind] });
    await runKind(kind, {
      ...ports,
      blockedRecords: removes
        ? await KeptRecords.readFor(kind, ports)
        : await BlockedRecords.readFrom(ledger),
      onChange: (from, to) => changes.add(kind, from, to),
      capacity: () => events.capacity(),
    });
    if (stopController.finishing.aborted) return;
    if (!removes) await compareSent(kind, ports);
    events.put({ type: 'kind-finished', kind, counts: (await ledger.counts())[kind] });
    const refused = ports.brake.endOfKind(kind, plan.summary.kinds[kind].planned);
    if (refused !== undefined) ports.stopController.stop(refused);
  }
}

/** When this cannot be written either, the result still contains the reason. */
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
