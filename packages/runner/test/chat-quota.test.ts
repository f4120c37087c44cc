import { expect, test } from 'vitest';
import { ChatQuota } from '../src/pacing/chat-quota.ts';
import { EvenPace } from '../src/pacing/even-pace.ts';
import type { Pace } from '../src/pacing/pace.ts';
import type { Rate } from '../src/terms/rate.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { type Rig, startRig } from './support/rig.ts';
import { users } from './support/rows.ts';

const live = { routes: { users: 'chat' } } as const;

/** A service with a chat quota, and a clock that both it and the run use. */
async function startTown(count: number, requestsPerMinute: number): Promise<Rig> {
  const clock = new ManualClock();
  return startRig(
    { users: users(count) },
    { clock, lanes: 1, service: { now: () => clock.now(), requestsPerMinute } },
  );
}

test('the chat quota is 10,000 requests a minute until the service reports another', async () => {
  await using rig = await startTown(50, 20_000);

  await rig.run(live);

  const times = rig.sends().map(({ at }) => at);
  expect(times).toHaveLength(50);
  expect(times.at(-1)! - times[0]!).toBeLessThan(1000);
});

test('a larger quota that the service reports for some operations is not that of all', () => {
  const quota = new ChatQuota(undefined, () => undefined, makePace, new ManualClock());

  quota.learn('users.list', { 'x-rate-limit': '20000' });
  expect(quota.sending.rate).toBe(10_000);
  quota.learn('users.list', { 'x-rate-limit': '500' });
  expect([quota.sending.rate, quota.reading.rate]).toEqual([500, 500]);
});

function makePace(rate: () => Rate): Pace {
  return new EvenPace(new ManualClock(), rate);
}

test.each([
  { most: undefined, asked: undefined, reported: 500, reading: 500, sending: 500 },
  { most: 300, asked: undefined, reported: 500, reading: 300, sending: 300 },
  { most: 800, asked: undefined, reported: 500, reading: 500, sending: 500 },
  {
    most: 'unlimited',
    asked: undefined,
    reported: 500,
    reading: 'unlimited',
    sending: 'unlimited',
  },
  { most: undefined, asked: 60, reported: 500, reading: 500, sending: 60 },
  { most: 300, asked: 0, reported: 500, reading: 300, sending: 0 },
] as const)(
  'with $most allowed and $asked asked for: $reading to read, $sending to send',
  ({ most, asked, reported, reading, sending }) => {
    const quota = new ChatQuota(most, () => asked, makePace, new ManualClock());
    quota.learn('users.list', { 'x-rate-limit': String(reported) });

    expect([quota.reading.rate, quota.sending.rate]).toEqual([reading, sending]);
  },
);

test('on a plan with 500 requests a minute the first answer slows the run down, so that none is refused', async () => {
  await using rig = await startTown(600, 500);

  const { result, events } = await rig.run(live);

  expect(result?.counts.users.created).toBe(600);
  expect(events.filter(({ type }) => type === 'waiting')).toEqual([]);
  const times = rig.service.requests.map(({ at }) => at);
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(60_000);
});

test('what a run reads and what it sends share the quota', async () => {
  await using rig = await startTown(20, 60);

  await rig.run({ ...live, chatRequestsPerMinute: 60 });

  const times = rig.service.requests.map(({ at }) => at);
  const gaps = times.slice(1).map((at, index) => at - times[index]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(900);
});

test('the limit that an import endpoint reports is not that of the chat API', async () => {
  const clock = new ManualClock();
  const deactivatedAt = Math.floor(clock.now() / 1000) - 1000;
  await using rig = await startRig(
    { users: users(100).map((user) => ({ ...user, deactivatedAt })) },
    { clock, lanes: 1, service: { now: () => clock.now(), importRequestsPerMinute: 60 } },
  );

  await rig.run({ requestsPerMinute: 60 });

  const times = rig.service.requests
    .filter(({ operation }) => operation === 'users.deactivate')
    .map(({ at }) => at);
  expect(times).toHaveLength(4);
  expect(times.at(-1)! - times[0]!).toBeLessThan(1000);
});

test('a limit that an answer without success reports is not taken over', async () => {
  await using rig = await startTown(20, 20_000);
  const error = { code: 'ERR_EXCEPTION', message: 'No.' };
  await using front = await startFront(rig.service, ({ number }) =>
    number === 1 ? { status: 408, headers: { 'x-rate-limit': '6' }, body: { error } } : 'pass',
  );

  const { result } = await rig.run(live, { baseUrl: front.baseUrl });

  const times = rig.sends().map(({ at }) => at);
  expect(result?.counts.users.created).toBe(20);
  expect(times.at(-1)! - times[0]!).toBeLessThan(10_000);
});
