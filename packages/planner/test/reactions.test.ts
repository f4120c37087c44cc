import { expect, test } from 'vitest';
import { entryOf } from '../src/index.ts';
import { compile, type Export, NOW } from './rig.ts';

const users = ['ann', 'bob'].map((uid) => ({ uid, name: uid }));

function message(muid: string, sentAt = NOW - 1000): Record<string, unknown> {
  return {
    muid,
    sender: 'ann',
    receiverType: 'user',
    receiver: 'bob',
    sentAt,
    data: { text: 'x' },
  };
}

function thumb(muid: string, uid: string): Record<string, string> {
  return { muid, uid, reaction: '👍' };
}

async function plannedReactions(rows: Export): Promise<string[]> {
  using planned = await compile(rows, { lanes: 1 });
  return [...planned.plan.batches('reactions', 0)].map((batch) => entryOf(batch, 0).id);
}

test('a reaction to a message that is not planned is rejected with the reason of the message', async () => {
  const rows: Export = {
    users,
    messages: [message('m1'), message('Late', NOW + 50), message('m1')],
    reactions: [
      { muid: 'm1', uid: 'ann', reaction: '👍' },
      { muid: 'Late', uid: 'ann', reaction: '👍' },
      { muid: 'lost', uid: 'bob', reaction: '🎉' },
      { muid: 'm1', uid: 'zoe', reaction: '👍' },
      { muid: 'Late', uid: 'ann', reaction: '👍' },
    ],
  };

  using planned = await compile(rows);

  expect(planned.summary.kinds.reactions).toMatchObject({
    rows: 5,
    planned: 1,
    merged: 1,
    rejected: 3,
  });
  const found = planned.rejects.filter(({ kind }) => kind === 'reactions');
  expect(found.map(({ code, line, value }) => [code, line, value])).toEqual([
    ['missing-user', 5, 'zoe'],
    ['missing-message', 3, 'Late'],
    ['missing-message', 4, 'lost'],
  ]);
  expect(found[1]!.message).toContain('it was rejected: future-time at messages.csv:3');
  expect(found[2]!.message).toContain('it is not in the export');
  expect(planned.plan.causes(10)).toContainEqual(
    expect.objectContaining({
      root: expect.objectContaining({ kind: 'messages', id: 'Late', code: 'future-time' }),
    }),
  );
});

test('a reaction to a message of which two rows differ is rejected when neither is planned', async () => {
  // The latest comes first.
  const messages = [message('m2', NOW - 1), message('m1', NOW - 2), message('m1', NOW - 3)];
  using planned = await compile(
    { users, messages, reactions: [thumb('m1', 'bob'), thumb('m2', 'bob')] },
    { duplicates: 'reject' },
  );

  const rejects = planned.rejects.filter(({ kind }) => kind === 'reactions');
  expect(rejects).toMatchObject([{ code: 'missing-message', line: 2, value: 'm1' }]);
  expect(rejects[0]!.message).toContain('it was rejected: duplicate-id at messages.csv:');
});

test('reactions without any message are rejected', async () => {
  using planned = await compile({ users, reactions: [{ muid: 'm1', uid: 'ann', reaction: '👍' }] });

  expect(planned.summary.kinds.reactions).toMatchObject({ planned: 0, rejected: 1 });
});

test('a message has at most 25 different reactions, those that came first, of any number of users', async () => {
  const kinds = Array.from({ length: 27 }, (_, index) => `r${index}`);
  const reactions = kinds.flatMap((reaction, index) =>
    users.map(({ uid }) => ({ muid: 'm1', uid, reaction, reactedAt: NOW - index })),
  );
  const other = { muid: 'm2', uid: 'ann', reaction: 'r0' };
  const rows = {
    users,
    messages: [message('m1'), message('m2')],
    reactions: [...reactions, other],
  };

  using planned = await compile(rows);

  expect(planned.summary.kinds.reactions).toMatchObject({ planned: 51, rejected: 4 });
  // The earliest are those with the highest numbers.
  expect(planned.rejects.map(({ code, id }) => `${code} ${id}`).toSorted()).toEqual([
    'too-many-reactions m1 ann r0',
    'too-many-reactions m1 ann r1',
    'too-many-reactions m1 bob r0',
    'too-many-reactions m1 bob r1',
  ]);
});

