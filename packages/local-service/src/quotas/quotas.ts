import { counted, limits, type Operation } from '@chatferry/contract';
import type { LocalServiceOptions } from '../options/options.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import { FixedWindow } from './fixed-window.ts';
import type { Admission, RequestWindow, WindowKind } from '../options/request-window.ts';
import { SlidingWindow } from './sliding-window.ts';

/** A request over a budget. */
export class TooManyRequests extends ServiceProblem {
  readonly retryAfterSeconds: number;
  /** The budgets of the request, for the answer's headers; absent when a user's budget is used up. */
  readonly spent: Spent | undefined;

  constructor({ limit, freeAtMs }: Admission, nowMs: number, spent?: Spent) {
    const seconds = Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000));
    super(
      'ERR_TOO_MANY_REQUESTS',
      `More than ${limit} requests in a minute. Please try again in ${counted(seconds, 'second')}.`,
    );
    this.retryAfterSeconds = seconds;
    this.spent = spent;
  }
}

/** The two budgets that a request counts in. */
export interface Spent {
  readonly operation: Admission;
  readonly app: Admission;
}

type Limit = number | 'unlimited';
type QuotaOptions = Pick<
  LocalServiceOptions,
  | 'importRequestsPerMinute'
  | 'importQuota'
  | 'requestsPerMinute'
  | 'appRequestsPerMinute'
  | 'sendsPerMinute'
>;

/** The budgets of the app: one for all requests, budgets for operations, and for each user budgets for sends and unread marks. */
export class Quotas {
  readonly #windows = new Map<string, RequestWindow>();
  readonly #kind: WindowKind;
  readonly #options: QuotaOptions;
  readonly #now: () => number;

  constructor(kind: WindowKind, options: QuotaOptions, now: () => number) {
    this.#kind = kind;
    this.#options = options;
    this.#now = now;
  }

  /** Counts a request of an operation. `undefined` when its budget has no limit. @throws {TooManyRequests} */
  spend(name: string, { budget }: Pick<Operation, 'budget'>): Spent | undefined {
    const nowMs = this.#now();
    const operation = this.#takeOf(name, budget, nowMs);
    if (operation === undefined) return undefined;
    const { appRequestsPerMinute = limits.appRequestsPerMinute } = this.#options;
    const app = this.#windowOf('app', appRequestsPerMinute).take(nowMs);
    const spent = { operation, app };
    for (const admission of [operation, app])
      if (!admission.admitted) throw new TooManyRequests(admission, nowMs, spent);
    return spent;
  }

  /** Counts a sent message of a user. @throws {TooManyRequests} */
  spendSend(uid: string): void {
    this.#takeOfUser(`send ${uid}`, this.#options.sendsPerMinute ?? limits.liveMessagesPerMinute);
  }

  /** Counts a user marking a conversation as unread. @throws {TooManyRequests} */
  spendUnread(uid: string): void {
    this.#takeOfUser(`unread ${uid}`, UNREAD_MARKS_PER_USER);
  }

  #takeOf(name: string, budget: Operation['budget'], nowMs: number): Admission | undefined {
    const { importRequestsPerMinute, importQuota, requestsPerMinute } = this.#options;
    switch (budget) {
      case 'import':
        return this.#take(
          importQuota === 'per-operation' ? name : 'import',
          importRequestsPerMinute ?? limits.importRequestsPerMinute,
          nowMs,
        );
      case 'core':
        // In recorded answers each core operation has a counter. The reference has one counter for all, which is stricter.
        return this.#take(
          this.#kind === 'fixed' ? name : 'core',
          requestsPerMinute ?? limits.coreRequestsPerMinute,
          nowMs,
        );
      case 'standard':
        return this.#take('standard', requestsPerMinute ?? limits.standardRequestsPerMinute, nowMs);
    }
  }

  #takeOfUser(name: string, limit: Limit): void {
    const nowMs = this.#now();
    const admission = this.#take(name, limit, nowMs);
    if (admission?.admitted === false) throw new TooManyRequests(admission, nowMs);
  }

  #take(name: string, limit: Limit, nowMs: number): Admission | undefined {
    return limit === 'unlimited' ? undefined : this.#windowOf(name, limit).take(nowMs);
  }

  #windowOf(name: string, limit: number): RequestWindow {
    let window = this.#windows.get(name);
    if (window === undefined) {
      window = this.#kind === 'fixed' ? new FixedWindow(limit) : new SlidingWindow(limit);
      this.#windows.set(name, window);
    }
    return window;
  }
}

/** Per minute. Source: rate limits of the reference. */
const UNREAD_MARKS_PER_USER = 5;
