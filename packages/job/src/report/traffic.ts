import { type Kind, kinds } from '@chatferry/contract';
import { latencyPercentile, type MinuteRow, type PastRun } from '@chatferry/runner';

/** The pace of a job, from its minutes. */
export interface TrafficFacts {
  readonly requests: number;
  /** Requests for records that were sent before. */
  readonly again: number;
  /** How the quota of the import endpoints was used while nothing waited; absent without a quota, or with too few minutes. */
  readonly quota?: { readonly perMinute: number; readonly usedPercent: number } | undefined;
  /** Answer times in milliseconds, to about a quarter; absent without answers. */
  readonly latency?: { readonly median: number; readonly of99: number } | undefined;
}

export function trafficFacts(minutes: readonly MinuteRow[]): TrafficFacts {
  const latency: number[] = [];
  let requests = 0;
  let again = 0;
  for (const row of minutes) {
    requests += row.requests;
    again += row.again;
    for (const [bucket, answers] of row.latency.entries())
      latency[bucket] = (latency[bucket] ?? 0) + answers;
  }
  const median = latencyPercentile(latency, 0.5);
  return {
    requests,
    again,
    quota: quotaOf(minutes),
    latency: median === undefined ? undefined : { median, of99: latencyPercentile(latency, 0.99)! },
  };
}

/** The first and the last minute of a kind are not whole. */
function quotaOf(minutes: readonly MinuteRow[]): TrafficFacts['quota'] {
  const whole = [...Map.groupBy(minutes, ({ kind }) => kind)]
    .filter(([kind]) => kinds[kind].routes.import !== undefined)
    .flatMap(([, rows]) => rows.slice(1, -1))
    .filter(({ quota, waitedMs }) => quota !== null && waitedMs === 0);
  const latest = whole.at(-1)?.quota;
  if (latest === undefined || latest === null) return undefined;
  const same = whole.filter(({ quota }) => quota === latest);
  const made = same.reduce((sum, { requests }) => sum + requests, 0);
  const usedPercent = Math.min(Math.floor((made / (same.length * latest)) * 100), 100);
  return { perMinute: latest, usedPercent };
}

/** A time in which nothing was sent. Times are milliseconds since 1970. */
export interface Pause {
  readonly from: number;
  readonly to: number;
  /** `no-run`, or why the run waited. */
  readonly why: string;
}

const MINUTE_MS = 60_000;
const WAITS_MS = 30_000;

/** The pauses of at least two minutes, in order. */
export function pausesOf(minutes: readonly MinuteRow[], history: readonly PastRun[]): Pause[] {
  const between = history.slice(1).map((run, index) => ({
    from: history[index]!.lastSeenAt,
    to: run.startedAt,
    why: 'no-run',
  }));
  const waits: { from: number; to: number; why: string }[] = [];
  for (const { minute, waitedMs, why } of minutes) {
    if (waitedMs < WAITS_MS) continue;
    const from = minute * MINUTE_MS;
    const last = waits.at(-1);
    if (last !== undefined && from <= last.to && last.why === why) last.to = from + MINUTE_MS;
    else waits.push({ from, to: from + MINUTE_MS, why: why ?? 'trouble' });
  }
  return [...between, ...waits]
    .filter(({ from, to }) => to - from >= 2 * MINUTE_MS)
    .toSorted((a, b) => a.from - b.from);
}

/** Which kind was sent when. */
export interface KindSpan {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

export function kindSpans(minutes: readonly MinuteRow[]): KindSpan[] {
  const spans: { kind: Kind; from: number; to: number }[] = [];
  const byMinute = Map.groupBy(minutes, ({ minute }) => minute);
  for (const [minute, rows] of byMinute) {
    const { kind } = rows.reduce((most, row) => (row.records > most.records ? row : most));
    const from = minute * MINUTE_MS;
    const last = spans.at(-1);
    if (last?.kind === kind && from - last.to < 2 * MINUTE_MS) last.to = from + MINUTE_MS;
    else spans.push({ kind, from, to: from + MINUTE_MS });
  }
  return spans;
}
