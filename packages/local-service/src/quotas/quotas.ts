import { limits, type Operation } from '@chatferry/contract';
import type { LocalServiceOptions } from '../options.ts';
import { ServiceProblem } from '../service-problem.ts';
import { type Admission, SlidingWindow } from './sliding-window.ts';

/** A request over a budget; contains the values for the answer's headers. */
export class TooManyRequests extends ServiceProblem {
  readonly admission: Admission;
  readonly retryAfterSeconds: number;

  constructor(admission: Admission, nowMs: number) {
    const seconds = Math.max(1, Math.ceil((admission.freeAtMs - nowMs) / 1000));
    super(
      'ERR_TOO_MANY_REQUESTS',
      `More than ${admission.limit} requests in a minute. Please retry for seconds after ${seconds}.`,
    );
    this.admission = admission;
    this.retryAfterSeconds = seconds;
  }
}

type Limit = number | 'unlimited';
type QuotaOptions = Pick<
  LocalServiceOptions,
  'importRequestsPerMinute' | 'importQuota' | 'requestsPerMinute' | 'sendsPerMinute'
>;

/** The budgets of the app: import, core and standard requests, and for each user sends and unread marks. */
export class Quotas {
  readonly #windows = new Map<string, SlidingWindow>();
  readonly #options: QuotaOptions;
  readonly #now: () => number;

  constructor(options: QuotaOptions, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  /** Counts a request of an operation. `undefined` when its budget has no limit. @throws {TooManyRequests} */
  spend(name: string, { budget }: Pick<Operation, 'budget'>): Admission | undefined {
    const { importRequestsPerMinute, importQuota, requestsPerMinute } = this.#options;
    switch (budget) {
      case 'import':
        return this.#take(
          importQuota === 'per-operation' ? name : 'import',
          importRequestsPerMinute ?? limits.importRequestsPerMinute,
        );
      case 'core':
        return this.#take('core', requestsPerMinute ?? limits.coreRequestsPerMinute);
      case 'standard':
        return this.#take('standard', requestsPerMinute ?? limits.standardRequestsPerMinute);
    }
  }

  /** Counts a message that a user sends. @throws {TooManyRequests} */
  spendSend(uid: string): void {
    this.#take(`send ${uid}`, this.#options.sendsPerMinute ?? SENDS_PER_USER);
  }

  /** Counts a user marking a conversation as unread. @throws {TooManyRequests} */
  spendUnread(uid: string): void {
    this.#take(`unread ${uid}`, UNREAD_MARKS_PER_USER);
  }

  #take(name: string, limit: Limit): Admission | undefined {
    if (limit === 'unlimited') return undefined;
    let window = this.#windows.get(name);
    if (window === undefined) {
      window = new SlidingWindow(limit);
      this.#windows.set(name, window);
    }
    const nowMs = this.#now();
    const admission = window.take(nowMs);
    if (!admission.admitted) throw new TooManyRequests(admission, nowMs);
    return admission;
  }
}

/** Per minute. Source: rate limits of the reference. */
const SENDS_PER_USER = 30;
const UNREAD_MARKS_PER_USER = 5;
