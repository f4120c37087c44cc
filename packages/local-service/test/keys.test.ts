import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

test('a key that is revoked while the service runs is unknown from the next request on', async () => {
  await using rig = await startRig();
  const { apiKey } = rig.service;
  const spare = rig.service.rotateKey(apiKey);

  const old = await rig.call('users.list', { headers: { apikey: apiKey } });
  const fresh = await rig.call('users.list', { headers: { apikey: spare } });
  rig.service.revokeKey(spare);
  const revoked = await rig.call('users.list', { headers: { apikey: spare } });

  expect(old.body.error.code).toBe('AUTH_ERR_APIKEY_NOT_FOUND');
  expect(fresh.status).toBe(200);
  expect(revoked.body.error.code).toBe('AUTH_ERR_APIKEY_NOT_FOUND');
});

test('keys are managed through the API, but a key cannot change itself', async () => {
  await using rig = await startRig();
  const { apiKey: second } = await rig.data('apiKeys.create', {
    body: { name: 'Second', scope: 'authOnly' },
  });

  expect(second).toMatch(/^[0-9a-f]{40}$/);
  expect(await rig.data('apiKeys.list', { query: { searchKey: 'sec' } })).toHaveLength(1);
  const raised = { path: { apiKey: second }, body: { scope: 'fullAccess' } };
  expect(await rig.data('apiKeys.update', raised)).toMatchObject({
    name: 'Second',
    scope: 'fullAccess',
  });
  const self = { path: { apiKey: rig.service.apiKey } };
  expect(await rig.refusal('apiKeys.delete', self)).toBe('ERR_APIKEY_NO_SELF_ACTION');
  expect(await rig.refusal('apiKeys.update', { ...self, body: {} })).toBe(
    'ERR_APIKEY_NO_SELF_ACTION',
  );
  const withSecond = { headers: { apikey: second }, ...self };
  expect(await rig.data('apiKeys.delete', withSecond)).toMatchObject({ success: true });
  expect(await rig.refusal('apiKeys.get', withSecond)).toBe('ERR_APIKEY_NOT_FOUND');
});

test('an app has no more than 25 keys', async () => {
  await using rig = await startRig();
  const create = () => rig.call('apiKeys.create', { body: { name: 'Another', scope: 'authOnly' } });

  for (let keys = 2; keys < 25; keys++) expect((await create()).status).toBe(200);

  expect((await create()).body.error.code).toBe('ERR_PLAN_QUOTA_RESTRICTION');
});

test('given keys are valid from the start', async () => {
  await using rig = await startRig({
    apiKeys: [{ apiKey: 'mine', scope: 'fullAccess' }],
    management: { key: 'k', secret: 's' },
  });

  expect(rig.service.apiKey).toBe('mine');
  expect((await rig.call('management.apps.list')).status).toBe(200);
});
