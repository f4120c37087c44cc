import { expect, test } from 'vitest';
import { startRig, TODAY } from './support/rig.ts';

const appId = 'myapp';

test('apps are created with keys, listed and scheduled for deletion', async () => {
  await using rig = await startRig({ appId });

  const created = await rig.data('management.apps.create', {
    body: { name: 'Next', region: 'eu', skipSampleData: true },
  });
  const keys: { apiKey: string; scope: string }[] = Object.values(created.apiKeys);
  expect(keys.map(({ scope }) => scope)).toEqual(['fullAccess', 'authOnly']);
  expect(Object.keys(created.apiKeys)).toEqual(keys.map(({ apiKey }) => apiKey));
  const listed = await rig.call('management.apps.list');
  expect(listed.body.data).toMatchObject([{ id: appId }, { name: 'Next', region: 'eu' }]);
  expect(listed.body.data[0].apiKeys).toHaveProperty(rig.service.apiKey);
  expect(listed.body.meta.pagination.per_page).toBe(25);
  expect(await rig.data('management.apps.list', { query: { searchKey: 'next' } })).toHaveLength(1);
  await rig.data('management.apps.requestUsage', { path: { appId }, body: {} });
  const gone = await rig.data('management.apps.delete', { path: { appId: created.id } });
  expect(gone).toEqual({ success: true, scheduledToDeleteAt: TODAY + 30 * 86_400 });
  expect(await rig.refusal('management.apps.delete', { path: { appId: created.id } })).toBe(
    'ERR_APP_ARCHIVED',
  );
  expect(await rig.refusal('management.apps.delete', { path: { appId: 'none' } })).toBe(
    'ERR_APP_NOT_FOUND',
  );
});

test('extensions have settings while they are on', async () => {
  await using rig = await startRig({ appId });
  const polls = { path: { appId, extension: 'polls' } };

  expect(await rig.refusal('management.extensions.settings.get', polls)).toBe(
    'ERR_EXTENSION_NOT_FOUND',
  );
  await rig.data('management.extensions.switch', {
    path: { appId },
    body: { enabled: ['polls'], disabled: ['stickers'] },
  });
  await rig.data('management.extensions.settings.create', { ...polls, body: { a: 1 } });
  await rig.data('management.extensions.settings.update', { ...polls, body: { b: 2 } });
  expect(await rig.data('management.extensions.settings.get', polls)).toEqual({ a: 1, b: 2 });
  await rig.data('management.extensions.settings.delete', polls);
  expect(await rig.data('management.extensions.settings.get', polls)).toEqual({});
  expect(await rig.data('management.extensions.list', { path: { appId } })).toEqual([
    { id: 'polls', enabled: true },
    { id: 'stickers', enabled: false },
  ]);
  const off = { path: { appId, extension: 'stickers' } };
  expect(await rig.refusal('management.extensions.settings.get', off)).toBe(
    'ERR_EXTENSION_INACTIVE',
  );
});

test('collaborators are invited and removed by their addresses', async () => {
  await using rig = await startRig({ appId });
  const path = { appId };

  await rig.data('management.collaborators.update', {
    path,
    body: { admins: ['a@example.org'], moderators: ['m@example.org'] },
  });
  const said = await rig.data('management.collaborators.update', {
    path,
    body: { collaboratorsToRemove: ['m@example.org', 'x@example.org'] },
  });

  expect(said.collaboratorsToRemove['m@example.org'].success).toBe(true);
  expect(said.collaboratorsToRemove['x@example.org'].error.code).toBe('ERR_NOT_A_COLLABORATOR');
  expect(await rig.data('management.collaborators.list', { path })).toEqual([
    { email: 'a@example.org', role: 'admin' },
  ]);
});

test('webhooks are kept with their triggers, and never show a password', async () => {
  await using rig = await startRig({ appId });
  const w1 = { path: { appId, webhookId: 'w1' } };
  const body = {
    id: 'w1',
    name: 'One',
    webhookURL: 'https://example.org/hook',
    useBasicAuth: true,
    username: 'u',
    password: 'p',
  };

  const created = await rig.data('management.webhooks.create', { path: { appId }, body });
  expect(created).toMatchObject({ id: 'w1', enabled: false, createdAt: TODAY });
  expect(created).not.toHaveProperty('password');
  expect(await rig.refusal('management.webhooks.create', { path: { appId }, body })).toBe(
    'ERR_BAD_REQUEST',
  );
  await rig.data('management.webhooks.update', { ...w1, body: { enabled: true } });
  expect(await rig.data('management.webhooks.get', w1)).toMatchObject({ enabled: true });
  expect(
    await rig.data('management.webhooks.list', { path: { appId }, query: { searchKey: 'One' } }),
  ).toHaveLength(1);
  const said = await rig.data('management.webhooks.triggers.add', {
    ...w1,
    body: { triggerIds: ['message_sent', 'moon_rises'] },
  });
  expect(said.moon_rises.error.code).toBe('ERR_TRIGGER_NOT_FOUND');
  expect(await rig.data('management.webhooks.triggers.list', w1)).toMatchObject([
    { id: 'message_sent' },
  ]);
  await rig.data('management.webhooks.triggers.remove', {
    ...w1,
    body: { triggerIds: ['message_sent'] },
  });
  await rig.data('management.webhooks.delete', w1);
  expect(await rig.refusal('management.webhooks.get', w1)).toBe('ERR_WEBHOOK_NOT_FOUND');
});
