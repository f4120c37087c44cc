import { type Operation, type OperationName, operations } from '@chatferry/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyed, message, importSample, importMessages, user } from './support/records.ts';
import { type Rig, startRig } from './support/rig.ts';

type Parts = NonNullable<Parameters<Rig['call']>[1]>;

const app = { appId: 'local-app' };
const three = ['a', 'b', 'c'];

/** The request for each list, after creating at least three items. */
const lists: Partial<Record<OperationName, Parts>> = {
  'users.list': {},
  'users.authTokens.list': { path: { uid: 'ada' } },
  'users.friends.list': { path: { uid: 'ada' } },
  'users.blockedUsers.list': { path: { uid: 'ada' } },
  'groups.list': {},
  'groups.members.list': { path: { guid: 'tea' } },
  'groups.bannedUsers.list': { path: { guid: 'tea' } },
  'messages.list': {},
  'users.messages.list': { path: { uid: 'bob' }, as: 'ada' },
  'groups.messages.list': { path: { guid: 'tea' } },
  'messages.thread.list': { path: { id: '1' } },
  'messages.reactions.list': { path: { id: '1' } },
  'messages.reactions.listOne': { path: { id: '1', reaction: 'a' } },
  'conversations.list': { as: 'ada' },
  'conversations.pinned.list': {},
  'roles.list': {},
  'roles.restrictedFeatures.list': { path: { role: 'default' } },
  'roles.permissions.list': { path: { role: 'default' } },
  'groups.scopes.permissions.list': { path: { guid: 'tea', scope: 'admin' } },
  'apiKeys.list': {},
  'calls.list': {},
  'calls.transcriptions.list': { path: { sessionId: 'a' } },
  'moderation.rules.list': {},
  'moderation.rules.revisions.list': { path: { ruleId: 'a' } },
  'moderation.keywords.list': {},
  'moderation.reasons.list': {},
  'moderation.blockedMessages.list': {},
  'moderation.reviewedMessages.list': {},
  'moderation.flaggedMessages.list': {},
  'aiAgents.list': {},
  'management.apps.list': {},
  'management.extensions.list': { path: app },
  'management.collaborators.list': { path: app },
  'management.webhooks.list': { path: app },
  'management.webhooks.triggers.list': { path: { ...app, webhookId: 'a' } },
};

/** Tested elsewhere: pages of threads repeat an item, and push providers have no envelope. */
const tested = new Set<OperationName>(['threads.list', 'notifications.pushProviders.list']);

const names = (Object.keys(operations) as OperationName[]).filter(
  (name) => (operations[name] as Operation).paging !== undefined && !tested.has(name),
);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    seed: {
      calls: three.map((sessionId) => ({
        sessionId,
        transcriptions: three.map((tid) => ({ tid })),
      })),
      blockedMessages: three.map((id) => ({ id })),
      flaggedMessages: three.map((id) => ({ id })),
    },
  });
  await importSample(rig);
  await rig.data('dataImport.users', { body: { users: keyed(three.map((uid) => user(uid))) } });
  const path = { uid: 'ada', guid: 'tea', role: 'default', id: '1', ruleId: 'a', webhookId: 'a' };
  const put = (name: OperationName, body: unknown, more: Record<string, string> = {}, as = 'ada') =>
    rig.data(name, { path: { ...path, ...app, ...more }, body, as });
  await importMessages(rig, ...three.map((muid) => message(muid)));
  await put('users.friends.add', { accepted: three });
  await put('groups.members.add', { participants: three });
  await put('roles.restrictedFeatures.restrict', { featuresToRestrict: three });
  for (const [number, name] of three.entries()) {
    await put('users.authTokens.create', { force: true });
    await put('groups.create', { guid: name, name, type: 'public' });
    await put('messages.send', say('user', name));
    await put('messages.send', say('group', 'tea'));
    for (const id of [1, 2, 3])
      await put('messages.thread.send', say('user', 'bob'), { id: `${id}` });
    await put('messages.reactions.add', undefined, { reaction: 'a' }, name === 'a' ? 'ada' : 'bob');
    await put('messages.reactions.add', undefined, { reaction: name });
    await put('roles.create', { role: name, name });
    await put('apiKeys.create', { name, scope: 'authOnly' });
    await put('moderation.rules.create', { id: name });
    await put('moderation.rules.update', { number }, { ruleId: 'a' });
    await put('moderation.keywords.create', { id: name });
    await put('moderation.reasons.create', { id: name });
    await put('moderation.flaggedMessages.update', { status: 'approved' }, { id: name });
    await rig.call('aiAgents.create', { body: { name } });
    await put('management.apps.create', { name, region: 'eu' });
    await put('management.extensions.switch', { enabled: [name] });
    await put('management.collaborators.update', { admins: [`${name}@example.test`] });
    await put('management.webhooks.create', { id: name, name, webhookURL: 'https://x.test/' });
  }
  await put('management.webhooks.triggers.add', {
    triggerIds: ['message_sent', 'message_edited', 'user_blocked'],
  });
  await put('conversations.pinned.replace', {
    pinnedConversations: three.map((uid) => ({ uid })),
  });
  await put('users.blockedUsers.block', { blockedUids: three });
  const bans = await rig.data('dataImport.users', {
    body: { users: keyed(['x', 'y', 'z'].map((uid) => user(uid))) },
  });
  for (const uid of Object.keys(bans as object))
    await put('groups.bannedUsers.ban', undefined, { uid });
});
afterAll(() => rig[Symbol.asyncDispose]());

