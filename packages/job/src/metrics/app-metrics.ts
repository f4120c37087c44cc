import type { AnswerEvent } from '@chatferry/client';
import type { Rate } from '@chatferry/runner';
import type { Metrics } from './metrics.ts';
import { RecentRequests } from './recent-requests.ts';

/** The quota of an app, and the clock that its requests are counted by. */
export interface MeasuredApp {
  readonly app: string;
  /** The quota for imports that holds now. */
  readonly quota: () => Rate;
  /** Milliseconds on a clock that only goes forward. */
  readonly monotonicMs: () => number;
}

/** Counts the requests to one app. @returns a callback for each answer, for the client that makes the requests */
export function countAnswers(
  metrics: Metrics,
  { app, quota, monotonicMs }: MeasuredApp,
): (event: AnswerEvent) => void {
  const recent = new RecentRequests(monotonicMs);
  metrics.quotaShare.set({ app }, () => {
    const rate = quota();
    return typeof rate === 'number' && rate > 0 ? recent.count() / rate : undefined;
  });
  return ({ operation, status, error }) => {
    const answer = status === undefined ? (error ?? 'aborted') : String(status);
    metrics.requests.add({ app, answer });
    if (operation.startsWith('dataImport.')) recent.add();
  };
}
