import { cpSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failedRecords, retry, type RunEvent, type RunOptions } from '../src/index.ts';
import { startFront } from './support/front.ts';
import { ManualClock } from './support/manual-clock.ts';
import type { Rows } from './support/make-plan.ts';
import { type Rig, startRig } from './support/rig.ts';
import { messages, sortedIds, town, users } from './support/rows.ts';

const byChat: Partial<RunOptions> = {
  routes: { users: 'chat', groups: 'chat', members: 'chat', messages: 'chat' },
  chatRequestsPerMinute: 'unlimited',
};

const messagesByChat: Partial<RunOptions> = {
  routes: { messages: 'chat' },
  chatRequestsPerMinute: 'unlimited',
};

async function chatRig(rows: Rows, clock = new ManualClock()): Promise<Rig> {
  return startRig(rows, {
    clock,
    answerTimeoutMs: 1000,
    service: { now: () => clock.now(), sendsPerMinute: 'unlimited' },
  });
}

function muids(rig: Rig): string[] {
  return rig.service.db
    .prepare(
      "SELECT muid FROM messages WHERE category <> 'action' AND muid IS NOT NULL ORDER BY id",
    )
    .all()
    .map(({ muid }) => muid as string);
}

const talk = { users: users(4), messages: messages(12, 4) };

test('an app without import access is filled through the chat endpoints', async () => {
  const rows = town(40, 30);
  await using rig = await chatRig(rows);

  const { result } = await rig.run(byChat);

  expect(result).toMatchObject({
    end: 'finished',
    counts: {
      users: { created: 40 },
      groups: { created: 1 },
      members: { created: 39 },
      messages: { created: 30 },
    },
  });
  const { requests } = rig.service;
  expect(requests.some(({ operation }) => operation?.startsWith('dataImport'))).toBe(false);
  // 39 members of one group go in two requests of at most 25.
  expect(requests.filter(({ operation }) => operation === 'groups.members.add')).toHaveLength(2);
  expect(muids(rig)).toHaveLength(30);
});

test('messages are sent on behalf of those who wrote them, and keep their order', async () => {
  await using rig = await chatRig({ users: users(2), messages: messages(20, 2) });

  await rig.run(byChat);

  const sent = rig.service.db.prepare('SELECT muid, sender FROM messages ORDER BY id').all();
  expect(sent.map(({ muid, sender }) => ({ muid, sender }))).toEqual(
    messages(20, 2).map(({ muid, sender }) => ({ muid, sender })),
  );
});

test('scopes and bans are carried', async () => {
  const rows: Rows = {
    users: users(5),
    groups: [{ guid: 'g', name: 'G', type: 'private', owner: 'u1' }],
    members: [
      { guid: 'g', uid: 'u2', scope: 'admin' },
      { guid: 'g', uid: 'u3', scope: 'moderator' },
      { guid: 'g', uid: 'u4', isBanned: true },
      { guid: 'g', uid: 'u5', scope: 'moderator', isBanned: true },
    ],
  };
  await using rig = await chatRig(rows);

  const { result } = await rig.run(byChat);

  expect(result?.counts.members).toMatchObject({ created: 4 });
  expect(
    rig.service.db.prepare("SELECT uid, scope FROM members WHERE uid <> 'u1' ORDER BY uid").all(),
  ).toEqual([
    { uid: 'u2', scope: 'admin' },
    { uid: 'u3', scope: 'moderator' },
  ]);
  expect(rig.service.db.prepare('SELECT uid FROM bans ORDER BY uid').all()).toEqual([
    { uid: 'u4' },
    { uid: 'u5' },
  ]);
});

test('users, groups and members that are there already are present, not failed', async () => {
  await using rig = await chatRig({ ...town(5, 0), messages: [] });
  await rig.run();
  rig.forgetLedger();

  const { result } = await rig.run(byChat);

  expect(result?.counts).toMatchObject({
    users: { present: 5, failed: 0 },
    groups: { present: 1, failed: 0 },
    members: { present: 4, failed: 0 },
  });
});

test('a membership that the service fails over again and again is given up', async () => {
  await using rig = await chatRig(town(2, 0));
  const operation = 'groups.members.add';
  rig.service.setFaults([{ fault: 'status-before', operation, when: { from: 1, to: 3 } }]);

  const { result } = await rig.run({ ...byChat, maxFailures: 'none' });

  expect(result).toMatchObject({ end: 'finished', counts: { members: { failed: 1 } } });
});

