import { expect, test } from 'vitest';
import { importSample, importMessages, message } from './support/records.ts';
import { startRig, TODAY } from './support/rig.ts';

const guest = { role: 'guest' };

test('a role must exist before its users, who get the default role when it is deleted', async () => {
  await using rig = await startRig();

  await rig.data('roles.create', {
    body: { role: 'Guest', name: 'Guest', settings: { listUsers: 'friendsOnly' } },
  });
  expect(await rig.refusal('roles.create', { body: { role: 'guest', name: 'G' } })).toBe(
    'ERR_BAD_REQUEST',
  );
  await rig.data('users.create', { body: { uid: 'ada', name: 'Ada', role: 'guest' } });
  const changed = await rig.data('roles.update', {
    path: guest,
    body: { description: 'd', unset: ['settings'] },
  });
  expect(changed).toMatchObject({ role: 'guest', description: 'd' });
  expect(changed).not.toHaveProperty('settings');
  await rig.data('roles.delete', { path: guest });
  expect(await rig.data('users.get', { path: { uid: 'ada' } })).toMatchObject({ role: 'default' });
  expect(await rig.refusal('roles.get', { path: guest })).toBe('ERR_ROLE_NOT_FOUND');
  expect(await rig.refusal('roles.delete', { path: { role: 'default' } })).toBe(
    'ERR_ROLE_DELETE_DENIED',
  );
  for (let roles = 1; roles < 25; roles++)
    await rig.data('roles.create', { body: { role: `r${roles}`, name: 'R' } });
  expect(await rig.refusal('roles.create', { body: { role: 'more', name: 'M' } })).toBe(
    'ERR_PLAN_QUOTA_RESTRICTION',
  );
});

test('features are restricted and allowed again', async () => {
  await using rig = await startRig();
  const path = { role: 'default' };

  const said = await rig.data('roles.restrictedFeatures.restrict', {
    path,
    body: { featuresToRestrict: ['u.listUsers', 'joinGroup'] },
  });
  expect(said['u.listUsers'].success).toBe(true);
  expect(await rig.data('roles.restrictedFeatures.list', { path })).toMatchObject([
    { key: 'joinGroup', title: 'Join Group' },
    { key: 'u.listUsers', title: 'List Users' },
  ]);
  await rig.data('roles.restrictedFeatures.allow', {
    path,
    body: { featuresToAllow: ['joinGroup'] },
  });
  expect(await rig.data('roles.restrictedFeatures.list', { path })).toHaveLength(1);
  await rig.data('roles.restrictedFeatures.allow', { path, body: { allowAll: true } });
  expect(await rig.data('roles.restrictedFeatures.list', { path })).toEqual([]);
  expect(await rig.refusal('roles.restrictedFeatures.list', { path: guest })).toBe(
    'ERR_ROLE_NOT_FOUND',
  );
});

test('permissions of a role and of a scope are independent', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const role = { path: { role: 'default' } };
  const scope = { path: { guid: 'tea', scope: 'moderator' } };

  const set = await rig.data('roles.permissions.update', {
    ...role,
    body: { permissions: { createGroup: 'deny' } },
  });
  expect(set).toMatchObject({
    createGroup: { success: true },
    permissions: { createGroup: 'deny', joinGroup: 'allow' },
  });
  const other = await rig.data('groups.scopes.permissions.update', {
    ...scope,
    body: { permissions: { 'sendMessage.allowedReceiverTypes': ['user'] } },
  });
  expect(other.permissions).toMatchObject({
    createGroup: 'allow',
    'sendMessage.allowedReceiverTypes': ['user'],
  });
  const reset = await rig.data('roles.permissions.remove', {
    path: { role: 'default', permission: 'createGroup' },
  });
  expect(reset.permissions.createGroup).toBe('allow');
  await rig.data('groups.scopes.permissions.remove', {
    path: { ...scope.path, permission: 'sendMessage.allowedReceiverTypes' },
  });
  expect(await rig.data('roles.permissions.list', role)).toContainEqual(
    expect.objectContaining({
      id: 'createGroup',
      defaultValue: 'allow',
      availableValues: ['allow', 'deny'],
    }),
  );
  expect(await rig.data('groups.scopes.permissions.list', scope)).not.toEqual([]);
  expect(
    await rig.refusal('roles.permissions.update', {
      ...role,
      body: { permissions: { createGroup: 'perhaps' } },
    }),
  ).toBe('ERR_BAD_REQUEST');
  expect(
    await rig.refusal('roles.permissions.update', {
      ...role,
      body: { permissions: { fly: 'allow' } },
    }),
  ).toBe('ERR_BAD_REQUEST');
});

