import { expect, test } from 'vitest';
import { somewhere, startRig } from '../../runner/test/support/rig.ts';
import { messages, users } from '../../runner/test/support/rows.ts';
import type { NoSlot, Slot } from '@chatferry/runner';
import { openPostgresLedger, Store, StoreLease } from '../src/index.ts';
import { takenLedger, withUsersPlan, emptyStore } from './support/test-stores.ts';
import { wireTo } from './support/wire.ts';

const shared = emptyStore();

test('a second process is refused while the first is there, and takes over when it is gone', () =>
  withUsersPlan(async (plan) => {
    const { store } = shared;
    const first = await openPostgresLedger(store, plan, somewhere);
    {
      await using _ = new StoreLease(store, first.held);
      const otherwise = { ...somewhere, options: { ...somewhere.options, maxFailures: 7 } };
      await expect(openPostgresLedger(store, plan, otherwise)).rejects.toMatchObject({
        code: 'locked',
        holder: { pid: process.pid },
      });
      const [{ options } = {}] = await shared.rows('SELECT options FROM chatferry.job');
      expect(options).toBe(JSON.stringify(somewhere.options));
    }
    const second = await openPostgresLedger(store, plan, somewhere);
    // Killed: it neither gives the job back nor says anything more.
    await shared.rows("UPDATE chatferry.job SET seen_at = seen_at - interval '9 s'");

    const third = await openPostgresLedger(store, plan, somewhere);

    await using lease = new StoreLease(store, second.held);
    await lease.pacing({ rate: 1, reserve: async () => ({ leaveInMs: 0, validMs: 1 }) }).reserve();
    expect(lease.lost.reason).toMatchObject({ code: 'ledger' });
    await third.ledger.announce('users', 0, 1, 1);
  }));

test('a slot is valid for no longer than the right to run the job, from the moment at which it may be used', () =>
  withUsersPlan(async (plan) => {
    const { held } = await openPostgresLedger(shared.store, plan, somewhere);
    await using lease = new StoreLease(shared.store, held);
    const slotAfter = async (leaveInMs: number): Promise<Slot | NoSlot> =>
      await lease
        .pacing({ rate: 1, reserve: async () => ({ leaveInMs, validMs: 5000 }) })
        .reserve();

    expect(await slotAfter(0)).toEqual({ leaveInMs: 0, validMs: expect.any(Number) });
    for (const leaveInMs of [0, 300, 3000]) {
      const slot = (await slotAfter(leaveInMs)) as Slot;
      expect(slot.leaveInMs + slot.validMs).toBeLessThanOrEqual(400);
    }
  }));

test('without the store nothing leaves after 400 ms, and the run resumes by itself', async () => {
  await using wire = await wireTo(shared.address);
  await using store = new Store(wire.address, { giveUpAfterMs: 20_000 });
  await using rig = await startRig(
    { users: users(20), messages: messages(1000, 20) },
    { recordsPerRequest: 5, lanes: 4 },
  );
  const { ledger, held } = await openPostgresLedger(store, rig.plan, somewhere);
  await using lease = new StoreLease(store, held);
  const arrivals: number[] = [];
  let cutAt = 0;
  let joinedAt = 0;

  const { result } = await rig.run(
    { requestsPerMinute: 12_000 },
    {
      ledger,
      lease,
      pacing: lease.pacing,
      onEvent: ({ type }) => {
        if (type !== 'batch-settled') return;
        arrivals.push(performance.now());
        if (arrivals.length !== 50) return;
        cutAt = performance.now();
        wire.stall();
        setTimeout(() => {
          joinedAt = performance.now();
          wire.join();
        }, 1500);
      },
    },
  );

  expect(result).toMatchObject({ end: 'finished', counts: { messages: { created: 1000 } } });
  const sentAt = rig.service.requests
    .filter(({ operation }) => operation?.startsWith('dataImport'))
    .map(({ at }) => at - performance.timeOrigin);
  const without = sentAt.filter((at) => at > cutAt && at < joinedAt);
  expect(Math.max(cutAt, ...without) - cutAt).toBeLessThan(500);
  expect(sentAt.some((at) => at > joinedAt)).toBe(true);
  expect(rig.held('messages')).toHaveLength(1000);
});

test('a run that is taken over stops, and the other one ends the job', async () => {
  await using rig = await startRig(
    { users: users(20), messages: messages(500, 20) },
    { recordsPerRequest: 5, lanes: 2 },
  );
  const { store } = shared;
  const { ledger, held } = await openPostgresLedger(store, rig.plan, somewhere);
  await using lease = new StoreLease(store, held);
  let settled = 0;
  let other: Promise<Awaited<ReturnType<typeof takenLedger>>> | undefined;

  const { result } = await rig.run(
    { requestsPerMinute: 12_000 },
    {
      ledger,
      lease,
      pacing: lease.pacing,
      onEvent: ({ type }) => {
        if (type === 'batch-settled' && ++settled === 20) other = takenLedger(store, rig.plan);
      },
    },
  );
  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'ledger' } });

  const { result: rest } = await rig.run({}, { ledger: await other! });
  expect(rest).toMatchObject({ end: 'finished', counts: { messages: { pending: 0, failed: 0 } } });
  expect(rig.held('messages')).toHaveLength(500);
  expect(rest!.counts.messages.created + rest!.counts.messages.presentByThisJob).toBe(500);
});