test('users whose requests are lost are sent again, and one that the service fails over is given up', async () => {
  await using rig = await chatRig({ users: users(4) });
  const operation = 'users.create';
  rig.service.setFaults([
    { fault: 'reset-before', operation, when: { nth: 1 } },
    { fault: 'status-before', operation, when: { from: 3, to: 5 } },
  ]);

  const { result } = await rig.run({ ...byChat, concurrency: 1 });

  expect(result).toMatchObject({ end: 'finished', counts: { users: { created: 3, failed: 1 } } });
});

test('a message whose answer was lost is looked up, found, and not sent again', async () => {
  await using rig = await chatRig(talk);
  rig.service.setFaults([{ fault: 'reset-after', operation: 'messages.send', when: { every: 4 } }]);

  const { result } = await rig.run(messagesByChat);

  expect(result?.counts.messages).toMatchObject({ created: 9, present: 3, presentByThisJob: 3 });
  expect(muids(rig).toSorted()).toEqual(sortedIds(talk.messages, 'muid'));
});

test('a message whose answer was lost is found in a service whose clock is nine minutes slow', async () => {
  const clock = new ManualClock();
  await using rig = await startRig(talk, {
    clock,
    service: { now: () => clock.now() - 9 * 60_000, sendsPerMinute: 'unlimited' },
  });
  rig.service.setFaults([{ fault: 'reset-after', operation: 'messages.send', when: { nth: 5 } }]);

  const { result } = await rig.run(messagesByChat);

  expect(result?.counts.messages).toMatchObject({ created: 11, present: 1, unresolved: 0 });
  expect(muids(rig)).toHaveLength(12);
});

test('a message that may or may not have landed is never sent twice without the user’s word', async () => {
  await using rig = await chatRig(talk);
  rig.service.setFaults([{ fault: 'reset-before', operation: 'messages.send', when: { nth: 5 } }]);

  const first = await rig.run(messagesByChat);
  const second = await rig.run(messagesByChat);
  const sends = sendsOf(rig);
  const unresolved = rig.withLedger((ledger) => [...failedRecords(ledger)]);
  rig.withLedger((ledger) => retry(ledger, rig.clock.now()));
  const third = await rig.run(messagesByChat);

  expect(first.result?.counts.messages).toMatchObject({ created: 11, unresolved: 1 });
  expect(second.result?.counts.messages).toMatchObject({ created: 11, unresolved: 1 });
  expect(sends).toBe(12);
  expect(unresolved).toMatchObject([
    {
      outcome: 'unresolved',
      code: 'NOT_FOUND_AFTER_SENDING',
      message: expect.stringContaining('a retry checks once more'),
    },
  ]);
  expect(third.result?.counts.messages).toMatchObject({ created: 12, unresolved: 0 });
  expect(new Set(muids(rig)).size).toBe(12);
  expect(muids(rig)).toHaveLength(12);
});

test('a reply that may or may not have landed is never sent twice without the user’s word, nor after the ledger was lost', async () => {
  const spoken = messages(3, 2);
  const replies = spoken
    .slice(1)
    .map((row) => ({ ...row, parentMuid: 'm1', category: 'message', type: 'text' }));
  await using rig = await chatRig({ users: users(2), messages: spoken.slice(0, 1), replies });
  const operation = 'messages.thread.send';
  rig.service.setFaults([{ fault: 'reset-before', operation, when: { nth: 1 } }]);

  const first = await rig.run(messagesByChat);
  const second = await rig.run(messagesByChat);
  rig.withLedger((ledger) => retry(ledger, rig.clock.now()));
  const third = await rig.run(messagesByChat);

  for (const { result } of [first, second])
    expect(result?.counts.replies).toMatchObject({ created: 1, unresolved: 1 });
  expect(third.result?.counts.replies).toMatchObject({ created: 2, unresolved: 0 });
  rig.forgetLedger();
  const fourth = await rig.run(messagesByChat);
  expect(fourth.result?.counts.replies).toMatchObject({ created: 0, present: 2 });
  expect(muids(rig)).toHaveLength(3);
});

test('a retry looks the message up once more before it sends', async () => {
  await using rig = await chatRig(talk);
  rig.service.setFaults([
    { fault: 'reset-after', operation: 'messages.send', when: { nth: 5 } },
    // The look-up is shown an empty conversation.
    {
      fault: 'status-before',
      status: 404,
      code: 'ERR_UID_NOT_FOUND',
      operation: 'users.messages.list',
    },
  ]);
  const first = await rig.run(messagesByChat);
  rig.service.setFaults([]);

  rig.withLedger((ledger) => retry(ledger, rig.clock.now()));
  const { result } = await rig.run(messagesByChat);

  expect(first.result?.counts.messages).toMatchObject({ unresolved: 1 });
  expect(result?.counts.messages).toMatchObject({ created: 11, present: 1, presentByThisJob: 1 });
  expect(muids(rig)).toHaveLength(12);
});

