import { type Kind, kinds, kindsInOrder, limits } from '@chatferry/contract';
import {
  changedCounts,
  noOutcomes,
  type KindCounts,
  type Rate,
  type RunEvent,
} from '@chatferry/runner';
import { Pace } from './pace.ts';
import { type LatencyFacts, RecentLatency } from './recent-latency.ts';

/** Progress of one kind. */
export interface KindProgress {
  readonly planned: number;
  /** Requests of the plan; 0 where that is not known. */
  readonly batches: number;
  readonly counts: KindCounts;
  readonly state: 'waiting' | 'sending' | 'done';
  /** When the first record of the kind was sent. */
  readonly startedAt: number;
}

/** The state of a run, derived from its events. Times are milliseconds since 1970. */
export class Progress {
  readonly kinds: Record<Kind, KindProgress>;
  pace: Pace;
  /** Why the run is waiting. */
  waiting: Extract<RunEvent, { type: 'waiting' }> | undefined;
  waitingSince: number | undefined;
  /** The latest trouble, until a batch is settled. */
  trouble: string | undefined;
  /** The rate that was set during the run, if there is one. */
  rate: Rate | undefined;
  readonly startedAt: number;
  /** Requests that were sent again. */
  again = 0;
  /** The latest trouble, which stays. */
  lastTrouble: { readonly code: string; readonly message: string; readonly at: number } | undefined;
  readonly #latency: RecentLatency;

  constructor(
    planned: Readonly<Record<Kind, { readonly planned: number; readonly batches?: number }>>,
    now: number,
  ) {
    this.pace = new Pace(now);
    this.startedAt = now;
    this.#latency = new RecentLatency();
    this.kinds = Object.fromEntries(
      kindsInOrder.map((kind) => {
        const total = planned[kind].planned;
        return [
          kind,
          {
            planned: total,
            batches: planned[kind].batches ?? 0,
            counts: { ...noOutcomes, pending: total },
            state: 'waiting',
            startedAt: now,
          },
        ];
      }),
    ) as Record<Kind, KindProgress>;
  }

  take(event: RunEvent, now: number): void {
    switch (event.type) {
      case 'started':
      case 'stopped':
      case 'finished':
        for (const kind of kindsInOrder) this.#update(kind, { counts: event.counts[kind] });
        return;
      case 'kind-started':
        this.#update(event.kind, { counts: event.counts, state: 'sending', startedAt: now });
        return;
      case 'kind-finished':
        this.#update(event.kind, { counts: event.counts, state: 'done' });
        return;
      case 'batch-settled':
        this.#settle(event, now);
        return;
      case 'waiting':
        if (this.waiting?.why !== event.why) this.waitingSince = now;
        this.waiting = event;
        return;
      case 'going-on':
        this.waiting = undefined;
        this.waitingSince = undefined;
        return;
      case 'retrying':
      case 'split':
        this.trouble = `${event.trouble.code}: ${event.trouble.message}`;
        this.lastTrouble = { ...event.trouble, at: now };
        if (event.type === 'retrying') this.again++;
        return;
      case 'rate-changed':
        this.rate = event.requestsPerMinute;
        this.pace = new Pace(now); // Earlier requests do not predict the new rate.
        return;
      case 'preflight-started':
      case 'preflight-finished':
      case 'users-reactivated':
      case 'kind-compared':
      case 'entries-skipped':
      case 'rate-limited':
      case 'slot-late':
      case 'deprecated':
      case 'concurrency-changed':
    }
  }

  /** Milliseconds until all records are settled at the recent rate; undefined until that is reliable. */
  remainingMs(now: number, kind?: Kind): number | undefined {
    const wanted = kind === undefined ? kindsInOrder : [kind];
    const pending = wanted.reduce((sum, each) => sum + this.kinds[each].counts.pending, 0);
    const perMinute = this.pace.recordsPerMinute(now);
    return perMinute === 0 || !this.pace.isMeasured(now)
      ? undefined
      : (pending / perMinute) * 60_000;
  }

  /**
   * When the run is expected to end, and whether that is measured: before there is a measurement, and after the quota was changed, the
   * requests of the plan that are left are counted at the quota. Undefined without a quota until it is measured.
   */
  end(now: number, quota: Rate): { readonly at: number; readonly isMeasured: boolean } | undefined {
    const measured = this.remainingMs(now);
    if (measured !== undefined) return { at: now + measured, isMeasured: true };
    if (quota === 'unlimited' || quota === 0) return undefined;
    const minutes = kindsInOrder.reduce(
      (sum, kind) => sum + this.#requestsLeft(kind) / quotaOf(kind, quota),
      0,
    );
    return minutes === 0 ? undefined : { at: now + minutes * 60_000, isMeasured: false };
  }

  #requestsLeft(kind: Kind): number {
    const { planned, batches, counts } = this.kinds[kind];
    return planned === 0 ? 0 : (batches * counts.pending) / planned;
  }

  /**
   * Requests in a minute; undefined until that is reliable. The result never exceeds the quota, as the run does not.
   * A short measurement may: it counts the first request without a pause before it, and all requests of a batch at its end.
   */
  requestsPerMinute(now: number, quota: Rate): number | undefined {
    if (!this.pace.isMeasured(now)) return undefined;
    const measured = this.pace.requestsPerMinute(now);
    return quota === 'unlimited' ? measured : Math.min(measured, quota);
  }

  /** Records in a second, of all kinds; undefined until that is reliable. */
  recordsPerSecond(now: number): number | undefined {
    return this.pace.isMeasured(now) ? this.pace.recordsPerMinute(now) / 60 : undefined;
  }

  /** How long the answers of the last minutes took; undefined without any. */
  latency(now: number): LatencyFacts | undefined {
    return this.#latency.facts(now);
  }

  /** Records of a kind in a minute; undefined until that is reliable. */
  recordsPerMinute(now: number, kind: Kind): number | undefined {
    const { startedAt } = this.kinds[kind];
    const perMinute = this.pace.recordsOfKindPerMinute(now, kind, startedAt);
    return perMinute === 0 || !this.pace.isMeasured(now) ? undefined : perMinute;
  }

  #settle(event: Extract<RunEvent, { type: 'batch-settled' }>, now: number): void {
    const { kind, change, records, requests } = event;
    this.#update(kind, { counts: changedCounts(this.kinds[kind].counts, change) });
    this.pace.add(kind, records, requests, now);
    if (event.answerMs > 0) this.#latency.add(event.answerMs, now);
    this.trouble = undefined;
  }

  #update(kind: Kind, change: Partial<KindProgress>): void {
    this.kinds[kind] = { ...this.kinds[kind], ...change };
  }
}

/** A quota that the operator sets holds for every request; kinds without an import endpoint also have that of the chat API. */
function quotaOf(kind: Kind, quota: number): number {
  return kinds[kind].routes.import === undefined
    ? Math.min(quota, limits.coreRequestsPerMinute)
    : quota;
}
