import { type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import {
  changedCounts,
  noOutcomes,
  type KindCounts,
  type Rate,
  type RunEvent,
  type Trouble,
} from '@chatferry/runner';
import { Pace } from './pace.ts';
import { type LatencyFacts, RecentLatency } from './recent-latency.ts';

const MINUTE_MS = 60_000;

/** Progress of one kind. */
export interface KindProgress {
  readonly planned: number;
  /** Requests of the plan; 0 where that is not known. */
  readonly batches: number;
  readonly counts: KindCounts;
  /** Codes of the records that failed, each once; of this process. */
  readonly failedCodes: readonly string[];
  readonly state: 'waiting' | 'sending' | 'done';
  /** When the first record of the kind was sent. */
  readonly startedAt: number;
}

/** The quota of a kind, in requests a minute. */
export type QuotaOf = (kind: Kind) => Rate;

/** One trouble, or several with the same code. Times are milliseconds since 1970. */
interface RecentTrouble {
  readonly code: string;
  readonly message: string;
  readonly since: number;
  readonly at: number;
  /** Requests that were sent again because of it. */
  readonly again: number;
}

/** The state of a run, derived from its events. Times are milliseconds since 1970. */
export class Progress {
  readonly kinds: Record<Kind, KindProgress>;
  pace: Pace;
  /** Why the run is waiting. */
  waiting: Extract<RunEvent, { type: 'waiting' }> | undefined;
  waitingSince: number | undefined;
  /** Code of the latest trouble, until a batch is settled. */
  trouble: string | undefined;
  /** The rate that was set during the run, if there is one. */
  rate: Rate | undefined;
  readonly startedAt: number;
  /** Whether the latest kind that was begun is sent to the chat API. */
  isAtChat = false;
  /** Requests that were sent again. */
  again = 0;
  /** The latest trouble, which stays. */
  lastTrouble: RecentTrouble | undefined;
  /** When the rate was set. */
  rateSince: number | undefined;
  /** Requests in flight when a batch was settled last. */
  inFlight: number | undefined;
  readonly #latency: RecentLatency;

  constructor(
    planned: Readonly<Record<Kind, { readonly planned: number; readonly batches?: number }>>,
    now: number,
  ) {
    this.pace = new Pace(now);
    this.startedAt = now;
    this.#latency = new RecentLatency();
    this.kinds = Object.fromEntries(
      kindsInOrder.map((kind): [Kind, KindProgress] => {
        const total = planned[kind].planned;
        return [
          kind,
          {
            planned: total,
            batches: planned[kind].batches ?? 0,
            counts: { ...noOutcomes, pending: total },
            failedCodes: [],
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
        this.isAtChat = !isImported(event.kind);
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
        this.#takeTrouble(event.trouble, event.type === 'retrying' ? 1 : 0, now);
        return;
      case 'rate-changed':
        this.rate = event.requestsPerMinute;
        this.rateSince = now;
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

  /** Milliseconds until the run has ended; undefined while that is not known. */
  remainingMs(now: number, quotaOf: QuotaOf): number | undefined {
    const left = kindsInOrder.map((kind) => this.remainingOf(kind, now, quotaOf));
    return left.includes(undefined) ? undefined : left.reduce<number>((sum, ms) => sum + ms!, 0);
  }

  /**
   * Milliseconds until all records of the kind are settled; undefined while that is not known. The plan's requests that are
   * left are counted at the measured rate, or at the quota if the quota is lower. Before there is a measurement, and after a change
   * of the quota, they are counted at the quota.
   */
  remainingOf(kind: Kind, now: number, quotaOf: QuotaOf): number | undefined {
    const { pending } = this.kinds[kind].counts;
    if (pending === 0) return 0;
    const requests = this.#requestsLeft(kind);
    const records = this.pace.isMeasured(now) ? this.pace.recordsPerMinute(now) : 0;
    const perMinute = this.#requestsPerMinute(kind, now, quotaOf(kind));
    if (requests > 0 && perMinute > 0) return (requests / perMinute) * MINUTE_MS;
    return records === 0 ? undefined : (pending / records) * MINUTE_MS;
  }

  /** Requests a minute for a kind: as measured, if the kind that is being sent has the same endpoint, and never above its quota. */
  #requestsPerMinute(kind: Kind, now: number, quota: Rate): number {
    const sent = kindsInOrder.find((each) => this.kinds[each].state === 'sending');
    const isLikeSent = sent === undefined || isImported(sent) === isImported(kind);
    const measured = isLikeSent && this.pace.isMeasured(now) ? this.pace.requestsPerMinute(now) : 0;
    if (quota === 'unlimited') return measured;
    return measured === 0 ? quota : Math.min(measured, quota);
  }

  #requestsLeft(kind: Kind): number {
    const { planned, batches, counts } = this.kinds[kind];
    return planned === 0 ? 0 : (batches * counts.pending) / planned;
  }

  /**
   * Requests a minute; undefined until that is reliable. The result never exceeds the quota, because the run does not.
   * A short measurement can: it counts the first request without a pause before it, and all requests of a batch at its end.
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

  /** Records of a kind in a minute: as measured, or as many as the quota allows; undefined while neither is known. */
  recordsPerMinute(kind: Kind, now: number, quotaOf: QuotaOf): number | undefined {
    const { startedAt, counts } = this.kinds[kind];
    const measured = this.pace.recordsOfKindPerMinute(now, kind, startedAt);
    if (measured > 0 && this.pace.isMeasured(now)) return measured;
    const remainingMs = this.remainingOf(kind, now, quotaOf);
    return remainingMs === undefined || remainingMs === 0 || this.#requestsLeft(kind) === 0
      ? undefined
      : (counts.pending / remainingMs) * MINUTE_MS;
  }

  /** Troubles with the same code count as one, until a minute passes without any. */
  #takeTrouble({ code, message }: Trouble, again: number, now: number): void {
    const last = this.lastTrouble;
    const isSame = last?.code === code && (this.trouble !== undefined || now - last.at < MINUTE_MS);
    this.lastTrouble = {
      code,
      message,
      since: isSame ? last.since : now,
      at: now,
      again: again + (isSame ? last.again : 0),
    };
    this.trouble = code;
    this.again += again;
  }

  #settle(event: Extract<RunEvent, { type: 'batch-settled' }>, now: number): void {
    const { kind, change, records, requests, inFlight } = event;
    const before = this.kinds[kind];
    const failedCodes = [...new Set([...before.failedCodes, ...(event.failedCodes ?? [])])];
    this.#update(kind, { counts: changedCounts(before.counts, change), failedCodes });
    this.pace.add(kind, records, requests, now);
    if (event.answerMs > 0) this.#latency.add(event.answerMs, now);
    this.inFlight = inFlight;
    this.trouble = undefined;
  }

  #update(kind: Kind, change: Partial<KindProgress>): void {
    this.kinds[kind] = { ...this.kinds[kind], ...change };
  }
}

/** Whether a kind is sent to the import endpoints, which have a quota of their own. */
export function isImported(kind: Kind): boolean {
  return kinds[kind].routes.import !== undefined;
}