test('reactions are planned one in a request, in order of time, and those of a message in one lane', async () => {
  const messages = Array.from({ length: 40 }, (_, index) => message(`m${index}`));
  const reactions = messages.flatMap(({ muid }) => [
    { muid, uid: 'bob', reaction: 'b', reactedAt: NOW - 1 },
    { muid, uid: 'ann', reaction: 'a', reactedAt: NOW - 2 },
  ]);

  using planned = await compile({ users, messages, reactions });

  const lanes = new Map<string, Set<number>>();
  for (let lane = 0; lane < planned.plan.lanes; lane++)
    for (const batch of planned.plan.batches('reactions', lane)) {
      expect(batch.records).toBe(1);
      const [muid] = entryOf(batch, 0).id.split(' ');
      lanes.set(muid!, (lanes.get(muid!) ?? new Set()).add(lane));
    }
  expect([...lanes.values()].every(({ size }) => size === 1)).toBe(true);
  expect(new Set([...lanes.values()].flatMap((each) => [...each])).size).toBe(4);
  const ids = await plannedReactions({
    users,
    messages: [message('m1')],
    reactions: [
      { muid: 'm1', uid: 'ann', reaction: 'late', reactedAt: NOW - 1 },
      { muid: 'm1', uid: 'bob', reaction: 'early', reactedAt: NOW - 9 },
    ],
  });
  expect(ids).toEqual(['m1 bob early', 'm1 ann late']);
});

test('the same reaction twice is planned once, and two keys are never the same by accident', async () => {
  const rows: Export = {
    users: [...users, { uid: 'b', name: 'B' }],
    messages: [message('m'), message('m b')],
    reactions: [
      { muid: 'm', uid: 'b', reaction: 'b x' },
      { muid: 'm b', uid: 'b', reaction: 'x' },
      { muid: 'm', uid: 'b', reaction: 'b x' },
      { muid: 'm', uid: 'b', reaction: 'b%20x' },
    ],
  };

  using planned = await compile(rows);

  expect(planned.summary.kinds.reactions).toMatchObject({ planned: 3, merged: 1, rejected: 0 });
});

test('a reaction of a user who is not a member of the group is rejected, unless they sent the message', async () => {
  const groups = ['open', 'owned'].map((guid) => ({ guid, name: guid, type: 'public' }));
  const toGroup = { receiverType: 'group', receiver: 'open' };
  const rows: Export = {
    users: [...users, { uid: 'cy', name: 'Cy' }],
    groups: [groups[0]!, { ...groups[1]!, owner: 'bob' }],
    members: [{ guid: 'open', uid: 'cy' }],
    messages: [
      { ...message('m1'), ...toGroup },
      { ...message('m2'), ...toGroup, receiver: 'owned' },
      message('m3'),
      // It is not the one that is planned.
      { ...message('m3'), ...toGroup },
    ],
    reactions: [
      ...['bob', 'cy'].map((uid) => thumb('m2', uid)),
      ...['ann', 'bob', 'cy'].map((uid) => thumb('m1', uid)),
      thumb('m3', 'bob'),
      thumb('m1', 'bob'),
    ],
  };

  using planned = await compile(rows);

  expect(planned.summary.kinds.reactions).toMatchObject({
    rows: 7,
    planned: 4,
    merged: 1,
    rejected: 2,
  });
  expect(planned.rejects.map(({ code, id, line, field }) => [code, id, line, field])).toEqual([
    ['duplicate-id', 'm3', 5, 'muid'],
    ['reaction-from-outside', 'm2 cy 👍', 3, 'uid'],
    ['reaction-from-outside', 'm1 bob 👍', 5, 'uid'],
  ]);
});

test('reactions that are rejected or merged for another reason do not count among the 25 of a message', async () => {
  const kinds = Array.from({ length: 25 }, (_, index) => `r${index}`);
  const reactions = kinds.map((reaction) => ({ muid: 'm1', uid: 'ann', reaction, reactedAt: NOW }));
  const rows: Export = {
    users: [...users, { uid: 'cy', name: 'Cy' }],
    groups: [{ guid: 'open', name: 'open', type: 'public', owner: 'bob' }],
    messages: [{ ...message('m1'), receiverType: 'group', receiver: 'open' }],
    reactions: [
      { muid: 'm1', uid: 'cy', reaction: 'outside', reactedAt: NOW - 10 },
      ...reactions,
      reactions.at(-1)!,
    ],
  };

  using planned = await compile(rows);

  expect(planned.rejects.map(({ code, id }) => `${code} ${id}`)).toEqual([
    'reaction-from-outside m1 cy outside',
  ]);
  expect(planned.summary.kinds.reactions).toMatchObject({
    rows: 27,
    planned: 25,
    merged: 1,
    rejected: 1,
  });
});

test('a reaction finds its message by an id in other case, as the service does', async () => {
  const reactions = [thumb('m1', 'ann'), thumb('M2', 'ann')];

  using planned = await compile({ users, messages: [message('M1'), message('m2')], reactions });

  expect(planned.summary.kinds.reactions).toMatchObject({ planned: 2, rejected: 0 });
});