test.each([
  { stored: false, counts: { created: 11, present: 0, unresolved: 1 } },
  { stored: true, counts: { created: 11, present: 1, presentByThisJob: 1 } },
])(
  'a run stopped with a message in flight (stored: $stored) looks it up when it resumes an hour later',
  async ({ stored, counts }) => {
    const clock = new ManualClock();
    await using rig = await chatRig(talk, clock);
    const operation = 'messages.send';
    rig.service.setFaults([{ fault: 'silence', stored, operation, when: { nth: 3 } }]);
    const now = new AbortController();
    const watch = setInterval(() => sendsOf(rig) === 3 && now.abort(), 5);

    const { result } = await rig.run(
      { ...messagesByChat, concurrency: 1 },
      { stop: { now: now.signal } },
    );
    clearInterval(watch);
    rig.service.setFaults([]);
    clock.advance(3_600_000);
    const next = await rig.run(messagesByChat);

    expect(result).toMatchObject({ end: 'stopped' });
    expect(next.result).toMatchObject({ end: 'finished', counts: { messages: counts } });
    expect(muids(rig)).toHaveLength(stored ? 12 : 11);
  },
);

test('a sender keeps within the messages a user may send in a minute', async () => {
  const clock = new ManualClock();
  const rows = {
    users: users(2),
    messages: messages(80, 2).map((one) => ({ ...one, sender: 'u1', receiver: 'u2' })),
  };
  await using rig = await startRig(rows, { clock, service: { now: () => clock.now() } });

  const { result, events } = await rig.run(messagesByChat);

  expect(result?.counts.messages.created).toBe(80);
  expect(events.filter(({ type }) => type === 'rate-limited')).toEqual([]);
});

test('a message the service does not take fails alone', async () => {
  await using rig = await chatRig(talk);
  const onEvent = (event: RunEvent): void => {
    if (event.type === 'kind-finished' && event.kind === 'users')
      rig.service.seed({ blocks: [{ uid: 'u3', blockedUid: 'u2' }] });
  };

  const { result } = await rig.run(messagesByChat, { onEvent });

  expect(result?.counts.messages).toMatchObject({ created: 9, failed: 3, unresolved: 0 });
});

test.each(['lost', 'an older copy'] as const)(
  'a ledger that is %s doubles no message that was sent live',
  async (how) => {
    await using rig = await chatRig(talk);
    if (how === 'an older copy') {
      let settled = 0;
      await rig.run(messagesByChat, {
        onEvent: ({ type }) => (type === 'batch-settled' && ++settled === 2 ? 'enough' : undefined),
      });
      cpSync(rig.ledgerPath, `${rig.ledgerPath}.copy`);
    }
    await rig.run(messagesByChat);
    if (how === 'lost') rig.forgetLedger();
    else renameSync(`${rig.ledgerPath}.copy`, rig.ledgerPath);

    const { result } = await rig.run(messagesByChat);

    expect(result).toMatchObject({
      end: 'finished',
      counts: { messages: { failed: 0, unresolved: 0, pending: 0 } },
    });
    expect(result!.counts.messages.present).toBeGreaterThan(0);
    expect(muids(rig).toSorted()).toEqual(sortedIds(talk.messages, 'muid'));
  },
);

test('a copy of a job that runs beside it sends nothing again that was there before it began', async () => {
  const many = { users: users(4), messages: messages(60, 4) };
  await using rig = await chatRig(many);
  let before: string[] = [];
  let copy: Promise<unknown> | undefined;

  await rig.run(
    { ...messagesByChat, concurrency: 1 },
    {
      onEvent: ({ type }) => {
        if (type !== 'batch-settled' || copy !== undefined || muids(rig).length < 10) return;
        before = muids(rig);
        rig.ledgerPath += '.copy';
        copy = rig.run(messagesByChat);
      },
    },
  );
  await copy;

  const after = muids(rig);
  expect(before.length).toBeGreaterThanOrEqual(10);
  expect(before.length).toBeLessThan(60);
  expect(before.filter((muid) => after.filter((other) => other === muid).length !== 1)).toEqual([]);
  expect([...new Set(after)].toSorted()).toEqual(sortedIds(many.messages, 'muid'));
});

