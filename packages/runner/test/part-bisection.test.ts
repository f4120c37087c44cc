import { assert, asyncProperty, constantFrom, nat, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { failedRecords } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import { type Rows } from './support/make-plan.ts';
import { type Rig, startRig } from './support/rig.ts';
import { lastMonth, messages, users } from './support/rows.ts';

/** Messages that the planner finds good and the service fails over: they are older than the app keeps them. */
function withPoison(count: number, ...poisoned: readonly number[]): Rows {
  const rows = messages(count, 4);
  for (const index of poisoned)
    rows[index] = { ...rows.at(index), sentAt: lastMonth - 4 * 30 * 86_400 };
  return { users: users(4), messages: rows };
}

async function rigWith(rows: Rows, lanes = 1, recordsPerRequest = 50): Promise<Rig> {
  const clock = new ManualClock();
  return startRig(rows, { lanes, recordsPerRequest, clock, service: { retentionMonths: 2 } });
}

test('one message the service fails over is found; the other 49 land', async () => {
  await using rig = await rigWith(withPoison(50, 23));

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { failed: 1, unresolved: 0, pending: 0 } },
  });
  expect(rig.held('messages')).toHaveLength(49);
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { kind: 'messages', id: 'm24', outcome: 'failed', code: 'ERR_EXCEPTION', line: 24 },
  ]);
  // The service may have stored it before it failed.
  expect(rig.withLedger((ledger) => [...ledger.rows.outcomes('failed')])).toMatchObject([
    { id: 'm24', mayHaveLanded: true },
  ]);
});

test('the requests of the search are bounded, and reported', async () => {
  await using rig = await rigWith(withPoison(50, 31));

  const { events, result } = await rig.run();

  const settled = events.find(
    (event) => event.type === 'batch-settled' && event.kind === 'messages',
  );
  const splits = events.filter(({ type }) => type === 'split');
  // The batch was saved after each part: what it changes is counted once all the same.
  const { pending: _pending, ...counts } = result!.counts.messages;
  expect(counts).toMatchObject({ failed: 1, present: 49, presentByThisJob: 49 });
  // Who stored them is known when they were compared.
  expect(settled).toMatchObject({ records: 50, change: { ...counts, presentByThisJob: 0 } });
  expect(settled?.type === 'batch-settled' && settled.requests).toBeLessThanOrEqual(20);
  expect(splits).toHaveLength(6);
  expect(splits[0]).toMatchObject({
    records: 50,
    into: [25, 25],
    trouble: { code: 'ERR_EXCEPTION' },
  });
});

test('several of them in one batch are all found', async () => {
  await using rig = await rigWith(withPoison(120, 0, 7, 8, 49, 50, 119), 2);

  const { result } = await rig.run();

  expect(result?.counts.messages).toMatchObject({ failed: 6, unresolved: 0, pending: 0 });
  expect(rig.held('messages')).toHaveLength(114);
});

test('a plan of nothing but such messages comes to its end', async () => {
  await using rig = await rigWith(withPoison(5, 0, 1, 2, 3, 4));

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { failed: 5, pending: 0 } },
  });
});

test('messages of a conversation keep their order through the search', async () => {
  await using rig = await rigWith(withPoison(50, 40));

  await rig.run();

  const numbers = rig.held('messages').map((muid) => Number(muid.slice(1)));
  // The good ones of a batch that fails are stored by its first request, in order.
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});

test('a search that is cut short by the end of the process continues with the next run', async () => {
  await using rig = await rigWith(withPoison(50, 23));
  await rig.run({}, { onEvent: ({ type }) => (type === 'split' ? 'enough' : undefined) });

  const { result } = await rig.run();

  expect(result?.counts.messages).toMatchObject({ failed: 1, pending: 0 });
  expect(rig.held('messages')).toHaveLength(49);
});

test('whichever messages are at fault, exactly they fail', async () => {
  const anyOf = uniqueArray(nat({ max: 59 }), { maxLength: 12 });

  await assert(
    asyncProperty(anyOf, constantFrom(7, 25, 50), async (poisoned, recordsPerRequest) => {
      await using rig = await rigWith(withPoison(60, ...poisoned), 2, recordsPerRequest);

      const { result } = await rig.run();

      const failed = rig.withLedger((ledger) => [...failedRecords(ledger)]);
      expect(result).toMatchObject({ end: 'finished', counts: { messages: { unresolved: 0 } } });
      expect(new Set(failed.map(({ id }) => id))).toEqual(
        new Set(poisoned.map((index) => `m${index + 1}`)),
      );
      expect(rig.held('messages')).toHaveLength(60 - poisoned.length);
    }),
    { numRuns: 8 },
  );
});

test('a record that is alone after cuts gets as many attempts as any other before it is blamed', async () => {
  await using rig = await startRig({ users: users(8) }, { clock: new ManualClock(), lanes: 1 });
  const error = { code: 'ERR_EXCEPTION', message: 'It failed.' };
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u3"') ? { status: 500, body: { error } } : 'pass',
  );

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  const alone = front.requests.filter(
    ({ body }) => Object.keys((JSON.parse(body) as { users: object }).users).join() === 'u3',
  );
  expect(alone).toHaveLength(3);
  expect(result?.counts.users).toMatchObject({ created: 7, failed: 1 });
});
