import { expect, test } from 'vitest';
import { failedRecords, retry, retryMissing } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { type Rig, startRig } from './support/rig.ts';
import { messages, users } from './support/rows.ts';

function reactionsTo(...muids: readonly string[]): Record<string, unknown>[] {
  return muids.map((muid) => ({ muid, uid: 'u1', reaction: '👍' }));
}

function pagesRead(rig: Rig): number {
  return rig.service.requests.filter(({ operation }) => operation === 'messages.list').length;
}

function reacted(rig: Rig): unknown[] {
  return rig.service.db
    .prepare('SELECT muid FROM reactions JOIN messages ON messages.id = message_id ORDER BY muid')
    .all()
    .map(({ muid }) => muid);
}

/** The path without the first and the last second that it asks for. */
function within(path: string): string {
  return path
    .replace(/(?<=fromTimestamp=)\d+/, (time) => `${Number(time) + 1}`)
    .replace(/(?<=toTimestamp=)\d+/, (time) => `${Number(time) - 1}`);
}

test('only the pages around messages with reactions are read, and after a kill no page twice', async () => {
  const wanted = ['m1', 'm2', 'm2500', 'm4999'];
  await using rig = await startRig({
    users: users(2),
    messages: messages(5000, 2),
    reactions: reactionsTo(...wanted),
  });
  const now = new AbortController();
  const pagesOfPreflight = 1;
  // The page of m2500 is never answered.
  rig.service.setFaults([
    { fault: 'silence', operation: 'messages.list', when: { nth: pagesOfPreflight + 2 } },
  ]);
  const watch = setInterval(() => pagesRead(rig) > pagesOfPreflight + 1 && now.abort(), 1);
  const { result: first } = await rig.run({}, { stop: { now: now.signal } });
  clearInterval(watch);
  rig.service.setFaults([]);
  expect(first?.counts.reactions).toMatchObject({ created: 0, pending: 4 });
  const before = pagesRead(rig);

  const { result } = await rig.run();

  expect(result).toMatchObject({ end: 'finished', counts: { reactions: { created: 4 } } });
  expect(reacted(rig)).toEqual(wanted.toSorted());
  expect(pagesRead(rig) - before).toBe(2);
});

test('messages that are far apart are read without those between them', async () => {
  const wanted = ['m1', 'm1000', 'm2000', 'm3000'];
  await using rig = await startRig({
    users: users(2),
    messages: messages(3000, 2),
    reactions: reactionsTo(...wanted),
  });

  const spans: number[] = [];
  await using front = await startFront(
    rig.service,
    () => 'pass',
    (path) => {
      const { searchParams } = new URL(path, 'http://service');
      const [from, to] = ['fromTimestamp', 'toTimestamp'].map((name) => searchParams.get(name));
      if (from != null && to != null) spans.push(Number(to) - Number(from));
      return path;
    },
  );

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result?.counts.reactions).toMatchObject({ created: 4, skipped: 0 });
  expect(spans).toEqual([2, 2, 2, 2]);
});

test('where many are wanted, those between them are read too', async () => {
  // A message in 20 minutes, and every tenth is wanted.
  const rows = messages(2000, 2).map((row, index) => ({
    ...row,
    sentAt: (row['sentAt'] as number) + index * 120,
  }));
  const wanted = rows
    .filter((_, index) => index % 10 === 0)
    .map((row) => String((row as Record<string, unknown>)['muid']));
  await using rig = await startRig({
    users: users(2),
    messages: rows,
    reactions: reactionsTo(...wanted),
  });

  const { result } = await rig.run();

  expect(result?.counts.reactions).toMatchObject({ created: 200, skipped: 0 });
  expect(pagesRead(rig)).toBeLessThan(40);
});

test('more messages in one second than a page has are read to the end', async () => {
  const rows = messages(2300, 2).map((row, index) => ({
    ...row,
    sentAt: (messages(1, 2)[0]!['sentAt'] as number) + (index < 2200 ? 0 : 500),
  }));
  const wanted = ['m1', 'm1500', 'm2199', 'm2300'];
  await using rig = await startRig({
    users: users(2),
    messages: rows,
    reactions: reactionsTo(...wanted),
  });

  const { result } = await rig.run();

  expect(result?.counts.reactions).toMatchObject({ created: 4, skipped: 0 });
  expect(reacted(rig)).toEqual(wanted.toSorted());
});

test('messages are found where the service does not list those of the two seconds that it is asked for', async () => {
  await using rig = await startRig({
    users: users(2),
    messages: messages(3, 2),
    reactions: reactionsTo('m1', 'm3'),
  });
  await using front = await startFront(rig.service, () => 'pass', within);

  const { result } = await rig.run({}, { baseUrl: front.baseUrl });

  expect(result?.counts.reactions).toMatchObject({ created: 2, skipped: 0 });
});

