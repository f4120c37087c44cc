import { createClient, systemClock } from '@chatferry/client';
import { expect, test } from 'vitest';
import { openLedger, run, type RunEvent } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { quick, type Rig, somewhere, startRig } from './support/rig.ts';
import { town, users } from './support/rows.ts';

async function startTown(clock: ManualClock, requestsPerMinute?: number): Promise<Rig> {
  const quota = requestsPerMinute === undefined ? {} : { requestsPerMinute };
  return startRig(town(3, 6), { clock, service: { now: () => clock.now(), ...quota } });
}

/** Milliseconds between requests that read a list. */
function gaps({ service }: Rig, list = /list/): number[] {
  const times = service.requests.filter(({ operation = '' }) => list.test(operation));
  return times.slice(1).map(({ at }, index) => at - times[index]!.at);
}

test('a list is read again after the wait that a 429 asks for, and the other processes of the app wait as long', async () => {
  await using rig = await startTown(new ManualClock());
  rig.service.setFaults([
    { fault: 'rate-limit', seconds: 40, operation: 'users.list', when: { nth: 1 } },
  ]);

  const holds: number[] = [];

  const { result } = await rig.run({}, { hold: (forMs) => holds.push(forMs) });

  expect(holds).toEqual([40_000]);
  expect(gaps(rig, /users.list/)[0]).toBeGreaterThanOrEqual(39_000);
  expect(result?.end).toBe('finished');
});

test('a list is read again after the wait that a 503 asks for', async () => {
  const clock = new ManualClock();
  await using rig = await startTown(clock);
  const readAt: number[] = [];
  const unready = { status: 503, headers: { 'retry-after': '40' }, body: {} };
  await using front = await startFront(
    rig.service,
    () => 'pass',
    (path) => (readAt.push(clock.now()) === 1 ? unready : path),
  );

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(readAt[1]! - readAt[0]!).toBeGreaterThanOrEqual(40_000);
  expect(result?.end).toBe('finished');
});

test('a list that fails again and again is read after waits that double', async () => {
  await using rig = await startTown(new ManualClock());
  rig.service.setFaults([
    { fault: 'status-before', operation: 'users.list', when: { from: 1, to: 3 } },
  ]);

  const { result } = await rig.run();

  const [first, ...more] = gaps(rig, /users.list/).map((ms) => Math.round(ms / 50) * 50);
  expect(more.slice(0, 2)).toEqual([2 * first!, 4 * first!]);
  expect(result?.end).toBe('finished');
});

test('a limit that the answer with a list reports holds for the next list', async () => {
  await using rig = await startTown(new ManualClock(), 60);

  const { result } = await rig.run();

  expect(gaps(rig)).toHaveLength(2);
  expect(Math.min(...gaps(rig))).toBeGreaterThanOrEqual(900);
  expect(result?.end).toBe('finished');
});

test('a run that is asked to stop waits for the answer to a reactivation', async () => {
  const deactivatedAt = Math.floor(Date.now() / 1000) - 1000;
  const rows = { users: users(3).map((user) => ({ ...user, deactivatedAt })) };
  await using rig = await startRig({ ...rows, friends: [{ uid: 'u1', friend: 'u2' }] });
  await using other = await startRig(rows);
  const { baseUrl, apiKey } = rig.service;
  await other.run({}, { baseUrl, apiKey });
  rig.service.setFaults([{ fault: 'latency', ms: 100, operation: 'users.reactivate' }]);
  const stop = new AbortController();
  const isAsked = (): boolean =>
    rig.service.requests.some(({ operation }) => operation === 'users.reactivate');
  const watch = setInterval(() => isAsked() && stop.abort(), 1);

  const { events, result } = await rig.run({}, { stop: { finish: stop.signal } });
  clearInterval(watch);

  expect(events).toContainEqual({ type: 'users-reactivated', users: 3 });
  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
});

test('a run without the address of the service stops before its first request, and asks for the address', async () => {
  await using rig = await startRig(town(3, 6));
  const { plan, ledgerPath, service } = rig;
  await using client = createClient({ apiKey: service.apiKey });
  using ledger = openLedger(ledgerPath, plan, somewhere);
  const events: RunEvent[] = [];

  const job = { plan, ledger, client, clock: systemClock, random: Math.random };
  for await (const event of run(job, quick)) events.push(event);

  expect(events.at(-1)).toMatchObject({ type: 'stopped', reason: { code: 'wrong-app' } });
  expect(service.requests).toEqual([]);
});
