import { describe, expect, test } from 'vitest';
import { type Context, refusal } from './context.ts';
import { makeUsers } from './people.ts';

export function settingFacts({ testedApp }: Context): void {
  describe('Roles', () => {
    test('a role is created, assigned, read, changed, listed and deleted', async () => {
      const { client, id } = testedApp();
      const role = id('captain');
      const path = { role };

      const made = await client.roles.create({
        body: { role, name: 'Captain', settings: { listUsers: 'friendsOnly' } },
      });
      const uid = id('captain-ann');
      const user = await client.users.create({ body: { uid, name: 'Ann', role } });
      await client.roles.update({ path, body: { description: 'In charge' } });
      const { data } = await client.roles.get({ path });
      const roles = await Array.fromAsync(client.roles.list());
      await client.users.delete({ path: { uid }, body: { permanent: true } });
      await client.roles.delete({ path });

      expect(made.data).toMatchObject({ role, name: 'Captain' });
      expect(user.data.role).toBe(role);
      expect(data).toMatchObject({ name: 'Captain', description: 'In charge' });
      expect(roles.map((one) => one.role)).toEqual(expect.arrayContaining(['default', role]));
      expect(await refusal(client.roles.get({ path }))).toBe('not-found ERR_ROLE_NOT_FOUND');
    });

    test('the default role cannot be deleted', async () => {
      const deleted = testedApp().client.roles.delete({ path: { role: 'default' } });

      expect(await refusal(deleted)).toBe('refused ERR_ROLE_DELETE_DENIED');
    });
  });

  describe('Restrict Features', () => {
    test('features are withheld from a role and allowed again', async () => {
      const { client, id } = testedApp();
      const path = { role: id('restricted') };
      await client.roles.create({ body: { ...path, name: 'Restricted' } });
      const { restrictedFeatures } = client.roles;

      const { data } = await restrictedFeatures.restrict({
        path,
        body: { featuresToRestrict: ['createGroup'] },
      });
      const withheld = await Array.fromAsync(restrictedFeatures.list({ path }));
      await restrictedFeatures.allow({ path, body: { featuresToAllow: ['createGroup'] } });
      const left = await Array.fromAsync(restrictedFeatures.list({ path }));

      expect(data['createGroup']?.success).toBe(true);
      expect(withheld.map(({ key }) => key)).toEqual(['createGroup']);
      expect(left).toEqual([]);
    });
  });

  describe('RBAC', () => {
    test('a permission of a role is set and reset', async () => {
      const { client, id } = testedApp();
      const role = id('permitted');
      await client.roles.create({ body: { role, name: 'Permitted' } });
      const { permissions } = client.roles;

      const { data } = await permissions.update({
        path: { role },
        body: { permissions: { createGroup: 'deny' } },
      });
      const known = await Array.fromAsync(permissions.list({ path: { role } }));
      const { data: after } = await permissions.remove({
        path: { role, permission: 'createGroup' },
      });

      expect(data.permissions).toMatchObject({ createGroup: 'deny' });
      expect(known.map((permission) => permission.id)).toContain('createGroup');
      expect(after.permissions?.['createGroup']).not.toBe('deny');
    });

    test('a permission of a scope in one group is set and reset', async () => {
      const { client, id } = testedApp();
      const [owner] = await makeUsers(testedApp(), ['rbac-owner']);
      const guid = id('rbac-group');
      await client.groups.create({ body: { guid, name: 'G', type: 'public', owner } });
      const path = { guid, scope: 'participant' };
      const { permissions } = client.groups.scopes;

      const { data } = await permissions.update({
        path,
        body: { permissions: { sendMessage: 'deny' } },
      });
      const known = await Array.fromAsync(permissions.list({ path }));
      const { data: after } = await permissions.remove({
        path: { ...path, permission: 'sendMessage' },
      });

      expect(data.permissions).toMatchObject({ sendMessage: 'deny' });
      expect(known.map((permission) => permission.id)).toContain('sendMessage');
      expect(after.permissions?.['sendMessage']).not.toBe('deny');
    });
  });

  describe('API Keys', () => {
    test('a key is created, read, changed, listed and deleted', async () => {
      const { client, id } = testedApp();
      const { apiKeys } = client;

      const made = await apiKeys.create({ body: { name: id('key'), scope: 'authOnly' } });
      const path = { apiKey: made.data.apiKey };
      await apiKeys.update({ path, body: { name: id('renamed') } });
      const { data } = await apiKeys.get({ path });
      const listed = await Array.fromAsync(apiKeys.list({ query: { scope: 'authOnly' } }));
      await apiKeys.delete({ path });

      expect(made.data.apiKey).toMatch(/^[0-9a-f]{40}$/);
      expect(data).toMatchObject({ name: id('renamed'), scope: 'authOnly' });
      expect(listed.map(({ apiKey }) => apiKey)).toContain(path.apiKey);
      expect(await refusal(apiKeys.get({ path }))).toBe('not-found ERR_APIKEY_NOT_FOUND');
    });

    test('a running client switches to a new key, and the old one is refused afterwards', async () => {
      const { client, clientWith, id } = testedApp();
      const made = async (name: string) =>
        (await client.apiKeys.create({ body: { name: id(name), scope: 'fullAccess' } })).data
          .apiKey;
      const oldKey = await made('old-key');
      let apiKey = oldKey;
      const rotating = clientWith({ apiKey: () => apiKey });
      await rotating.roles.get({ path: { role: 'default' } });

      apiKey = await made('new-key');
      await rotating.apiKeys.delete({ path: { apiKey: oldKey } });
      await rotating.roles.get({ path: { role: 'default' } });
      const stale = clientWith({ apiKey: oldKey }).roles.get({ path: { role: 'default' } });
      expect(await refusal(stale)).toBe('unauthorized AUTH_ERR_APIKEY_NOT_FOUND');
      const self = rotating.apiKeys.delete({ path: { apiKey } });
      expect(await refusal(self)).toBe('refused ERR_APIKEY_NO_SELF_ACTION');

      await client.apiKeys.delete({ path: { apiKey } });
    });
  });
}
