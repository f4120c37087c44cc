import { expect, test } from 'vitest';
import { keyed, message, importSample, importMessages, user } from './support/records.ts';
import { type Rig, startRig, TODAY } from './support/rig.ts';

test('a user is created, changed field by field, emptied and deleted for good', async () => {
  await using rig = await startRig();
  const path = { uid: 'ada' };
  const created = await rig.data('users.create', {
    body: {
      uid: 'Ada',
      name: 'Ada',
      avatar: 'https://example.org/a.png',
      tags: ['staff'],
      withAuthToken: true,
    },
  });

  expect(created).toMatchObject({ uid: 'ada', role: 'default', createdAt: TODAY });
  expect(created.authToken).toMatch(/^ada_/);
  expect(await rig.refusal('users.create', { body: { uid: 'ada', name: 'X' } })).toBe(
    'ERR_UID_ALREADY_EXISTS',
  );
  rig.pass(60);
  const changed = await rig.data('users.update', {
    path,
    body: { name: 'Ada L.', statusMessage: 'away', metadata: { a: 1 }, unset: ['avatar'] },
  });
  expect(changed).toMatchObject({
    name: 'Ada L.',
    statusMessage: 'away',
    metadata: { a: 1 },
    tags: ['staff'],
    updatedAt: TODAY + 60,
  });
  expect(changed).not.toHaveProperty('avatar');
  expect(await rig.data('users.get', { path: { uid: 'ADA' } })).toEqual(changed);
  await rig.data('users.delete', { path, body: { permanent: true } });
  expect(await rig.refusal('users.get', { path })).toBe('ERR_UID_NOT_FOUND');
  await rig.data('users.create', { body: { uid: 'ada', name: 'Another' } });
});

test('roles and sizes are checked when a user is created', async () => {
  await using rig = await startRig();
  const refusal = (more: object) =>
    rig.refusal('users.create', { body: { uid: 'ada', name: 'Ada', ...more } });

  expect(await refusal({ role: 'pirate' })).toBe('ERR_ROLE_NOT_FOUND');
  expect(await refusal({ metadata: { text: 'x'.repeat(6000) } })).toBe('ERR_BAD_REQUEST');
  expect(await refusal({ uid: 'a b' })).toBe('ERR_BAD_REQUEST');
  expect(await refusal({ uid: 'app_system' })).toBe('ERR_UID_ALREADY_EXISTS');
});

test('a deactivated user answers as not found until reactivated', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const path = { uid: 'bob' };

  const gone = await rig.data('users.deactivate', {
    body: { uidsToDeactivate: ['bob', 'unknown'] },
  });
  const again = await rig.data('users.deactivate', { body: { uidsToDeactivate: ['bob'] } });

  expect(gone).toEqual({
    deactivatedUids: ['bob'],
    alreadyDeactivatedUids: [],
    notFound: ['unknown'],
  });
  expect(again).toMatchObject({ alreadyDeactivatedUids: ['bob'] });
  expect(await rig.refusal('users.get', { path })).toBe('ERR_UID_NOT_FOUND');
  expect(await rig.refusal('users.delete', { path })).toBe('ERR_UID_NOT_FOUND');
  expect(await rig.refusal('users.authTokens.create', { path, body: {} })).toBe(
    'ERR_UID_NOT_FOUND',
  );
  expect(await rig.data('users.list', { query: { onlyDeactivated: true } })).toMatchObject([
    { uid: 'bob' },
  ]);
  const back = await rig.data('users.reactivate', {
    body: { uidsToActivate: ['bob', 'ada', 'unknown'] },
  });
  expect(back).toEqual({
    reactivatedUids: ['bob'],
    nonDeactivatedUids: ['ada'],
    notFound: ['unknown'],
  });
  expect(await rig.data('users.get', { path })).toMatchObject({ uid: 'bob' });
  await rig.data('users.delete', { path });
  expect(await rig.refusal('users.get', { path })).toBe('ERR_UID_NOT_FOUND');
});

