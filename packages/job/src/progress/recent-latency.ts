import { LATENCY_BUCKETS, latencyBucket, latencyPercentile } from '@chatferry/runner';

/** Length of the measured window. */
const WINDOW_MS = 300_000;
/** The number of parts in the measured window, of which the oldest is dropped. */
const PARTS = 10;

/** How long answers took, in milliseconds, exact to about a quarter. */
export interface LatencyFacts {
  readonly medianMs: number;
  readonly of99Ms: number;
}

/** Counts the answer times of the last minutes in the ranges of `MinuteRow`. */
export class RecentLatency {
  #parts: { readonly at: number; readonly counts: number[] }[] = [];

  add(answerMs: number, now: number): void {
    const at = Math.floor((now / WINDOW_MS) * PARTS);
    let part = this.#parts.at(-1);
    if (part?.at !== at) {
      part = { at, counts: Array.from({ length: LATENCY_BUCKETS }, () => 0) };
      this.#parts = [...this.#parts.filter((each) => each.at > at - PARTS), part];
    }
    part.counts[latencyBucket(answerMs)]!++;
  }

  facts(now: number): LatencyFacts | undefined {
    const from = Math.floor((now / WINDOW_MS) * PARTS) - PARTS;
    const sums = Array.from({ length: LATENCY_BUCKETS }, () => 0);
    for (const { at, counts } of this.#parts)
      if (at > from) for (const [bucket, count] of counts.entries()) sums[bucket]! += count;
    const medianMs = latencyPercentile(sums, 0.5);
    return medianMs === undefined
      ? undefined
      : { medianMs, of99Ms: latencyPercentile(sums, 0.99)! };
  }
}