test.each([0, -300, 300])(
  'messages that were sent live are found at the time of their sending, by a clock that is %d seconds ahead',
  async (seconds) => {
    await using rig = await startRig(
      { users: users(40), messages: messages(40, 40), reactions: reactionsTo('m1', 'm40') },
      { service: { now: () => Date.now() + seconds * 1000 } },
    );

    const { result } = await rig.run({ routes: { messages: 'chat' } });

    expect(result?.counts).toMatchObject({ messages: { created: 40 }, reactions: { created: 2 } });
  },
);

test('a reaction is skipped with the cause of its message, and a retry makes up for it', async () => {
  await using rig = await startRig(
    { users: users(2), messages: messages(3, 2), reactions: reactionsTo('m1', 'm2') },
    { lanes: 1, recordsPerRequest: 1 },
  );
  rig.service.setFaults([
    {
      fault: 'refuse-records',
      code: 'ERR_INVALID_METADATA',
      operation: 'dataImport.messages',
      when: { nth: 2 },
    },
  ]);

  const first = await rig.run({ maxFailures: 'none' });

  rig.service.setFaults([]);
  expect(first.result?.counts.reactions).toMatchObject({ created: 1, skipped: 1 });
  const [skipped] = rig
    .withLedger((ledger) => [...failedRecords(ledger)])
    .filter(({ kind }) => kind === 'reactions');
  expect(skipped).toMatchObject({
    id: 'm2 u1 👍',
    message: expect.stringContaining('messages:m2 failed with ERR_INVALID_METADATA'),
  });

  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const { result } = await rig.run();

  expect(result?.counts.reactions).toMatchObject({ created: 2, skipped: 0 });
});

test('the reactions of a message that was deleted and is sent again are those of the new message', async () => {
  await using rig = await startRig({
    users: users(2),
    messages: messages(3, 2),
    reactions: reactionsTo('m1', 'm2'),
  });
  await rig.run();
  rig.service.db.exec(
    "DELETE FROM messages WHERE muid = 'm2'; DELETE FROM reactions WHERE message_id NOT IN (SELECT id FROM messages)",
  );
  rig.withLedger((ledger) => {
    const missing = [
      ['messages', 'm2'],
      ['reactions', 'm2 u1 👍'],
    ] as const;
    for (const [kind, id] of missing) {
      const { batch, index } = rig.plan.find(kind, id)!;
      const record = { kind, seq: batch.seq, position: index, readAt: Infinity };
      expect(retryMissing(ledger, [record], Date.now())).toBe(1);
    }
  });

  const { result } = await rig.run();

  expect(result).toMatchObject({
    end: 'finished',
    counts: { messages: { created: 3 }, reactions: { created: 2, failed: 0 } },
  });
  expect(reacted(rig)).toEqual(['m1', 'm2']);
});

test('a reaction to a message that is not in the service is skipped, and sent when it is there again', async () => {
  await using rig = await startRig({
    users: users(2),
    messages: messages(3, 2),
    reactions: reactionsTo('m1', 'm2'),
  });
  await rig.run({ allowsLive: false });
  const { db } = rig.service;
  db.exec("UPDATE messages SET muid = 'gone' WHERE muid = 'm2'");

  const first = await rig.run();

  expect(first.result?.counts.reactions).toMatchObject({ created: 1, skipped: 1 });
  const [skipped] = rig.withLedger((ledger) => [...failedRecords(ledger)]);
  expect(skipped?.message).toBe('messages:m2 is not in the service.');

  db.exec("UPDATE messages SET muid = 'm2' WHERE muid = 'gone'");
  rig.withLedger((ledger) => retry(ledger, Date.now()));
  const { result } = await rig.run();

  expect(result?.counts.reactions).toMatchObject({ created: 2, skipped: 0 });
});

test('a message that a retry has landed, and that is removed from the app, is not said to have failed', async () => {
  const rows = { users: users(2), messages: messages(2, 2), reactions: reactionsTo('m1') };
  await using rig = await startRig(rows, { recordsPerRequest: 1, lanes: 1 });
  rig.service.setFaults([
    {
      fault: 'status-before',
      status: 400,
      code: 'ERR_BAD_REQUEST',
      operation: 'dataImport.messages',
      when: { nth: 1 },
    },
  ]);
  await rig.run();
  rig.withLedger((ledger) => retry(ledger, Date.now()));

  const { result } = await rig.run(
    {},
    {
      onEvent: (event) =>
        event.type === 'kind-finished' && event.kind === 'messages'
          ? rig.service.db.exec("DELETE FROM messages WHERE muid = 'm1'")
          : undefined,
    },
  );

  expect(result?.counts).toMatchObject({ messages: { created: 2 }, reactions: { skipped: 1 } });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { kind: 'reactions', message: 'messages:m1 is not in the service.' },
  ]);
});
