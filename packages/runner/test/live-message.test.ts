import { expect, test } from 'vitest';
import { failedRecords, jobAccount, retry, type RunOptions } from '../src/index.ts';
import { startContinuingGateway } from './support/continuing-gateway.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, startRig } from './support/rig.ts';
import { messages, sortedIds, users } from './support/rows.ts';

const operation = 'messages.send';
const rows = { users: users(2), messages: messages(4, 2) };
const options: Partial<RunOptions> = {
  routes: { messages: 'chat' },
  chatRequestsPerMinute: 'unlimited',
};

const unreadable = {
  fault: 'status-before',
  status: 403,
  code: 'ERR_CONVERSATION_NOT_ACCESSIBLE',
  operation: 'users.messages.list',
} as const;

async function liveRig(clock: ManualClock, planned: Rows = rows): Promise<Rig> {
  const service = { now: () => clock.now(), sendsPerMinute: 'unlimited' } as const;
  return startRig(planned, { clock, service });
}

function sends(rig: Rig): number {
  return rig.service.requests.filter((request) => request.operation === operation).length;
}

test('a message whose answer was lost is found by a retry an hour later, and not sent again', async () => {
  const clock = new ManualClock();
  await using rig = await liveRig(clock);
  rig.service.setFaults([
    { fault: 'reset-after', operation, when: { nth: 2 } },
    // The conversation cannot be read at first.
    {
      fault: 'status-before',
      status: 404,
      code: 'ERR_UID_NOT_FOUND',
      operation: 'users.messages.list',
    },
  ]);
  const first = await rig.run(options);
  rig.service.setFaults([]);
  clock.advance(3_600_000);

  rig.withLedger((ledger) => retry(ledger, clock.now()));
  const { result } = await rig.run(options);

  expect(first.result?.counts.messages).toMatchObject({ created: 3, unresolved: 1 });
  expect(result?.counts.messages).toMatchObject({ created: 3, present: 1, unresolved: 0 });
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
});

