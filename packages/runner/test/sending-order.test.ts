import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { retry } from '../src/index.ts';
import { startFront } from './support/front.ts';
import type { Rows } from './support/make-plan.ts';
import { ManualClock } from './support/manual-clock.ts';
import { type Rig, startRig } from './support/rig.ts';
import { lastMonth, users } from './support/rows.ts';

/** A conversation whose messages were all sent in one second: only their order shows which came first. */
function oneSecond(count: number): Rows {
  const messages = Array.from({ length: count }, (_, index) => ({
    muid: `m${index + 1}`,
    sender: `u${(index % 2) + 1}`,
    receiver: `u${2 - (index % 2)}`,
    receiverType: 'user',
    data: { text: `Message ${index + 1}` },
    sentAt: lastMonth,
  }));
  return { users: users(2), messages };
}

function inOrder(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `m${index + 1}`);
}

async function rigWith(count: number, recordsPerRequest: number): Promise<Rig> {
  return startRig(oneSecond(count), { recordsPerRequest, clock: new ManualClock() });
}

const operation = 'dataImport.messages';

test('a batch that is refused before it is stored is sent in parts in the same order', async () => {
  await using rig = await rigWith(16, 16);
  rig.service.setFaults([
    { fault: 'status-before', status: 413, operation, when: { from: 1, to: 3 } },
  ]);

  const { result, events } = await rig.run();

  expect(events.some(({ type }) => type === 'split')).toBe(true);
  expect(result?.counts.messages.created).toBe(16);
  expect(rig.held('messages')).toEqual(inOrder(16));
});

test('a batch cut in halves by a code that speaks of a record keeps its order', async () => {
  await using rig = await rigWith(32, 16);
  rig.service.setFaults([
    {
      fault: 'status-before',
      status: 400,
      code: 'ERR_BAD_REQUEST',
      operation,
      when: { from: 1, to: 2 },
    },
  ]);

  await rig.run();

  expect(rig.held('messages')).toEqual(inOrder(32));
  // The second batch is not cut: its size was not what the service refused.
  expect(rig.service.requests.filter((request) => request.operation === operation)).toHaveLength(6);
});

test('when the last part of a batch leaves, what the parts before it have shown is in the ledger', async () => {
  await using rig = await startRig({ users: users(2) }, { lanes: 1 });
  let marks: unknown;
  await using front = await startFront(rig.service, ({ number }) => {
    if (number === 1) return { status: 413, body: {} };
    using ledger = new DatabaseSync(rig.ledgerPath, { readOnly: true });
    if (number === 3) marks = ledger.prepare('SELECT marks FROM batches').get()?.['marks'];
    return 'pass';
  });

  await rig.run({}, { baseUrl: front.baseUrl });

  expect(marks).toBe('cu');
});

test('two records as large together as what was refused are sent one by one', async () => {
  await using rig = await startRig({ users: users(4) }, { recordsPerRequest: 2, lanes: 1 });
  rig.service.setFaults([{ fault: 'status-before', status: 413, when: { nth: 1 } }]);

  const { result } = await rig.run();

  expect(result?.counts.users.created).toBe(4);
  expect(rig.sends()).toHaveLength(5);
});

test('a single record that is too large fails, and the next of its size is sent all the same', async () => {
  await using rig = await startRig({ users: users(2) }, { recordsPerRequest: 1, lanes: 1 });
  rig.service.setFaults([{ fault: 'status-before', status: 413 }]);

  const { result } = await rig.run({ maxFailures: 'none' });

  expect(result?.counts.users).toMatchObject({ failed: 2 });
  expect(rig.sends()).toHaveLength(2);
});

test('a batch that meets trouble is settled before the next of its conversation leaves', async () => {
  await using rig = await rigWith(40, 10);
  rig.service.setFaults([{ fault: 'reset-before', operation, when: { every: 2 } }]);

  const { result } = await rig.run();

  expect(result?.counts.messages.created).toBe(40);
  expect(rig.held('messages')).toEqual(inOrder(40));
});

test('messages by the chat endpoints keep the order of their second', async () => {
  await using rig = await startRig(oneSecond(12), {
    clock: new ManualClock(),
    service: { sendsPerMinute: 'unlimited' },
  });

  await rig.run({ routes: { messages: 'chat' }, chatRequestsPerMinute: 'unlimited' });

  const stored = rig.service.db.prepare('SELECT muid FROM messages ORDER BY id').all();
  expect(stored.map(({ muid }) => muid)).toEqual(inOrder(12));
});

test('a retry sends the records of several batches in the order of their conversation', async () => {
  await using rig = await rigWith(40, 10);
  rig.service.setFaults([{ fault: 'refuse-records', code: 'ERR_NEW', share: 0.2, operation }]);
  await rig.run();
  rig.service.setFaults([]);
  const before = rig.held('messages');
  rig.withLedger((ledger) => retry(ledger, rig.clock.now()));

  await rig.run();

  const retried = rig.held('messages').slice(before.length);
  expect(retried).toHaveLength(8);
  expect(retried).toEqual(inOrder(40).filter((muid) => retried.includes(muid)));
});
