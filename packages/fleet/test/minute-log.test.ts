import { expect, test } from 'vitest';
import { takenLedger, testStore, withUsersPlan } from './support/test-stores.ts';

test('what several workers did in the same minute is kept beside each other', async () => {
  await using stored = await testStore();
  await withUsersPlan(async (plan) => {
    const ledger = await takenLedger(stored.store, plan);
    const minute = { minute: 29_000_000, kind: 'users', waitedMs: 0, why: null } as const;
    const latency = Array.from({ length: 41 }, () => 0);

    await ledger.addMinutes([
      { ...minute, records: 50, requests: 1, again: 0, quota: 60, latency },
      { ...minute, kind: 'messages', records: 1, requests: 2, again: 1, quota: null, latency },
    ]);
    await ledger.addMinutes([{ ...minute, records: 7, requests: 1, again: 0, quota: 30, latency }]);

    const rows = await stored.rows(
      `SELECT kind, sum(records)::int AS records, sum(requests)::int AS requests, max(quota) AS quota, max(latency) AS latency
       FROM chatferry.minute WHERE minute = 29000000 GROUP BY kind ORDER BY kind`,
    );
    const shown = JSON.stringify(latency);
    expect(rows).toEqual([
      { kind: 'messages', records: 1, requests: 2, quota: null, latency: shown },
      { kind: 'users', records: 57, requests: 2, quota: 60, latency: shown },
    ]);
  });
});
