import { type Kind, kindsInOrder } from '@chatferry/contract';
import { readControl } from '../job/control.ts';
import { EvenPace } from '../pacing/even-pace.ts';
import { Gate } from '../pacing/gate.ts';
import { InFlight } from '../pacing/in-flight.ts';
import { ServiceHealth } from '../pacing/service-health.ts';
import { rateAt } from '../pacing/timetable.ts';
import { routesFor } from '../routes/routes-for.ts';
import type { Job } from '../job/job.ts';
import type { RunEvent } from '../run-event.ts';
import type { Rate, RunOptions } from '../run-options.ts';
import type { Halt } from './halt.ts';
import { Losses } from './losses.ts';
import { RequestSize } from './request-size.ts';
import type { SendPorts } from './send-ports.ts';
import { Witness } from './witness.ts';

/** About as many batches of a lane as it sends in a few hundredths of a second when nothing holds it up. */
const ANNOUNCED_AHEAD = 256;

/** What the smallest plan of the service allows its chat endpoints. Source: reference, rate limits. */
const CHAT_REQUESTS_PER_MINUTE = 500;

/** Puts together what the lanes of one run share. */
export function portsFor(
  job: Job,
  options: RunOptions,
  halt: Halt,
  tell: (event: RunEvent) => void,
): SendPorts {
  const { plan, ledger, clock, folder } = job;
  const { requestsPerMinute, chatRequestsPerMinute = CHAT_REQUESTS_PER_MINUTE } = options;
  const rate = (now: number): Rate => rateAt(requestsPerMinute, now);
  // With a quota there is time to wait for the disk before each request.
  const hasQuota = rate(clock.now()) !== 'unlimited';
  ledger.setDurability(hasQuota ? 'power-cut' : 'process-end');
  const counts = Object.values(ledger.counts);
  const lastSentAt = recentlySentAt(ledger.lastChangeAt, clock.now());
  const importPaceOf = importPaces(options.sharedQuota, () => new EvenPace(rate, lastSentAt));
  const chatPace = new EvenPace(() => chatRequestsPerMinute, lastSentAt);
  return {
    ...job,
    halt,
    tell,
    gate: new Gate({
      clock,
      control: () => (folder === undefined ? { paused: false } : readControl(folder)),
      tell,
    }),
    routeOf: routesFor(options.routes ?? {}, importPaceOf, chatPace),
    announceAhead: hasQuota ? 0 : ANNOUNCED_AHEAD,
    inFlight: new InFlight(options.concurrency, (concurrency) =>
      tell({ type: 'concurrency-changed', concurrency }),
    ),
    health: new ServiceHealth(options.giveUpAfterMs),
    witness: new Witness(plan, ledger),
    requestSize: new RequestSize(),
    losses: new Losses(
      counts.reduce((sum, { failed }) => sum + failed, 0),
      kindsInOrder.reduce((sum, kind) => sum + plan.summary.kinds[kind].planned, 0),
      options.maxFailures,
    ),
  };
}

/** One pace for all import endpoints, or one for each. */
function importPaces(isShared: boolean, make: () => EvenPace): (kind: Kind) => EvenPace {
  const shared = make();
  const own = new Map(kindsInOrder.map((kind) => [kind, make()]));
  return (kind) => (isShared ? shared : own.get(kind)!);
}

/**
 * What an earlier run sent within the last minute counts against the quota too. It may have sent its last request
 * after it last wrote, so that request is taken to have left just now.
 */
function recentlySentAt(lastChangeAt: number | undefined, now: number): number | undefined {
  return lastChangeAt !== undefined && now - lastChangeAt < 60_000 ? now : undefined;
}