test('metrics count what is stored', async () => {
  await using rig = await startRig();
  await importSample(rig);
  await importMessages(
    rig,
    message('m1', { sentAt: TODAY - 60, readAt: TODAY - 30 }),
    message('m2', { sentAt: TODAY - 90_000 }),
  );

  const stats = await rig.data('metrics.get', {
    query: { fromDate: (TODAY - 3600) * 1000, toDate: TODAY * 1000 },
  });
  const { dataPoints } = await rig.data('metrics.messages');

  expect(stats.metrics.active_users).toBe(1);
  expect(dataPoints).toHaveLength(12);
  expect(dataPoints.at(-1)).toMatchObject({
    messagesSent: 1,
    readReceipts: 1,
    deliveryReceipts: 0,
    endTime: TODAY,
  });
  expect(await rig.refusal('metrics.get', { query: { fromDate: 1 } })).toBe('ERR_BAD_REQUEST');
});

test('notification settings and push providers are stored unchanged', async () => {
  await using rig = await startRig();
  await importSample(rig);

  await rig.data('notifications.settings.update', { body: { sound: 'bell' } });
  await rig.data('notifications.settings.update', { body: { badge: true } });
  expect(await rig.data('notifications.settings.get')).toEqual({ sound: 'bell', badge: true });
  await rig.data('notifications.settings.reset');
  expect(await rig.data('notifications.settings.get')).toEqual({});

  const fcm = { path: { platform: 'fcm' } };
  for (const providerId of ['p1', 'p2'])
    await rig.data('notifications.pushProviders.create', { ...fcm, body: { providerId } });
  await rig.data('notifications.pushProviders.update', {
    ...fcm,
    body: { providerId: 'p1', note: 'n' },
  });
  const [p1, p2, ofApns] = [
    { path: { platform: 'fcm', providerId: 'p1' } },
    { path: { platform: 'fcm', providerId: 'p2' } },
    { path: { platform: 'apns', providerId: 'p1' } },
  ];
  await rig.data('notifications.pushProviders.setDefault', p2);
  expect(await rig.data('notifications.pushProviders.list', fcm)).toMatchObject({
    pushProviders: [
      { note: 'n', isDefault: false },
      { providerId: 'p2', isDefault: true },
    ],
  });
  expect(await rig.refusal('notifications.pushProviders.delete', ofApns)).toBe(
    'ERR_PROVIDER_NOT_FOUND',
  );
  await rig.data('notifications.pushProviders.delete', p1);
  expect(await rig.refusal('notifications.pushProviders.delete', p1)).toBe(
    'ERR_PROVIDER_NOT_FOUND',
  );
  expect(
    await rig.refusal('notifications.pushProviders.create', { ...fcm, body: { providerId: 'p2' } }),
  ).toBe('ERR_PROVIDER_ALREADY_EXISTS');
});

test('contact details, preferences and mutes of a user are stored until the user is deleted', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const query = { uid: 'ada' };
  const mute = { id: 'bob', type: 'oneOnOne' };
  const muted = () => rig.data('notifications.mutedConversations.get', { query });

  await rig.data('notifications.contactDetails.update', { as: 'ada', body: { email: 'a@x.test' } });
  await rig.data('notifications.contactDetails.update', { as: 'ada', body: { phno: '+1' } });
  await rig.data('notifications.preferences.update', { query, body: { usePrivacyTemplate: true } });
  await rig.data('notifications.timezone.update', { query, body: { timezone: 'Asia/Tokyo' } });
  for (const until of [1, 2])
    await rig.data('notifications.mutedConversations.mute', {
      query,
      body: { conversations: [{ ...mute, until }] },
    });

  expect(await rig.data('notifications.contactDetails.get', { as: 'ada' })).toEqual({
    email: 'a@x.test',
    phno: '+1',
  });
  expect(await rig.data('notifications.preferences.get', { query })).toEqual({
    usePrivacyTemplate: true,
  });
  expect(await rig.data('notifications.timezone.get', { query })).toEqual({
    timezone: 'Asia/Tokyo',
  });
  expect(await muted()).toEqual({ mutedConversations: [{ ...mute, until: 2 }] });
  expect(await rig.refusal('notifications.contactDetails.get')).toBe('ERR_BAD_REQUEST');
  const nobody = { query: { uid: 'nobody' } };
  expect(await rig.refusal('notifications.timezone.get', nobody)).toBe('ERR_UID_NOT_FOUND');

  await rig.data('users.delete', { path: query, body: { permanent: true } });
  await rig.data('users.create', { body: { ...query, name: 'Another Ada' } });
  expect(await muted()).toEqual({ mutedConversations: [] });
  expect(await rig.data('notifications.contactDetails.get', { as: 'ada' })).toEqual({});
});

function register(authToken: string, token: object): { body: object } {
  return { body: { platform: 'apns_ios', authToken, ...token } };
}

