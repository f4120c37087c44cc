import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@chatferry/client';
import { changeRecords, type Kind } from '@chatferry/contract';
import { type LocalService, startLocalService } from '@chatferry/local-service';
import { type Batch, openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { EvenPace } from '../src/pacing/even-pace.ts';
import { removalRoute } from '../src/routes/removal-route.ts';
import { chatMembersRoute } from '../src/routes/chat-members.ts';
import { chatMessagesRoute } from '../src/routes/chat-messages.ts';
import { repliesRoute } from '../src/routes/replies.ts';
import type { Route } from '../src/routes/route.ts';
import { updatesRoute } from '../src/routes/updates.ts';
import { makePlan, type Rows } from './support/make-plan.ts';
import { ManualClock } from './support/manual-clock.ts';
import { MemoryMessageIds } from './support/memory-message-ids.ts';
import { messages, users } from './support/rows.ts';

const pace = new EvenPace(new ManualClock(), () => 'unlimited');
const ledger = { messageIds: new MemoryMessageIds() };

/** The first batch of each of these kinds, of a plan with one lane. */
async function batchesOf<const Kinds extends Kind>(
  kinds: readonly Kinds[],
  rows: Rows,
): Promise<Readonly<Record<Kinds, Batch>>> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-routes-'));
  await makePlan(join(folder, 'plan.sqlite'), rows, { lanes: 1 });
  using plan = openPlan(join(folder, 'plan.sqlite'));
  const found = kinds.map((kind) => [kind, [...plan.batches(kind, 0)][0]!]);
  rmSync(folder, { recursive: true });
  return Object.fromEntries(found) as Record<Kinds, Batch>;
}

async function batchOf(kind: Kind, rows: Rows): Promise<Batch> {
  return (await batchesOf([kind], rows))[kind];
}

function everyOne({ records }: Batch): number[] {
  return Array.from({ length: records }, (_, position) => position);
}

test('members are named in the list of their scope, and their results are read from it', async () => {
  const group = { guid: 'g', name: 'G', type: 'public', owner: 'u1' };
  const batch = await batchOf('members', {
    users: users(5),
    groups: [group],
    members: [
      { guid: 'g', uid: 'u2', scope: 'admin' },
      { guid: 'g', uid: 'u3', scope: 'moderator' },
      { guid: 'g', uid: 'u4' },
      { guid: 'g', uid: 'u5', isBanned: true },
    ],
  });
  const route = chatMembersRoute(pace);
  const done = { success: true };
  const data = {
    admins: { u2: done },
    moderators: { u3: done },
    participants: { u4: done },
    usersToBan: { u5: done },
  };

  const { body } = await route.request(batch, everyOne(batch));
  const answer = { status: 200, headers: {}, body: { data } };

  expect(JSON.parse(Buffer.from(body!).toString())).toEqual({
    admins: ['u2'],
    moderators: ['u3'],
    participants: ['u4'],
    usersToBan: ['u5'],
  });
  expect(route.actionFor(answer, batch, everyOne(batch), 0)).toMatchObject({
    results: Array.from({ length: 4 }, () => ({ is: 'created' })),
  });
});

test('members of several groups are added by requests of their own', async () => {
  const group = { name: 'G', type: 'public', owner: 'u1' };
  const batch = await batchOf('members', {
    users: users(3),
    groups: ['g', 'h'].map((guid) => ({ guid, ...group })),
    members: ['g', 'h'].flatMap((guid) => ['u2', 'u3'].map((uid) => ({ guid, uid }))),
  });
  const route = chatMembersRoute(pace);

  const requests = route.requestsFor(batch, everyOne(batch));

  const sent = await Promise.all(
    requests.map(async (positions) => {
      const { path, body } = await route.request(batch, positions);
      return [path, JSON.parse(Buffer.from(body!).toString())];
    }),
  );
  expect(sent).toEqual(['g', 'h'].map((guid) => [{ guid }, { participants: ['u2', 'u3'] }]));
});

test('messages and replies wait for the next slot of their sender', async () => {
  const spoken = messages(1, 2);
  const reply = { muid: 'r1', parentMuid: 'm1', category: 'message', type: 'text' };
  const rows = { users: users(2), messages: spoken, replies: [{ ...spoken[0], ...reply }] };
  for (const [kind, route] of [
    ['messages', chatMessagesRoute(pace)],
    ['replies', repliesRoute(pace, ledger)],
  ] as const) {
    const batch = await batchOf(kind, rows);
    const take = (): number => route.waitMs!(batch, [0], 1000);

    expect(take()).toBe(0);
    expect(take()).toBeGreaterThan(1900);
  }
});

test('a message does not wait for the slot of another sender', async () => {
  const batch = await batchOf('messages', { users: users(2), messages: messages(2, 2) });
  const route = chatMessagesRoute(pace);

  expect([0, 1].map((position) => route.waitMs!(batch, [position], 1000))).toEqual([0, 0]);
});

/** The body of the request that updates these fields of a user. */
async function updateOf(fields: readonly string[]): Promise<unknown> {
  const [change] = changeRecords('users', { uid: 'ann', name: 'Anna' }, fields);
  const { kind, row } = change!;
  const batch = await batchOf(kind, { [kind]: [row] });
  const { body } = await updatesRoute(kind, pace, ledger).request(batch, [0]);
  return JSON.parse(Buffer.from(body!).toString());
}

