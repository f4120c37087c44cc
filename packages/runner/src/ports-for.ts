import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, Spacing } from '@chatferry/client';
import { type Kind, byKind, kindsInOrder } from '@chatferry/contract';
import { FileControl, noControl } from './job/control.ts';
import { durabilityAt } from './fast-path/durability.ts';
import { ChatQuota } from './pacing/chat-quota.ts';
import { EvenPace } from './pacing/even-pace.ts';
import { Gate } from './pacing/gate.ts';
import { InFlight } from './pacing/in-flight.ts';
import { LATE_MS } from './pacing/quota-gap.ts';
import type { Rate } from './terms/rate.ts';
import type { MakePace, Pace, QuotaScope } from './pacing/pace.ts';
import { ServiceHealth } from './pacing/service-health.ts';
import { rateAt } from './terms/timetable.ts';
import { PresentRecords } from './sending/present-records.ts';
import { ServiceReader } from './reading/service-reader.ts';
import { isRemoval } from './ledger/kind-order.ts';
import { removedUsers } from './removing/removed-users.ts';
import { removalRoute } from './routes/removal-route.ts';
import { routesFor } from './routes/routes-for.ts';
import type { Job } from './job/job.ts';
import type { RunEvent } from './terms/run-event.ts';
import type { RunOptions } from './terms/run-options.ts';
import type { StopController } from './job/stop-controller.ts';
import { Brake } from './sending/brake.ts';
import { allowedRecords } from './sending/allowed-records.ts';
import { RequestSize } from './sending/request-size.ts';
import type { SendPorts } from './sending/send-ports.ts';
import { MinuteLog } from './sending/minute-log.ts';
import { LandedRecords } from './sending/landed-records.ts';

/** Work file of comparisons in the job folder; docs/job-folder.md describes it. */
const COMPARED = 'compared.tmp';

/** Puts together what the lanes of one run share. */
export async function portsFor(
  job: Job,
  options: RunOptions,
  stopController: StopController,
  report: (event: RunEvent) => void,
  failedBefore = 0,
): Promise<SendPorts> {
  const { plan, ledger, clock, folder, pacing } = job;
  const minutes = new MinuteLog(ledger, clock);
  const emit = (event: RunEvent): void => {
    minutes.take(event);
    report(event);
  };
  const { requestsPerMinute, chatRequestsPerMinute } = options;
  const rate = (now: number): Rate => rateAt(requestsPerMinute, now);
  const planned = kindsInOrder.reduce((sum, kind) => sum + plan.summary.kinds[kind].planned, 0);
  const control = folder === undefined ? noControl : new FileControl(folder, clock);
  const asked = (): Rate | undefined => control.state.requestsPerMinute;
  const makePace =
    job.makePace ?? ownPaces(clock, recentlySentAt(await ledger.lastChangeAt(), clock));
  const importPaceOf = importPaces(options.sharedQuota, (scope) =>
    makePace(scope, () => asked() ?? rate(clock.now())),
  );
  const removed = isRemoval(plan) ? await removedUsers(plan, ledger) : undefined;
  const makeChatPace = (chatRate: () => Rate): Pace => makePace('chat', chatRate);
  const chatQuota = new ChatQuota(chatRequestsPerMinute, asked, makeChatPace, clock);
  return {
    ...job,
    lanes: job.lanes ?? Array.from({ length: plan.lanes }, (_, lane) => lane),
    stopController,
    emit,
    minutes,
    gate: new Gate({ clock, control, emit, pacing }),
    present: new PresentRecords(),
    chatQuota,
    durabilityOf: (route) => durabilityAt(rate(clock.now()), route.isRepeatable),
    reader: new ServiceReader({ ...job, stopController, emit, control, chatQuota }, options),
    codesOnly: options.codesOnly ?? false,
    routes: options.routes ?? {},
    spool:
      folder === undefined
        ? join(tmpdir(), `chatferry-compared-${randomUUID()}`)
        : join(folder, COMPARED),
    removesHolder: options.removesHolder ?? (() => false),
    mostDifferent: allowedRecords(options.maxDifferent ?? 0, planned),
    routeOf: removed
      ? (kind) =>
          removalRoute(kind, chatQuota.sending, { isRemovedUser: (uid) => removed.has(uid) })
      : routesFor(options.routes ?? {}, importPaceOf, chatQuota.sending, ledger),
    inFlight: new InFlight(options.concurrency, (concurrency) =>
      emit({ type: 'concurrency-changed', concurrency }),
    ),
    health: new ServiceHealth(options.giveUpAfterMs),
    landedRecords: new LandedRecords(plan, ledger),
    requestSize: new RequestSize(),
    brake: new Brake(options.maxFailures, planned, failedBefore),
  };
}

/** One pace for all import endpoints, or one for each. */
function importPaces(isShared: boolean, make: (scope: QuotaScope) => Pace): (kind: Kind) => Pace {
  const shared = make('import');
  const own = byKind((kind) => make(`import ${kind}`));
  return (kind) => (isShared ? shared : own[kind]);
}

/** The quotas of a run that shares them with no other process. */
function ownPaces(clock: Clock, lastSentAt: number | undefined): MakePace {
  const spacings = new Map<QuotaScope, Spacing>();
  return (scope, rate) => {
    const spacing = spacings.get(scope) ?? new Spacing(LATE_MS, lastSentAt);
    spacings.set(scope, spacing);
    return new EvenPace(clock, rate, spacing);
  };
}

/**
 * What an earlier run sent within the last minute counts against the quota too. It may have sent its last request
 * after it last wrote, so that request is taken to have left just now.
 */
function recentlySentAt(lastChangeAt: number | undefined, clock: Clock): number | undefined {
  return lastChangeAt !== undefined && clock.now() - lastChangeAt < 60_000
    ? clock.monotonicMs()
    : undefined;
}