test('deleting a user for good takes their messages, conversations and memberships along', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await importMessages(
    rig,
    message('m1'),
    message('m2', { sender: 'cy' }),
    message('m3', { sender: 'bob', receiverType: 'group', receiver: 'tea' }),
  );

  await rig.data('users.delete', { path: { uid: 'bob' }, body: { permanent: true } });

  expect(await rig.data('messages.list')).toEqual([]);
  expect(await rig.data('conversations.list')).toEqual([]);
  expect(await rig.data('groups.get', { path: { guid: 'tea' } })).toMatchObject({
    membersCount: 1,
  });
});

test('nothing that is stored names a user who was deleted for good', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const path = { uid: 'bob' };
  const [of] = await importMessages(
    rig,
    message('m1'),
    message('m2', { sender: 'bob', receiver: 'cy' }),
    message('m3', { sender: 'bob', receiverType: 'group', receiver: 'tea' }),
  );
  await rig.data('messages.reactions.add', {
    path: { id: of!, reaction: '👍' },
    as: 'bob',
  });
  await rig.data('users.blockedUsers.block', { path, body: { blockedUids: ['cy'] } });
  await rig.data('users.blockedUsers.block', {
    path: { uid: 'ada' },
    body: { blockedUids: ['bob'] },
  });
  await rig.data('users.friends.add', { path: { uid: 'cy' }, body: { accepted: ['bob'] } });
  await rig.data('users.friends.add', { path, body: { accepted: ['ada'] } });
  expect(naming(rig, 'bob').length).toBeGreaterThan(4);

  await rig.data('users.delete', { path, body: { permanent: true } });

  expect(naming(rig, 'bob')).toEqual([]);
});

/** The columns that have a value, in any row. */
function naming({ service: { db } }: Rig, value: string): string[] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables.flatMap(({ name: table }) =>
    db
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table!)
      .map(({ name }) => String(name))
      .filter(
        (name) =>
          db.prepare(`SELECT 1 FROM "${String(table)}" WHERE "${name}" = ?`).get(value) !==
          undefined,
      )
      .map((name) => `${String(table)}.${name}`),
  );
}

test('users are found by what is asked for', async () => {
  await using rig = await startRig();
  await rig.data('roles.create', { body: { role: 'guest', name: 'Guest' } });
  await rig.data('users.create', {
    body: { uid: 'ada', name: 'Ada 100%', tags: ['x', 'y'], role: 'guest' },
  });
  await rig.data('users.create', { body: { uid: 'bob', name: 'Bob', tags: ['z'] } });
  const uids = async (query: Record<string, string | boolean>) =>
    (await rig.data('users.list', { query })).map(({ uid }: { uid: string }) => uid);

  expect(await uids({ searchKey: 'B' })).toEqual(['bob']);
  expect(await uids({ searchKey: '%' })).toEqual(['ada']);
  expect(await uids({ searchKey: 'ada', searchIn: 'uid' })).toEqual(['ada']);
  expect(await uids({ searchKey: '100', searchIn: 'uid' })).toEqual([]);
  expect(await uids({ tags: 'y,z' })).toEqual(['bob', 'ada']);
  expect(await uids({ tags: 'y' })).toEqual(['ada']);
  expect(await uids({ role: 'guest' })).toEqual(['ada']);
  expect(await uids({ roles: 'guest,default' })).toEqual(['bob', 'ada']);
  expect(await uids({ uids: 'bob' })).toEqual(['bob']);
  expect(await uids({ status: 'available' })).toEqual([]);
  const [, tagged] = await rig.data('users.list', { query: { withTags: true } });
  const [, plain] = await rig.data('users.list');
  expect([tagged.tags, plain.tags]).toEqual([['x', 'y'], undefined]);
});

