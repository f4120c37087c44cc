import type { Kind } from '@chatferry/contract';

/** What one process did in one minute with records of one kind. Numbers of several rows of a minute are added. */
export interface MinuteRow {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly kind: Kind;
  /** Records that got their outcome. */
  readonly records: number;
  /** Requests that were answered or given up. */
  readonly requests: number;
  /** Requests for records that were sent before. */
  readonly again: number;
  /** Requests a minute that the latest request was paced by; `null`: any number, or there was no request. */
  readonly quota: number | null;
  /** Milliseconds in which the run waited for the operator, the service or the store, and sent nothing. */
  readonly waitedMs: number;
  /** The last reason to wait; `null`: the run did not wait. */
  readonly why: string | null;
  /** Number of answers by their time, one number for each of `LATENCY_BUCKETS`. */
  readonly latency: readonly number[];
}

const FIRST_MS = 5;
const FACTOR = 1.26;

/** Ranges of answer times. The first begins at 5 ms and includes all shorter times; each next begins at 1.26 times as much, the last at 52 s. */
export const LATENCY_BUCKETS = 41;

/** The range that an answer time is in, from 0. */
export function latencyBucket(answerMs: number): number {
  const bucket = Math.floor(Math.log(answerMs / FIRST_MS) / Math.log(FACTOR));
  return Math.min(Math.max(bucket, 0), LATENCY_BUCKETS - 1);
}

/**
 * The answer time that a share of the answers did not exceed, rounded up to the end of its range: at most 1.26 times too much.
 * `undefined` without answers.
 */
export function latencyPercentile(latency: readonly number[], share: number): number | undefined {
  const answers = latency.reduce((sum, each) => sum + each, 0);
  if (answers === 0) return undefined;
  const wanted = Math.ceil(answers * share);
  let seen = 0;
  const bucket = latency.findIndex((each) => (seen += each) >= wanted);
  return FIRST_MS * FACTOR ** (bucket + 1);
}