function say(receiverType: string, receiver: string): unknown {
  return { receiver, receiverType, type: 'text', data: { text: 'hi' } };
}

test('each list of the contract is tested here', () => {
  expect(names.filter((name) => lists[name] === undefined)).toEqual([]);
});

test.each(names)('%s has its position on each page', async (name) => {
  const parts = lists[name]!;
  const isNumbered = (operations[name] as Operation).paging === 'page';
  const size = isNumbered ? 'perPage' : 'limit';
  const start = isNumbered ? {} : { affix: 'append' };
  let query: Record<string, string | number> = { [size]: 1, ...start };
  const { body: whole } = await rig.call(name, { ...parts, query: { [size]: 100 } });
  const total = whole.data.length as number;
  expect(total).toBeGreaterThanOrEqual(name === 'messages.reactions.listOne' ? 2 : 3);

  for (let page = 1; page <= total; page++) {
    const { body } = await rig.call(name, { ...parts, query });
    expect(body.data).toEqual([whole.data[page - 1]]);
    const place = { total, count: 1, per_page: 1, current_page: page, total_pages: total };
    expect(body.meta.pagination).toEqual(
      name === 'users.blockedUsers.list' ? { ...place, total: 0, total_pages: page + 1 } : place,
    );
    query = { [size]: 1, page: page + 1, ...(body.meta.next ?? placeOf(body.meta.cursor)) };
  }
});

function placeOf(cursor: { id?: number; affix?: string } | undefined) {
  return cursor?.id === undefined ? {} : { id: cursor.id, affix: cursor.affix! };
}

test('a cursor list has the page that starts at the cursor', async () => {
  const all = await rig.data('groups.messages.list', { path: { guid: 'tea' } });
  const path = { guid: 'tea' };

  const from = (id: string, affix = 'append') =>
    rig.call('groups.messages.list', { path, query: { limit: 2, id, affix } });
  const third = await from(all[3].id);
  const older = await from(all.at(-1).id, 'prepend');

  expect(third.body.meta.pagination).toMatchObject({ current_page: 3, total: all.length });
  expect(older.body.meta.pagination).toMatchObject({ current_page: 1, total: all.length });
});

test('an invalid id is refused instead of answered with an empty list', async () => {
  for (const name of ['messages.list', 'messages.reactions.list', 'threads.list'] as const)
    for (const id of ['abc', "1' OR 1=1", '-1', '']) {
      const said = await rig.call(name, { path: { id: '1' }, query: { id } });
      expect([said.status, said.body.error?.code]).toEqual([400, 'ERR_BAD_REQUEST']);
      expect(said.body.error.details).toHaveProperty('id');
    }
});

test('the items of a list are counted for its first page only', async () => {
  const list = (query: object) => rig.call('messages.list', { query: { limit: 1, ...query } });
  const first = await list({});
  await importMessages(rig, message('later'));
  const second = await list(first.body.meta.next);
  const anew = await list({});

  const total = ({ body }: typeof first): number => body.meta.pagination.total;
  expect(total(second)).toBe(total(first));
  expect(total(anew)).toBe(total(first) + 1);
});