test('a message that a killed run has sent is found an hour later, also after a retry of the one before it', async () => {
  const clock = new ManualClock();
  await using rig = await liveRig(clock);
  rig.service.setFaults([
    { fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST', operation, when: { nth: 2 } },
    { fault: 'silence', stored: true, operation, when: { nth: 3 } },
  ]);
  const stop = new AbortController();
  const watch = setInterval(() => rig.held('messages').includes('m3') && stop.abort(), 1);
  const first = await rig.run(options, { stop: { now: stop.signal } });
  clearInterval(watch);
  rig.service.setFaults([]);
  clock.advance(3_600_000);

  rig.withLedger((ledger) => retry(ledger, clock.now()));
  const { result } = await rig.run(options);

  expect(first.result?.counts.messages).toMatchObject({ created: 1, failed: 1, pending: 2 });
  expect(result?.counts.messages).toMatchObject({ created: 3, present: 1, unresolved: 0 });
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
});

test('a message that was answered before the run was asked to stop counts as created', async () => {
  await using rig = await liveRig(new ManualClock());
  const stop = new AbortController();
  const watch = setInterval(() => rig.held('messages').length > 0 && stop.abort(), 1);
  await rig.run({ ...options, chatRequestsPerMinute: 1 }, { stop: { finish: stop.signal } });
  clearInterval(watch);

  const { result } = await rig.run(options);

  expect(result?.counts.messages).toMatchObject({ created: 4, present: 0 });
});

test('a retried message whose answer is lost once more is sent no second time by itself', async () => {
  const clock = new ManualClock();
  await using rig = await liveRig(clock);
  rig.service.setFaults([{ fault: 'reset-before', operation, when: { nth: 2 } }]);
  await rig.run(options);
  rig.withLedger((ledger) => retry(ledger, clock.now()));
  rig.service.setFaults([{ fault: 'reset-before', operation }]);
  const before = sends(rig);

  const { result } = await rig.run(options);
  const again = await rig.run(options);

  expect(sends(rig) - before).toBe(1);
  expect(result?.counts.messages).toMatchObject({ created: 3, unresolved: 1 });
  expect(again.result?.counts.messages).toMatchObject({ created: 3, unresolved: 1 });
});

test('a retried message that landed although its answer was lost is there once', async () => {
  const clock = new ManualClock();
  await using rig = await liveRig(clock);
  rig.service.setFaults([{ fault: 'reset-before', operation, when: { nth: 2 } }]);
  await rig.run(options);
  rig.withLedger((ledger) => retry(ledger, clock.now()));
  rig.service.setFaults([{ fault: 'reset-after', operation }]);

  const { result } = await rig.run(options);

  expect(result?.counts.messages).toMatchObject({ created: 3, present: 1, presentByThisJob: 1 });
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
});

test('a retried message that was in flight when the run was killed is not sent again by itself', async () => {
  const clock = new ManualClock();
  await using rig = await liveRig(clock);
  rig.service.setFaults([{ fault: 'reset-before', operation, when: { nth: 2 } }]);
  await rig.run(options);
  rig.withLedger((ledger) => retry(ledger, clock.now()));
  const killed = new AbortController();
  rig.service.setFaults([{ fault: 'silence', operation }]);
  const before = sends(rig);
  const running = rig.run(options, { stop: { now: killed.signal } });
  await expect.poll(() => sends(rig)).toBe(before + 1);
  killed.abort();
  await running;
  rig.service.setFaults([]);
  // It is in flight, and not lost.
  expect(jobAccount(rig.plan.path, rig.ledgerPath).losses.groups).toEqual([]);

  const { result } = await rig.run(options);

  expect(sends(rig)).toBe(before + 1);
  expect(result?.counts.messages).toMatchObject({ created: 3, unresolved: 1 });
});

test.each([
  { status: 400, code: 'ERR_BAD_REQUEST' },
  { status: 403, code: 'ERR_CONVERSATION_NOT_ACCESSIBLE' },
])(
  'a message whose conversation may not be read ($code) is sent no second time, by a retry neither',
  async (refusal) => {
    const clock = new ManualClock();
    await using rig = await liveRig(clock);
    const refuseReading = {
      fault: 'status-before',
      ...refusal,
      operation: 'users.messages.list',
    } as const;
    rig.service.setFaults([{ fault: 'reset-after', operation, when: { nth: 2 } }, refuseReading]);
    await rig.run(options);
    rig.service.setFaults([refuseReading]);

    rig.withLedger((ledger) => retry(ledger, clock.now()));
    const { result } = await rig.run(options);

    expect(result?.counts.messages).toMatchObject({ created: 3, unresolved: 1 });
    expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
  },
);

test('a conversation that could not be read at first is read again for the next message', async () => {
  await using rig = await liveRig(new ManualClock());
  await rig.run(options);
  rig.forgetLedger();
  rig.service.setFaults([{ ...unreadable, when: { nth: 1 } }]);
  const before = sends(rig);

  const { result } = await rig.run({ ...options, concurrency: 1 });

  // Their times are the service's own, and not compared.
  expect(result?.counts.messages).toMatchObject({ present: 3, presentSame: 3 });
  expect(sends(rig) - before).toBe(1);
});

test('a live message that an unasked 100 Continue answers is looked for, and not sent again', async () => {
  const clock = new ManualClock();
  await using rig = await liveRig(clock);
  // The users are the first request that writes.
  const continued: Readonly<Record<number, true | 'after'>> = { 3: 'after', 4: true };
  await using gateway = await startContinuingGateway(
    rig.service.baseUrl,
    (number) => continued[number] ?? false,
  );

  const first = await rig.run(options, { baseUrl: gateway.baseUrl });
  const unresolved = rig.withLedger((ledger) => [...failedRecords(ledger)]);
  const sent = sends(rig);
  rig.withLedger((ledger) => retry(ledger, clock.now()));
  const { result } = await rig.run(options);

  const troubles = first.events.flatMap((event) => ('trouble' in event ? [event.trouble] : []));
  expect(JSON.stringify(troubles)).toMatch(/100 Continue.*gateway/);
  expect(first.result?.counts.messages).toMatchObject({ created: 2, present: 1, unresolved: 1 });
  expect(unresolved).toMatchObject([{ code: 'NOT_FOUND_AFTER_SENDING' }]);
  expect(sent).toBe(3);
  expect(result?.counts.messages).toMatchObject({ created: 3, present: 1, unresolved: 0 });
  expect(rig.held('messages').toSorted()).toEqual(sortedIds(rows.messages, 'muid'));
});

test('to find out whether the service works, no live message is sent again', async () => {
  await using rig = await liveRig(new ManualClock());
  let lives = 0;
  await using front = await startFront(rig.service, ({ path }) =>
    path === '/v3/messages' && ++lives === 3 ? { status: 403, body: {} } : 'pass',
  );

  const { result } = await rig.run(options, { baseUrl: front.baseUrl });

  expect(result?.counts.messages).toMatchObject({ created: 3, failed: 1 });
  expect(rig.held('messages')).toHaveLength(3);
});

test('messages that are found show that the service works, and those between them are given up one by one', async () => {
  const many = { users: users(2), messages: messages(8, 2) };
  await using rig = await liveRig(new ManualClock(), many);
  const error = { code: 'ERR_BRAND_NEW', message: 'No.' };
  await using front = await startFront(rig.service, ({ path, body }) =>
    path === '/v3/messages' && /"m[2468]"/.test(body) ? { status: 422, body: { error } } : 'pass',
  );
  await rig.run(options, { baseUrl: front.baseUrl });
  rig.forgetLedger();
  rig.service.setFaults([
    { fault: 'reset-before', operation },
    // A list is one page, and an empty one.
    { ...unreadable, when: { from: 3 } },
  ]);

  const { result } = await rig.run({ ...options, giveUpAfterMs: 1 });
  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { present: 4, unresolved: 4 } },
  });
});

test('conversations that cannot be read do not show that the service works', async () => {
  await using rig = await liveRig(new ManualClock());
  rig.service.setFaults([{ fault: 'reset-before', operation }, unreadable]);

  const { result } = await rig.run({ ...options, giveUpAfterMs: 1 });

  expect(result).toMatchObject({ end: 'stopped', reason: { code: 'gave-up' } });
  expect(sends(rig)).toBeLessThan(4);
});