test('users are listed from the newest, with the last change of all of them on each page', async () => {
  await using rig = await startRig();
  const createdAt = { old: TODAY - 300, new: TODAY - 100, middle: TODAY - 200 };
  const users = Object.entries(createdAt).map(([uid, at]) => user(uid, { createdAt: at }));
  await rig.data('dataImport.users', { body: { users: keyed(users) } });
  await rig.data('users.update', { path: { uid: 'old' }, body: { name: 'Changed' } });

  const pages = await Promise.all(
    [1, 2].map((page) => rig.call('users.list', { query: { perPage: 2, page } })),
  );

  const uids = pages.map(({ body }) => body.data.map(({ uid }: { uid: string }) => uid));
  expect(uids).toEqual([['new', 'middle'], ['old']]);
  for (const { body } of pages) {
    expect(body.meta.cursor).toEqual({ updatedAt: TODAY, affix: 'prepend' });
    expect(body).not.toHaveProperty('cursor');
  }
});

test('a user without tags has none, wherever it is answered', async () => {
  await using rig = await startRig();
  const path = { uid: 'ada' };

  const created = await rig.data('users.create', { body: { uid: 'ada', name: 'Ada' } });
  const read = await rig.data('users.get', { path });
  const changed = await rig.data('users.update', { path, body: { link: 'https://a.test/' } });
  const [listed] = await rig.data('users.list', { query: { withTags: true } });
  const tagged = await rig.data('users.update', { path, body: { tags: ['x'] } });

  for (const one of [created, read, changed, listed]) expect(one).not.toHaveProperty('tags');
  expect(tagged.tags).toEqual(['x']);
});

test('an empty list is an empty body', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const path = { uid: 'ada' };
  const { authToken } = await rig.data('users.authTokens.create', { path, body: [] });
  const statusOf = async (...call: Parameters<typeof rig.call>) => (await rig.call(...call)).status;

  const one = { path: { uid: 'ada', authToken }, body: [] };
  expect(await statusOf('users.authTokens.update', one)).toBe(200);
  expect(await statusOf('users.authTokens.delete', one)).toBe(200);
  expect(await statusOf('users.authTokens.deleteAll', { path, body: [] })).toBe(200);
  // It does not stand for a body that is needed.
  expect(await rig.refusal('users.create', { body: [] })).toBe('ERR_BAD_REQUEST');
});

test('a user has any number of tokens, and a new one only when it is asked for', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const path = { uid: 'ada' };

  const { authToken: first } = await rig.data('users.authTokens.create', { path, body: {} });
  const { authToken: same } = await rig.data('users.authTokens.create', { path });
  for (let number = 0; number < 100; number++)
    await rig.data('users.authTokens.create', { path, body: { force: true } });

  expect(same).toBe(first);
  const tokens = await rig.data('users.authTokens.list', { path, query: { perPage: 1000 } });
  expect(tokens).toHaveLength(101);
  expect(tokens.at(-1)).toEqual({ uid: 'ada', authToken: first, createdAt: TODAY });
  expect(first).toMatch(new RegExp(`^ada_${TODAY}[0-9a-f]{30}$`));
  const one = { path: { uid: 'ada', authToken: tokens[0].authToken } };
  await rig.data('users.authTokens.update', {
    ...one,
    body: { platform: 'ios', appInfo: { v: 2 } },
  });
  expect(await rig.data('users.authTokens.get', one)).toMatchObject({
    platform: 'ios',
    appInfo: { v: 2 },
  });
  await rig.data('users.authTokens.delete', one);
  expect(await rig.refusal('users.authTokens.delete', one)).toBe('ERR_AUTH_TOKEN_NOT_FOUND');
  await rig.data('users.authTokens.deleteAll', { path });
  expect(await rig.data('users.authTokens.list', { path })).toEqual([]);
});

