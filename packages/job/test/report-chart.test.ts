import {
  LATENCY_BUCKETS,
  latencyBucket,
  latencyPercentile,
  type MinuteRow,
} from '@chatferry/runner';
import { expect, test } from 'vitest';
import { settledChart } from '../src/report/chart.ts';
import { pausesOf, trafficFacts } from '../src/report/traffic.ts';
import { share } from '../src/report/words.ts';
import { localMinute, offsetMs } from '../src/wording/local-time.ts';

const ten = Date.parse('2026-01-01T10:00:00Z');
const MINUTE_MS = 60_000;

/** A minute after ten o'clock, in which 60 of 60 possible requests were answered in 200 ms. */
function minute(after: number, given: Partial<MinuteRow> = {}): MinuteRow {
  const latency = Array.from({ length: LATENCY_BUCKETS }, () => 0);
  latency[latencyBucket(200)] = 60;
  return {
    minute: ten / MINUTE_MS + after,
    kind: 'messages',
    records: 10,
    requests: 60,
    again: 0,
    quota: 60,
    waitedMs: 0,
    why: null,
    latency,
    ...given,
  };
}

/** Twenty minutes of users, a gap of ten, twenty of messages of which the service was away for three. */
const night: readonly MinuteRow[] = [
  ...Array.from({ length: 20 }, (_, at) => minute(at, { kind: 'users' })),
  ...Array.from({ length: 20 }, (_, at) =>
    minute(30 + at, at >= 5 && at < 8 ? { records: 0, waitedMs: MINUTE_MS, why: 'trouble' } : {}),
  ),
];
const run = { end: 'finished', reason: undefined, requests: 1 } as const;
const at = (minutes: number): number => ten + minutes * MINUTE_MS;
const history = [
  { ...run, number: 1, startedAt: at(0), endedAt: at(20), lastSeenAt: at(20) },
  { ...run, number: 2, startedAt: at(30), endedAt: at(50), lastSeenAt: at(50) },
];

test('the line of the chart rises with the settled records, and is level while nothing is sent', () => {
  const { source } = settledChart({ minutes: night, history, planned: 370, timeZone: 'UTC' })!;
  const [, line] = /<path d="M([^"]*)" class="line">/.exec(source)!;
  const points = line!.split(' L').map((point) => point.split(' ').map(Number));

  expect(points[0]).toEqual([44, 132]);
  expect(points.at(-1)).toEqual([712, 14]);
  expect(points).toEqual(points.toSorted(([a = 0], [b = 0]) => a - b));
  expect(points).toEqual(points.toSorted(([, a = 0], [, b = 0]) => b - a));
  const inGap = points.filter(
    ([x]) => x! >= 44 + (668 * 20) / 50 - 0.1 && x! <= 44 + (668 * 30) / 50 + 0.1,
  );
  expect(new Set(inGap.map(([, y]) => y)).size).toBe(1);
});

test('pauses have numbers, which the caption and the description explain', () => {
  const { source } = settledChart({ minutes: night, history, planned: 370, timeZone: 'UTC' })!;
  const caption = /<figcaption>(.*?)<\/figcaption>/s
    .exec(source)![1]!
    .replaceAll(/<[^>]*>|\s+/g, ' ');

  expect(pausesOf(night, history)).toEqual([
    { from: at(20), to: at(30), why: 'no-run' },
    { from: at(35), to: at(38), why: 'trouble' },
  ]);
  expect(caption.replaceAll(/ +/g, ' ')).toContain(
    '1 No run was in progress for 10 min. 2 The service did not answer, or failed for everything for 3 min.',
  );
  expect(source.match(/class="pause"/g)).toHaveLength(2);
  expect(source).toContain('with 2 pauses.');
});

test('times of the chart are at round times of the zone', () => {
  const { source } = settledChart({
    minutes: night,
    history,
    planned: 370,
    timeZone: 'Asia/Kolkata',
  })!;
  const texts = [...source.matchAll(/y="149"[^>]*>([^<]*)</g)].map(([, text]) => text);

  expect(texts).toEqual(['15:30', '15:40', '15:50', '16:00', '16:10', '16:20']);
  expect(localMinute(ten, 'Asia/Kolkata')).toBe('2026-01-01 15:30');
  expect(offsetMs(ten, 'Asia/Kolkata')).toBe(5.5 * 60 * MINUTE_MS);
  expect(offsetMs(ten, 'America/New_York')).toBe(-5 * 60 * MINUTE_MS);
});

function chart(minutes: readonly MinuteRow[]): string | undefined {
  return settledChart({ minutes, history: [], planned: 100_800, timeZone: 'UTC' })?.source;
}

test('a job of some minutes has no chart, and one of a week has at most some hundred points', () => {
  const week = Array.from({ length: 10_080 }, (_, after) => minute(after));

  expect(chart(week.slice(0, 5))).toBeUndefined();
  expect(chart([])).toBeUndefined();
  expect(chart(week)!.length).toBeLessThan(30_000);
});

test('the share of the quota counts whole minutes without a wait, and answer times are right to a quarter', () => {
  const facts = trafficFacts([...night, minute(50, { requests: 1 })]);

  expect(facts.quota).toEqual({ perMinute: 60, usedPercent: 100 });
  expect(facts.latency!.median).toBeGreaterThanOrEqual(200);
  expect(facts.latency!.median).toBeLessThan(200 * 1.26);
  expect(trafficFacts([]).latency).toBeUndefined();
  expect(trafficFacts(night.map((row) => ({ ...row, quota: null }))).quota).toBeUndefined();
  expect(latencyPercentile([1, 0, 99], 0.01)).toBeLessThan(latencyPercentile([1, 0, 99], 0.02)!);
});

test.each([
  [1, 3, 'there', '33.33 %'],
  [353, 1000, 'there', '35.30 %'],
  [1, 3, 'lacking', '33.34 %'],
  [1, 1_000_000, 'there', '0.01 %'],
  [1, 1_000_000, 'lacking', '0.01 %'],
  [999_999, 1_000_000, 'there', '99.99 %'],
  [999_999, 1_000_000, 'lacking', '99.99 %'],
  [3, 15, 'there', '20 %'],
  [0, 7, 'lacking', '0 %'],
  [7, 7, 'there', '100 %'],
] as const)('%i of %i that is %s is %s', (part, whole, is, expected) => {
  expect(share(part, whole, is)).toBe(expected);
});