test('a push token belongs to a login, and is registered once', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const login = async () =>
    (await rig.data('users.authTokens.create', { path: { uid: 'ada' }, body: { force: true } }))
      .authToken as string;
  const [phone, tablet] = [await login(), await login()];
  const tokens = async (query: Record<string, string | boolean>) =>
    (await rig.data('notifications.pushTokens.get', { query })).pushTokens.map(
      (one: { pushToken: string; pushTokenType: string }) => [one.pushToken, one.pushTokenType],
    );
  const name = 'notifications.pushTokens.register';

  await rig.data(name, register(phone, { deviceToken: 'p' }));
  await rig.data(name, register(tablet, { voipToken: 't' }));

  expect(await rig.refusal(name, register(phone, { deviceToken: 'p' }))).toBe(
    'ERR_TOKEN_ALREADY_EXISTS',
  );
  expect(await rig.refusal(name, register(phone, {}))).toBe('ERR_BAD_REQUEST');
  expect(await rig.refusal(name, register('no-login', { deviceToken: 'x' }))).toBe(
    'ERR_AUTH_TOKEN_NOT_FOUND',
  );
  expect(await tokens({ authToken: phone })).toEqual([['p', 'chat']]);
  expect(await tokens({ authToken: phone, all: true })).toEqual([
    ['p', 'chat'],
    ['t', 'voip'],
  ]);
  const unknown = { path: { pushToken: 'x' }, body: { authToken: phone } };
  expect(await rig.refusal('notifications.pushTokens.delete', unknown)).toBe('ERR_TOKEN_NOT_FOUND');
  const all = { query: { all: true }, body: { authToken: tablet } };
  expect((await rig.data('notifications.pushTokens.deleteAll', all)).pushTokens).toHaveLength(2);
  expect(await tokens({ authToken: phone, all: true })).toEqual([]);
});

test('an invalid platform is refused, with or without providers', async () => {
  await using rig = await startRig();
  const none = { path: { platform: 'zzz' } };

  expect(await rig.refusal('notifications.pushProviders.list', none)).toBe('ERR_BAD_REQUEST');
});

test('moderation rules and keywords are stored with their revisions', async () => {
  await using rig = await startRig({
    seed: { flaggedMessages: [{ id: 'f1' }], blockedMessages: [{ id: 'b1' }] },
  });
  const { id } = await rig.data('moderation.rules.create', { body: { name: 'No spam' } });
  const rule = { path: { ruleId: id } };

  await rig.data('moderation.rules.update', { ...rule, body: { name: 'Less spam' } });
  expect(await rig.data('moderation.rules.get', rule)).toEqual({ id, name: 'Less spam' });
  expect(await rig.data('moderation.rules.revisions.list', rule)).toEqual([
    { id, name: 'No spam' },
  ]);
  expect(await rig.data('moderation.rules.list')).toHaveLength(1);
  await rig.data('moderation.rules.delete', rule);
  expect(await rig.refusal('moderation.rules.get', rule)).toBe('ERR_RULE_NOT_FOUND');

  await rig.data('moderation.keywords.create', { body: { id: 'k1', words: ['buy'] } });
  const keyword = { path: { keywordId: 'k1' } };
  await rig.data('moderation.keywords.update', { ...keyword, body: { words: ['sell'] } });
  expect(await rig.data('moderation.keywords.get', keyword)).toMatchObject({ words: ['sell'] });
  expect(await rig.data('moderation.keywords.list')).toHaveLength(1);
  await rig.data('moderation.keywords.delete', keyword);

  await rig.data('moderation.flaggedMessages.update', {
    path: { id: 'f1' },
    body: { status: 'approved' },
  });
  expect(await rig.data('moderation.flaggedMessages.list')).toMatchObject([
    { id: 'f1', status: 'approved' },
  ]);
  await rig.data('moderation.blockedMessages.approve', { path: { messageId: 'b1' } });
  expect(await rig.data('moderation.blockedMessages.list')).toEqual([]);
});

test('agents are stored, and answered outside the usual envelope', async () => {
  await using rig = await startRig();

  const { body: created } = await rig.call('aiAgents.create', { body: { name: 'Helper' } });
  const changed = await rig.call('aiAgents.update', {
    path: { uid: created.agent.uid },
    body: { isActive: false },
  });
  const { body: list } = await rig.call('aiAgents.list', { query: { search: 'help', limit: 5 } });

  expect(created.agent).toMatchObject({ name: 'Helper', isActive: true, createdAt: TODAY * 1000 });
  expect(changed.body).toEqual({ success: true });
  expect(list.agents).toMatchObject([{ isActive: false }]);
});

test.each([
  ['moderation.rules.get', { ruleId: 'x1' }, 'ERR_RULE_NOT_FOUND'],
  ['moderation.keywords.get', { keywordId: 'x1' }, 'ERR_KEYWORD_NOT_FOUND'],
  ['moderation.reasons.get', { reasonId: 'x1' }, 'ERR_REASON_NOT_FOUND'],
  [
    'notifications.pushProviders.delete',
    { platform: 'fcm', providerId: 'x1' },
    'ERR_PROVIDER_NOT_FOUND',
  ],
] as const)('%s reports a missing object with its own code', async (name, path, code) => {
  await using rig = await startRig();

  const said = await rig.call(name, { path });

  expect([said.status, said.body.error.code]).toEqual([404, code]);
});
