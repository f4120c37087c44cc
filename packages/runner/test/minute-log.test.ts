import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { latencyBucket } from '../src/ledger/minute-row.ts';
import { ManualClock } from './support/manual-clock.ts';
import { type Rig, startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

interface StoredMinute {
  readonly minute: number;
  readonly kind: string;
  readonly records: number;
  readonly requests: number;
  readonly again: number;
  readonly quota: number | null;
  readonly waited_ms: number;
  readonly why: string | null;
  readonly latency: readonly number[];
}

function minutesIn({ ledgerPath }: Rig): StoredMinute[] {
  using db = new DatabaseSync(ledgerPath, { readOnly: true });
  const rows = db.prepare('SELECT * FROM minutes ORDER BY minute, rowid').all();
  return rows.map((row) => ({ ...row, latency: JSON.parse(row['latency'] as string) }) as never);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

test('the ledger has what was done in each minute: records, requests, answers by their time, and waits', async () => {
  const clock = new ManualClock(1_789_000_000_000);
  await using rig = await startRig(
    { users: users(150) },
    { clock, recordsPerRequest: 1, lanes: 1, service: { now: () => clock.now() } },
  );
  rig.service.setFaults([
    { fault: 'rate-limit', seconds: 90, tells: 'retry-after', when: { nth: 70 } },
    { fault: 'status-before', status: 502, when: { nth: 90 } },
  ]);

  await rig.run({ requestsPerMinute: 60, giveUpAfterMs: 3_600_000 });

  const minutes = minutesIn(rig);
  const sent = rig.sends().map(({ at }) => Math.floor(at / 60_000));
  expect(new Set(minutes.map(({ kind }) => kind))).toEqual(new Set(['users']));
  expect(sum(minutes.map(({ records }) => records))).toBe(150);
  expect(sum(minutes.map(({ requests }) => requests))).toBe(152);
  expect(sum(minutes.map(({ again }) => again))).toBe(1);
  expect(minutes.filter(({ requests }) => requests > 0).map(({ minute }) => minute)).toEqual([
    ...new Set(sent),
  ]);
  for (const { requests, latency, quota } of minutes) {
    expect([sum(latency), latency.length]).toEqual([requests, 41]);
    expect(quota).toBe(requests === 0 ? null : 60);
  }
  const waits = minutes.filter(({ why }) => why === 'rate-limited');
  expect(waits.length).toBeGreaterThanOrEqual(2);
  expect(Math.abs(sum(waits.map((each) => each.waited_ms)) - 90_000)).toBeLessThan(2000);
  expect(Math.max(...minutes.map((each) => each.waited_ms))).toBeLessThanOrEqual(60_000);
});

test('a minute is written when it is over, in one commit, and only the last one is lost with a killed process', async () => {
  const clock = new ManualClock(1_789_000_000_000);
  await using rig = await startRig(
    { users: users(130) },
    { clock, recordsPerRequest: 1, lanes: 1, service: { now: () => clock.now() } },
  );
  let settled = 0;
  let written: StoredMinute[] = [];

  await rig.run(
    { requestsPerMinute: 60 },
    {
      onEvent: ({ type }) => {
        if (type !== 'batch-settled' || ++settled < 130) return;
        written = minutesIn(rig);
      },
    },
  );

  const minutes = minutesIn(rig);
  const last = minutes.at(-1)!.minute;
  expect(minutes.map(({ minute }) => minute)).toEqual([last - 2, last - 1, last]);
  expect(written).toEqual(minutes.slice(0, -1));
});

test.each([
  [0, 0],
  [6.2, 0],
  [6.4, 1],
  [51_000, 39],
  [52_000, 40],
  [3_600_000, 40],
])('an answer after %d ms is in range %d', (answerMs, bucket) => {
  expect(latencyBucket(answerMs)).toBe(bucket);
});