test('friends are friends both ways, blocks are one way', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const path = { uid: 'ada' };

  const added = await rig.data('users.friends.add', {
    path,
    body: { accepted: ['bob', 'ada', 'unknown'] },
  });
  expect(added.accepted.bob.success).toBe(true);
  expect(added.accepted.ada.error.code).toBe('ERR_CANNOT_FORM_SELF_RELATION');
  expect(added.accepted.unknown.error.code).toBe('ERR_UID_NOT_FOUND');
  const again = await rig.data('users.friends.add', {
    path: { uid: 'bob' },
    body: { accepted: ['ada'] },
  });
  expect(again.accepted.ada.error.code).toBe('ERR_ALREADY_FRIEND');
  expect(await rig.data('users.friends.list', { path: { uid: 'bob' } })).toMatchObject([
    { uid: 'ada' },
  ]);
  await rig.data('users.friends.remove', { path, body: { friends: ['bob'] } });
  expect(await rig.refusal('users.friends.remove', { path, body: { friends: ['bob'] } })).toBe(
    'ERR_NOT_A_FRIEND',
  );

  const blocked = await rig.data('users.blockedUsers.block', {
    path,
    body: { blockedUids: ['bob', 'ada', 'unknown'] },
  });
  expect(blocked.bob.success).toBe(true);
  expect(blocked.ada.error.code).toBe('ERR_CANNOT_BLOCK_SELF');
  expect(blocked.unknown.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(await rig.data('users.blockedUsers.list', { path })).toMatchObject([
    { uid: 'bob', blockedByMe: true, blockedAt: TODAY, conversationId: 'ada_user_bob' },
  ]);
  expect(await rig.data('users.get', { path: { uid: 'bob' }, as: 'ada' })).toMatchObject({
    blockedByMe: true,
    conversationId: 'ada_user_bob',
  });
  expect(
    await rig.refusal('users.blockedUsers.block', {
      path: { uid: 'unknown' },
      body: { blockedUids: [] },
    }),
  ).toBe('ERR_UID_NOT_FOUND');
  await rig.data('users.blockedUsers.unblock', { path, body: { blockedUids: ['bob'] } });
  expect(await rig.data('users.blockedUsers.list', { path })).toEqual([]);
});

test('blocked users are listed from the first block, without a total', async () => {
  await using rig = await startRig();
  const uids = ['a', 'b', 'c', 'd'];
  await rig.data('dataImport.users', { body: { users: keyed(uids.map((uid) => user(uid))) } });
  for (const uid of ['d', 'b', 'c']) {
    await rig.data('users.blockedUsers.block', {
      path: { uid: 'a' },
      body: { blockedUids: [uid] },
    });
    rig.pass(1);
  }

  const pages = await Promise.all(
    [1, 2].map((page) =>
      rig.call('users.blockedUsers.list', { path: { uid: 'a' }, query: { perPage: 2, page } }),
    ),
  );

  expect(pages.map(({ body }) => body.data.map(({ uid }: { uid: string }) => uid))).toEqual([
    ['d', 'b'],
    ['c'],
  ]);
  const cursor = { updatedAt: TODAY - 1000, affix: 'prepend' };
  expect(pages.map(({ body }) => body.meta)).toEqual([
    { pagination: { total: 0, count: 2, per_page: 2, current_page: 1, total_pages: 2 }, cursor },
    { pagination: { total: 0, count: 1, per_page: 2, current_page: 2, total_pages: 2 }, cursor },
  ]);
});

test('a token is tied to a platform and a device, and another device gets another one', async () => {
  await using rig = await startRig();
  await rig.data('users.create', { body: { uid: 'ada', name: 'Ada' } });
  const create = (body: object) =>
    rig.data('users.authTokens.create', { path: { uid: 'ada' }, body });
  const phone = { platform: 'ios', deviceId: 'phone-1' };

  const first = await create(phone);
  const again = await create(phone);
  const other = await create({ ...phone, deviceId: 'phone-2' });
  const free = await create({});

  expect(first).toMatchObject(phone);
  expect(again.authToken).toBe(first.authToken);
  expect(new Set([first, other, free].map(({ authToken }) => authToken as string)).size).toBe(3);
  expect(free).not.toHaveProperty('deviceId');
});
