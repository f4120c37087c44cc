import { expect, test } from 'vitest';
import { quick } from '../../runner/test/support/rig.ts';
import { startFleetRig } from './support/fleet-rig.ts';
import { sharedStore } from './support/test-stores.ts';

const shared = sharedStore();

const then = Math.floor(Date.now() / 1000) - 3600;

/** Users, messages and follow-ups: Bob and Cy have the dates of the plan, and Ada has none. */
const rows = {
  users: [
    { uid: 'ada', name: 'Ada' },
    { uid: 'bob', name: 'Bob', createdAt: then },
    { uid: 'cy', name: 'Cy', createdAt: then },
  ],
  messages: ['m1', 'm2'].map((muid) => ({
    muid,
    sender: 'bob',
    receiver: 'cy',
    receiverType: 'user',
    category: 'message',
    type: 'text',
    data: { text: muid },
    sentAt: then + 60,
  })),
  reactions: ['bob', 'cy'].map((uid) => ({ muid: 'm2', uid, reaction: '👍' })),
  blocks: ['bob', 'cy'].map((uid) => ({ uid, blocked: 'ada' })),
};

test('with the ledger in a store, what others register while answers are lost is not of the job', async () => {
  await using rig = await startFleetRig(shared, rows, {
    service: {
      faults: [
        { fault: 'status-before', status: 502, operation: 'dataImport.users', when: { nth: 1 } },
        { fault: 'status-before', status: 502, operation: 'dataImport.messages', when: { nth: 1 } },
      ],
    },
  });
  const { allowsLive: _, ...settings } = quick;
  await rig.submit({ settings: { ...settings, maxDifferent: { percent: 100 } } });
  const registered = new Set<string>();

  await rig.work({
    onEvent: (event) => {
      if (event.type !== 'run' || event.event.type !== 'retrying') return;
      const { kind } = event.event;
      if (registered.has(kind)) return;
      registered.add(kind);
      // Others use the ids of the plan: two users with its content, made now, and a message with another text.
      if (kind === 'users')
        rig.service.seed({
          users: [
            { uid: 'ada', name: 'Ada' },
            { uid: 'bob', name: 'Bob' },
          ],
        });
      else rig.service.seed({ messages: [{ ...rows.messages[0]!, data: { text: 'Theirs' } }] });
    },
  });

  expect([...registered].toSorted()).toEqual(['messages', 'users']);
  expect((await rig.state()).counts).toMatchObject({
    users: { created: 1, present: 2, presentByThisJob: 0, presentSame: 1, presentDifferent: 1 },
    messages: { created: 1, present: 1, presentByThisJob: 0, presentDifferent: 1 },
  });
});

test('with the ledger in a store, what landed in a request whose answer was lost is proved by date or message id', async () => {
  await using rig = await startFleetRig(shared, rows, {
    service: {
      faults: [
        { fault: 'reset-after', operation: 'dataImport.users', when: { nth: 1 } },
        { fault: 'reset-after', operation: 'dataImport.messages', when: { nth: 1 } },
      ],
    },
  });
  await rig.submit();

  await rig.work();

  expect((await rig.state()).counts).toMatchObject({
    users: { created: 0, present: 3, presentByThisJob: 2, presentSame: 1 },
    messages: { created: 0, present: 2, presentByThisJob: 2 },
  });
});

test('with the ledger in a store, reactions and blocks that others made before are not of the job, and neither are those of a lost answer', async () => {
  await using rig = await startFleetRig(shared, rows, {
    service: {
      faults: [
        { fault: 'reset-after', operation: 'messages.reactions.add', when: { nth: 1 } },
        { fault: 'reset-after', operation: 'users.blockedUsers.block', when: { nth: 1 } },
      ],
    },
  });
  await rig.submit();
  rig.service.seed({
    users: rows.users.map((user) => ({ ...user, createdAt: then })),
    messages: [rows.messages[1]!],
    blocks: [{ uid: 'bob', blockedUid: 'ada' }],
  });
  rig.service.db.exec(
    "INSERT INTO reactions (message_id, reaction, uid, reacted_at) SELECT id, '👍', 'bob', 1 FROM messages",
  );

  await rig.work();

  expect((await rig.state()).counts).toMatchObject({
    reactions: { created: 0, present: 2, presentByThisJob: 0, presentSame: 2 },
    blocks: { created: 0, present: 2, presentByThisJob: 0, presentSame: 2 },
  });
});
