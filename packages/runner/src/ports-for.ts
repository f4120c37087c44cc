import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, Spacing } from '@chatferry/client';
import type { Plan } from '@chatferry/planner';
import { type Kind, byKind, kindsInOrder } from '@chatferry/contract';
import type { IdHashes } from './comparing/id-hashes.ts';
import { landedIds, repeatedIds } from './comparing/planned-ids.ts';
import { FileControl, noControl } from './job/control.ts';
import { durabilityAt } from './fast-path/durability.ts';
import { ChatQuota } from './pacing/chat-quota.ts';
import type { Control } from './pacing/control.ts';
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
import type { Route } from './routes/route.ts';
import { routesFor } from './routes/routes-for.ts';
import { withCodesOnly } from './routes/with-codes-only.ts';
import type { Job } from './job/job.ts';
import type { RunEvent } from './terms/run-event.ts';
import type { RunOptions } from './terms/run-options.ts';
import type { StopController } from './job/stop-controller.ts';
import { attempting } from './sending/attempting.ts';
import { Brake } from './sending/brake.ts';
import { allowedRecords } from './sending/allowed-records.ts';
import { RequestSize } from './sending/request-size.ts';
import type { StepPorts } from './sending/step-ports.ts';
import { MinuteLog } from './sending/minute-log.ts';
import { LandedRecords } from './sending/landed-records.ts';

/** Work file of comparisons in the job folder; docs/job-folder.md describes it. */
const COMPARED = 'compared.tmp';

/** Puts together what the steps of one run, and their lanes, share. */
export async function portsFor(
  job: Job,
  options: RunOptions,
  stopController: StopController,
  report: (event: RunEvent) => void,
  failedBefore = 0,
): Promise<StepPorts> {
  const { plan, ledger, client, clock, folder } = job;
  const minutes = new MinuteLog(ledger, clock);
  const emit = (event: RunEvent): void => {
    minutes.take(event);
    report(event);
  };
  const control = folder === undefined ? noControl : new FileControl(folder, clock);
  const quotas = await quotasFor(job, options, control);
  const { chatQuota } = quotas;
  const routeOf = await routesOf(job, options, quotas);
  const planned = kindsInOrder.reduce((sum, kind) => sum + plan.summary.kinds[kind].planned, 0);
  return {
    plan,
    ledger,
    clock,
    app: {
      attempt: attempting(client, stopController, job.lease),
      reader: new ServiceReader({ ...job, stopController, emit, control, chatQuota }, options),
    },
    traffic: {
      gate: new Gate({ ...job, control, emit }),
      chatQuota,
      inFlight: new InFlight(options.concurrency, (concurrency) =>
        emit({ type: 'concurrency-changed', concurrency }),
      ),
      health: new ServiceHealth(options.giveUpAfterMs, job.random),
      requestSize: new RequestSize(),
      minutes,
    },
    found: { present: new PresentRecords(), landed: new LandedRecords(plan, ledger) },
    routeOf: options.codesOnly === true ? (kind) => withCodesOnly(routeOf(kind)) : routeOf,
    brake: new Brake(options.maxFailures, planned, failedBefore),
    stopController,
    emit,
    settings: {
      lanes: job.lanes ?? Array.from({ length: plan.lanes }, (_, lane) => lane),
      routes: options.routes ?? {},
      durabilityOf: (route) =>
        durabilityAt(rateAt(options.requestsPerMinute, clock.now()), route.isRepeatable),
      spool:
        folder === undefined
          ? join(tmpdir(), `chatferry-compared-${randomUUID()}`)
          : join(folder, COMPARED),
      mostDifferent: allowedRecords(options.maxDifferent ?? 0, planned),
      removesHolder: options.removesHolder ?? (() => false),
      goesWithHolder: options.goesWithHolder ?? (() => false),
    },
  };
}

interface Quotas {
  readonly importPaceOf: (kind: Kind) => Pace;
  readonly chatQuota: ChatQuota;
}

/** The rates that an operator asks for during the run replace the rates of the options. */
async function quotasFor(
  { ledger, clock, ...job }: Job,
  { requestsPerMinute, chatRequestsPerMinute, sharedQuota }: RunOptions,
  control: Control,
): Promise<Quotas> {
  const asked = (): Rate | undefined => control.state.requestsPerMinute;
  const makePace =
    job.makePace ?? ownPaces(clock, recentlySentAt(await ledger.lastChangeAt(), clock));
  const makeChatPace = (rate: () => Rate): Pace => makePace('chat', rate);
  return {
    importPaceOf: importPaces(sharedQuota, (scope) =>
      makePace(scope, () => asked() ?? rateAt(requestsPerMinute, clock.now())),
    ),
    chatQuota: new ChatQuota(chatRequestsPerMinute, asked, makeChatPace, clock),
  };
}

async function routesOf(
  { plan, ledger }: Job,
  { routes = {} }: RunOptions,
  { importPaceOf, chatQuota }: Quotas,
): Promise<(kind: Kind) => Route> {
  if (!isRemoval(plan))
    return routesFor(routes, importPaceOf, chatQuota.sending, {
      ledger,
      isChanged: changedIn(plan),
    });
  const removed = await removedUsers(plan, ledger);
  const isRemovedUser = (uid: string): boolean => removed.has(uid);
  return (kind) => removalRoute(kind, chatQuota.sending, { isUndo: true, isRemovedUser });
}

/** Tells whether a plan changes a record that the app is known to hold. The ids of a kind are read at the first call for the kind. */
function changedIn(plan: Plan): (kind: Kind, id: string) => boolean {
  if (plan.rules.action === 'change') return () => true;
  const read = new Map<Kind, readonly (IdHashes | undefined)[]>();
  return (kind, id) => {
    if (!read.has(kind)) read.set(kind, [landedIds({ plan, kind }), repeatedIds({ plan, kind })]);
    return read.get(kind)!.some((ids) => ids?.has(id) === true);
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
 * Requests that an earlier run sent within the last minute count against the quota too. The earlier run may have sent its last
 * request after its last write, so that request is assumed to have left just now.
 */
function recentlySentAt(lastChangeAt: number | undefined, clock: Clock): number | undefined {
  return lastChangeAt !== undefined && clock.now() - lastChangeAt < 60_000
    ? clock.monotonicMs()
    : undefined;
}
