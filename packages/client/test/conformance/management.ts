import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { type Context, skipWithout, refusal } from './context.ts';

export function managementFacts(context: Context): void {
  const { testedApp } = context;

  describe('Management', () => {
    test('an app is created with a key of each scope, listed, and scheduled for deletion', async (here) => {
      skipWithout('management.apps.create', context, here);
      const { apps } = testedApp().client.management;

      const { data } = await apps.create({
        body: { name: 'Target', region: 'eu', skipSampleData: true },
      });
      const listed = await Array.fromAsync(apps.list({ query: { searchKey: data.id } }));
      const usage = await apps.requestUsage({ path: { appId: data.id } });
      const deleted = await apps.delete({ path: { appId: data.id } });

      const scopes = Object.values(data.apiKeys ?? {}).map(
        (key) => (key as { scope: string }).scope,
      );
      expect(scopes.toSorted()).toEqual(['authOnly', 'fullAccess']);
      expect(data).toMatchObject({ name: 'Target', region: 'eu' });
      expect(listed.map(({ id }) => id)).toEqual([data.id]);
      expect(usage).toBeDefined();
      expect(deleted.data).toMatchObject({ success: true });
      expect(deleted.data.scheduledToDeleteAt).toBeGreaterThan(Date.now() / 1000);
    });

    test('extensions are switched and set up', async (here) => {
      skipWithout('management.extensions.switch', context, here);
      const { client, options } = testedApp();
      const { extensions } = client.management;
      const app = { appId: options.appId! };
      const path = { ...app, extension: 'giphy' };

      await extensions.switch({ path: app, body: { enabled: ['giphy'] } });
      const listed = await Array.fromAsync(extensions.list({ path: app }));
      await extensions.settings.create({ path, body: { settings: { key: 'a' } } });
      await extensions.settings.update({ path, body: { settings: { key: 'b' } } });
      const { data } = await extensions.settings.get({ path });
      await extensions.settings.delete({ path });

      expect(JSON.stringify(listed)).toContain('giphy');
      expect(JSON.stringify(data)).toContain('"b"');
    });

    test('collaborators are invited and removed', async (here) => {
      skipWithout('management.collaborators.update', context, here);
      const { client, options } = testedApp();
      const { collaborators } = client.management;
      const path = { appId: options.appId! };

      await collaborators.update({ path, body: { admins: ['ann@example.test'] } });
      const listed = await Array.fromAsync(collaborators.list({ path }));
      await collaborators.update({ path, body: { collaboratorsToRemove: ['ann@example.test'] } });
      const left = await Array.fromAsync(collaborators.list({ path }));

      expect(JSON.stringify(listed)).toContain('ann@example.test');
      expect(JSON.stringify(left)).not.toContain('ann@example.test');
    });

    test('a webhook is created, changed, given triggers, listed and deleted', async (here) => {
      skipWithout('management.webhooks.create', context, here);
      const { client, options, id } = testedApp();
      const { webhooks } = client.management;
      const app = { appId: options.appId! };
      const path = { ...app, webhookId: id('hook') };
      const webhookURL = 'https://example.test/hook';

      const { data } = await webhooks.create({
        path: app,
        body: { id: path.webhookId, name: 'Hook', webhookURL },
      });
      await webhooks.update({ path, body: { enabled: false } });
      const { data: read } = await webhooks.get({ path });
      const added = await webhooks.triggers.add({ path, body: { triggerIds: ['message_sent'] } });
      const triggers = await Array.fromAsync(webhooks.triggers.list({ path }));
      await webhooks.triggers.remove({ path, body: { triggerIds: ['message_sent'] } });
      const listed = await Array.fromAsync(webhooks.list({ path: app }));
      await webhooks.delete({ path });

      expect(data).toMatchObject({ id: path.webhookId, webhookURL });
      expect(read.enabled).toBe(false);
      expect(added.data['message_sent']?.success).toBe(true);
      expect(triggers.map((trigger) => trigger.id)).toEqual(['message_sent']);
      expect(listed.map((hook) => hook.id)).toEqual([path.webhookId]);
      expect(await refusal(webhooks.get({ path }))).toBe('not-found ERR_WEBHOOK_NOT_FOUND');
    });

    test('key and secret are both needed', async (here) => {
      skipWithout('management.apps.list', context, here);
      const { managementBaseUrl, managementKey } = testedApp().options;
      const headers = { key: String(managementKey) };

      const answer = await request(`${managementBaseUrl}/apps`, { headers });

      expect(answer.statusCode).toBe(401);
      expect(await answer.body.json()).toMatchObject({
        error: { code: 'AUTH_ERR_EMPTY_AUTH_HEADER' },
      });
    });

    test('an unknown app is reported', async (here) => {
      skipWithout('management.webhooks.get', context, here);
      const { client, id } = testedApp();

      expect(
        await refusal(client.management.apps.delete({ path: { appId: id('no-such-app') } })),
      ).toBe('not-found ERR_APP_NOT_FOUND');
    });
  });
}