test('an update names the fields that it unsets only where it unsets any', async () => {
  expect(await updateOf(['name'])).toEqual({ name: 'Anna' });
  expect(await updateOf(['name', 'avatar'])).toEqual({ name: 'Anna', unset: ['avatar'] });
});

test('of several blocks to be removed, each is gone only by its own result, or with its own user', async () => {
  const blocks = ['u2', 'u3'].map((blocked) => ({ uid: 'u1', blocked }));
  const batch = await batchOf('blocks', { users: users(3), blocks });
  const route = removalRoute('blocks', pace, { isRemovedUser: (uid) => uid === 'u3' });
  const error = { code: 'ERR_UID_NOT_FOUND', message: 'No.' };
  const listed = { u2: { success: false, error }, u3: { success: false, error } };
  const of = (status: number, body: object, positions: number[]): object =>
    route.actionFor({ status, headers: {}, body }, batch, positions, 0);

  expect(of(200, { data: listed }, [0, 1])).toMatchObject({
    results: [{ is: 'failed' }, { is: 'created' }],
  });
  expect(of(200, { data: { u3: { success: true } } }, [0, 1])).toMatchObject({
    results: [{ is: 'open', because: 'not-mentioned' }, { is: 'created' }],
  });
  expect(of(404, { error }, [1])).toEqual({ type: 'results', results: [{ is: 'created' }] });
  expect(of(404, { error }, [1, 0])).toMatchObject({ type: 'split' });
});

function messageIdOf(): Promise<string> {
  return Promise.resolve('7');
}

function routeOf(kind: Kind): Route {
  const namesMessages = kind === 'messages' || kind === 'reactions';
  return removalRoute(kind, pace, namesMessages ? { messageIdOf } : {});
}

test('what the app no longer holds is removed, whatever else is gone', async () => {
  const own = {
    users: users(3),
    groups: [{ guid: 'g', name: 'G', type: 'public', owner: 'u1' }],
  };
  const batches = await batchesOf(
    ['roles', 'users', 'groups', 'members', 'messages', 'reactions', 'friends'],
    {
      ...own,
      roles: [{ role: 'elder', name: 'Elder' }],
      members: [
        { guid: 'g', uid: 'u2' },
        { guid: 'g', uid: 'u3', isBanned: true },
      ],
      messages: messages(1, 2),
      reactions: [{ muid: 'm1', uid: 'u2', reaction: 'x' }],
      friends: [{ uid: 'u1', friend: 'u2' }],
    },
  );
  await using empty = await startLocalService();
  await using others = await startLocalService({ seed: own });
  const removedFrom = async (
    service: LocalService,
    kind: keyof typeof batches,
    position = 0,
  ): Promise<unknown> => {
    await using client = createClient(service);
    const route = routeOf(kind);
    const {
      operation,
      body,
      path = {},
      onBehalfOf,
    } = await route.request(batches[kind], [position]);
    const answer = await client.attempt(operation, {
      path,
      ...(body === undefined ? {} : { bodyBytes: body }),
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    });
    const action = route.actionFor(answer, batches[kind], [position], 0);
    return { kind, isError: answer.status >= 400, action };
  };
  const gone = { type: 'results', results: [{ is: 'created' }] };
  const expected = (kind: Kind): object => ({ kind, isError: true, action: gone });

  for (const kind of ['roles', 'members', 'messages', 'reactions', 'friends'] as const)
    expect(await removedFrom(others, kind)).toEqual(expected(kind));
  for (const kind of ['users', 'groups', 'members'] as const)
    expect(await removedFrom(empty, kind)).toEqual(expected(kind));
  expect(await removedFrom(others, 'members', 1)).toEqual(expected('members'));
  expect(await removedFrom(empty, 'members', 1)).toEqual(expected('members'));
  // The other code that the reference has for a message that is gone.
  const body = { error: { code: 'ERR_MSG_NOT_FOUND' } };
  for (const kind of ['messages', 'reactions'] as const)
    expect(
      routeOf(kind).actionFor({ status: 404, headers: {}, body }, batches[kind], [0], 0),
    ).toEqual(gone);
});

test('a request removes at most 25 of the blocks of a user', async () => {
  const blocks = users(26).flatMap(({ uid }) =>
    uid === 'u1' ? [] : [{ uid: 'u1', blocked: uid }],
  );
  const batch = await batchOf('blocks', { users: users(26), blocks });
  const one = everyOne(batch);

  // The batches of a removal are larger than those of the blocks themselves.
  const requests = removalRoute('blocks', pace, {}).requestsFor(batch, [...one, ...one]);

  expect(requests).toEqual([one, one]);
});

test('the ban of a user is lifted by the removal of the record, and a member is removed', async () => {
  const batch = await batchOf('members', {
    users: users(3),
    groups: [{ guid: 'g', name: 'G', type: 'public', owner: 'u1' }],
    members: [
      { guid: 'g', uid: 'u2' },
      { guid: 'g', uid: 'u3', isBanned: true },
    ],
  });
  const route = removalRoute('members', pace, {});

  expect(await route.request(batch, [0])).toMatchObject({
    operation: 'groups.members.remove',
    path: { guid: 'g', uid: 'u2' },
  });
  expect(await route.request(batch, [1])).toMatchObject({
    operation: 'groups.bannedUsers.unban',
    path: { guid: 'g', uid: 'u3' },
  });
});