test('a conversation that cannot be read for a while is waited for before anything is sent to it', async () => {
  await using rig = await chatRig(talk);
  await rig.run(messagesByChat);
  rig.forgetLedger();
  // Longer than the client itself waits.
  const limited = { fault: 'rate-limit', seconds: 600, operation: '*.messages.list' } as const;
  rig.service.setFaults([{ ...limited, when: { from: 1, to: 3 } }]);

  const { result } = await rig.run({ ...messagesByChat, giveUpAfterMs: 3_600_000 });

  expect(result?.counts.messages).toMatchObject({ present: 12, failed: 0, unresolved: 0 });
  expect(muids(rig).toSorted()).toEqual(sortedIds(talk.messages, 'muid'));
});

test.each([280, 315_360_000])(
  'a conversation that is never read, as the service asks to wait %i s, ends the run in the time to give up',
  async (seconds) => {
    const clock = new ManualClock();
    const startedAt = clock.monotonicMs();
    await using rig = await chatRig(talk, clock);
    rig.service.setFaults([{ fault: 'rate-limit', seconds, operation: '*.messages.list' }]);

    const { result } = await rig.run({ ...messagesByChat, giveUpAfterMs: 600_000 });

    expect(result).toMatchObject({
      end: 'stopped',
      reason: { code: 'gave-up' },
      counts: { messages: { created: 0, pending: 12 } },
    });
    expect(clock.monotonicMs() - startedAt).toBeLessThan(620_000);
  },
);

function sendsOf(rig: Rig): number {
  return rig.service.requests.filter(({ operation }) => operation === 'messages.send').length;
}

test('a member that the answer does not name is not taken for one who landed', async () => {
  await using rig = await chatRig({ ...town(4, 0), messages: [] });
  await using front = await startFront(rig.service, ({ path }) =>
    path.includes('/members')
      ? { status: 200, body: { data: { participants: { u2: { success: true } } } } }
      : 'pass',
  );

  const { result } = await rig.run(
    { ...byChat, giveUpAfterMs: 3_600_000 },
    { baseUrl: front.baseUrl },
  );

  expect(result?.counts.members.created).toBe(1);
});

test('an error that holds data does not certify a record', async () => {
  await using rig = await chatRig({ users: users(2) });
  const error = { code: 'ERR_BAD_REQUEST', message: 'No.' };
  await using front = await startFront(rig.service, ({ body }) =>
    body.includes('"u2"') ? { status: 400, body: { data: { uid: 'u2' }, error } } : 'pass',
  );

  const { result } = await rig.run(byChat, { baseUrl: front.baseUrl });

  expect(result?.counts.users).toMatchObject({ created: 1, failed: 1 });
});

test('tags of a message are carried', async () => {
  const tagged = talk.messages.map((one) => ({ ...one, tags: ['kept'] }));
  await using rig = await chatRig({ users: talk.users, messages: tagged });

  await rig.run(messagesByChat);

  const tags = rig.service.db.prepare('SELECT DISTINCT tags FROM messages').all();
  expect(tags.map((row) => JSON.parse(row['tags'] as string))).toEqual([['kept']]);
});

test('members of one request that is refused for one of them are sent by themselves', async () => {
  await using rig = await chatRig({ ...town(6, 0), messages: [] });
  const error = { code: 'ERR_BAD_REQUEST', message: 'No.' };
  await using front = await startFront(rig.service, ({ path, body }) =>
    path.includes('/members') && body.includes('"u3"') ? { status: 400, body: { error } } : 'pass',
  );

  const { result } = await rig.run(byChat, { baseUrl: front.baseUrl });

  expect(result?.counts.members).toMatchObject({ created: 4, failed: 1, pending: 0 });
  expect(rig.withLedger((ledger) => [...failedRecords(ledger)])).toMatchObject([
    { id: 'square_member_u3', outcome: 'failed', code: 'ERR_BAD_REQUEST' },
  ]);
});

test('members whom an answer refuses for the plan of the app are not failed', async () => {
  await using rig = await chatRig({ ...town(4, 0), messages: [] });
  const error = { code: 'ERR_PLAN_RESTRICTION', message: 'No.' };
  const participants = { u2: { success: true }, u3: { error }, u4: { error } };
  await using front = await startFront(rig.service, ({ path }) =>
    path.includes('/members') ? { status: 200, body: { data: { participants } } } : 'pass',
  );

  const { result } = await rig.run(
    { ...byChat, giveUpAfterMs: 600_000 },
    { baseUrl: front.baseUrl },
  );

  expect(result?.counts.members).toMatchObject({ created: 1, failed: 0 });
});
