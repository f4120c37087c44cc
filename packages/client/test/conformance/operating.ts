import { describe, expect, test } from 'vitest';
import { type Context, refusal, skipWithout } from './context.ts';
import { makeUsers } from './people.ts';

/** Areas for operating an app. */
export function operatingFacts(context: Context): void {
  const { testedApp } = context;

  describe('Metrics', () => {
    test('usage and messages are counted', async () => {
      const { client } = testedApp();
      const toDate = Date.now();

      const { data } = await client.metrics.get({
        query: { fromDate: toDate - 86_400_000, toDate },
      });
      const messages = await client.metrics.messages();

      expect(data.metrics).toBeDefined();
      expect(messages.data.dataPoints).toBeInstanceOf(Array);
    });
  });

  describe('Notifications', () => {
    test('settings are read, changed and reset', async (here) => {
      skipWithout('notifications.settings.update', context, here);
      const { settings } = testedApp().client.notifications;

      const before = await settings.get();
      await settings.update({ body: { push: { enabled: true } } });
      const changed = await settings.get();
      await settings.reset();
      const after = await settings.get();

      expect(changed.data).toMatchObject({ push: { enabled: true } });
      expect(after).toEqual(before);
    });

    test('a user has preferences', async (here) => {
      skipWithout('notifications.preferences.get', context, here);
      const [uid] = await makeUsers(testedApp(), ['quiet']);

      const preferences = await testedApp().client.notifications.preferences.get({
        query: { uid },
      });

      expect(preferences).toHaveProperty('data');
    });

    test('preferences, time zone and mutes of a user are changed', async (here) => {
      skipWithout('notifications.preferences.update', context, here);
      const { preferences, timezone, mutedConversations } = testedApp().client.notifications;
      const [uid, other] = await makeUsers(testedApp(), ['muting', 'muted']);
      const query = { uid };
      const mute = { id: other, type: 'oneOnOne' } as const;

      await preferences.update({ query, body: { groupPreferences: { groupMessages: 3 } } });
      const changed = await preferences.get({ query });
      await preferences.reset({ query });
      await timezone.update({ query, body: { timezone: 'Asia/Tokyo' } });
      const zone = await timezone.get({ query });
      const until = Date.now() + 3_600_000;
      await mutedConversations.mute({ query, body: { conversations: [{ ...mute, until }] } });
      const { data: muted } = await mutedConversations.get({ query });
      await mutedConversations.unmute({ query, body: { conversations: [mute] } });
      const { data: left } = await mutedConversations.get({ query });

      expect(JSON.stringify(changed)).toContain('3');
      expect(zone.data.timezone).toBe('Asia/Tokyo');
      expect(muted.mutedConversations).toMatchObject([mute]);
      expect(left.mutedConversations).toEqual([]);
    });

    test('a user has contact details until they are deleted', async (here) => {
      skipWithout('notifications.contactDetails.update', context, here);
      const { contactDetails } = testedApp().client.notifications;
      const [onBehalfOf] = await makeUsers(testedApp(), ['reachable']);
      const email = 'reachable@example.test';

      const { data } = await contactDetails.update({ onBehalfOf, body: { email } });
      const read = await contactDetails.get({ onBehalfOf });
      await contactDetails.delete({ onBehalfOf });
      const left = await contactDetails.get({ onBehalfOf });

      expect([data.email, read.data.email]).toEqual([email, email]);
      expect(left.data.email).toBeUndefined();
    });

    test('push tokens belong to a login', async (here) => {
      skipWithout('notifications.pushTokens.register', context, here);
      const { client, id } = testedApp();
      const { pushTokens } = client.notifications;
      const [uid] = await makeUsers(testedApp(), ['pushed']);
      const { authToken } = (await client.users.authTokens.create({ path: { uid } })).data;
      const [one, two] = [id('one'), id('two')];
      const body = { platform: 'fcm_android', authToken };

      await pushTokens.register({ body: { ...body, fcmToken: one } });
      await pushTokens.register({ body: { ...body, fcmToken: two } });
      const { data } = await pushTokens.get({ query: { authToken } });
      await pushTokens.delete({ path: { pushToken: one }, body: { authToken } });
      const deleted = await pushTokens.deleteAll({ body: { authToken } });
      const left = await pushTokens.get({ query: { authToken } });

      expect(data.pushTokens).toMatchObject([
        { uid, pushToken: one, platform: 'fcm_android' },
        { uid, pushToken: two },
      ]);
      expect(deleted.data.pushTokens).toMatchObject([{ pushToken: two }]);
      expect(left.data.pushTokens).toEqual([]);
    });

    test('providers of text messages and e-mails are added, changed and removed', async (here) => {
      skipWithout('notifications.smsProviders.twilio.create', context, here);
      const { smsProviders, emailProviders } = testedApp().client.notifications;
      const twilio = {
        twilioAccountSID: 'account',
        twilioAuthToken: 'secret',
        twilioSenderPhoneNumber: '+10000000000',
      };
      const sendgrid = {
        sendGridApiKey: 'key',
        sendGridTemplateID: 'template',
        sendGridUnsubscribeGroupID: '1',
        senderName: 'App',
        senderEmail: 'app@example.test',
      };

      await smsProviders.twilio.create({ body: twilio });
      await smsProviders.twilio.update({ body: { ...twilio, isEnabled: false } });
      const sms = await smsProviders.twilio.get();
      await smsProviders.twilio.delete();
      await emailProviders.sendgrid.create({ body: sendgrid });
      await emailProviders.sendgrid.update({ body: { ...sendgrid, isEnabled: false } });
      const email = await emailProviders.sendgrid.get();
      await emailProviders.sendgrid.delete();

      expect(sms.data).toMatchObject({ ...twilio, isEnabled: false });
      expect(email.data).toMatchObject({ ...sendgrid, isEnabled: false });
      expect(await refusal(smsProviders.twilio.get())).toBe('not-found ERR_PROVIDER_NOT_FOUND');
    });

    test('push providers are added, changed, chosen, listed and removed', async (here) => {
      skipWithout('notifications.pushProviders.create', context, here);
      const { client, id } = testedApp();
      const { pushProviders } = client.notifications;
      const providerId = id('provider');
      const path = { platform: 'fcm' };

      await pushProviders.create({ path, body: { providerId } });
      await pushProviders.update({
        path,
        body: { providerId, serviceAccountFilename: 'a.json' },
      });
      await pushProviders.setDefault({ path: { ...path, providerId } });
      const listed = await Array.fromAsync(pushProviders.list({ path }));
      await pushProviders.delete({ path: { ...path, providerId } });
      const left = await Array.fromAsync(pushProviders.list({ path }));

      expect(JSON.stringify(listed)).toContain(providerId);
      expect(JSON.stringify(left)).not.toContain(providerId);
    });
  });

  describe('Moderation', () => {
    test('rules are kept with their revisions', async (here) => {
      skipWithout('moderation.rules.create', context, here);
      const { rules } = testedApp().client.moderation;

      const made = await rules.create({ body: { name: 'No shouting' } });
      const path = { ruleId: made.data.id! };
      await rules.update({ path, body: { name: 'No shouting at all' } });
      const { data } = await rules.get({ path });
      const listed = await Array.fromAsync(rules.list());
      const revisions = await Array.fromAsync(rules.revisions.list({ path }));
      await rules.delete({ path });

      expect(data).toMatchObject({ id: path.ruleId, name: 'No shouting at all' });
      expect(listed.map(({ id }) => id)).toContain(path.ruleId);
      expect(revisions).not.toEqual([]);
      expect(await Array.fromAsync(rules.list())).toEqual([]);
    });

    test('lists of keywords are kept', async (here) => {
      skipWithout('moderation.keywords.create', context, here);
      const { keywords } = testedApp().client.moderation;

      const made = await keywords.create({ body: { name: 'Rude words' } });
      const path = { keywordId: made.data.id! };
      await keywords.update({ path, body: { name: 'Very rude words' } });
      const { data } = await keywords.get({ path });
      const listed = await Array.fromAsync(keywords.list());
      await keywords.delete({ path });

      expect(data).toMatchObject({ id: path.keywordId, name: 'Very rude words' });
      expect(listed.map(({ id }) => id)).toContain(path.keywordId);
    });
  });

  describe('Messages under moderation', () => {
    test('a blocked message is listed until approved', async (here) => {
      skipWithout('moderation.blockedMessages.approve', context, here);
      const { blockedMessages } = testedApp().client.moderation;

      const blocked = await Array.fromAsync(blockedMessages.list());
      await blockedMessages.approve({ path: { messageId: 'blocked-1' } });
      const left = await Array.fromAsync(blockedMessages.list());

      expect(blocked.map(({ id }) => id)).toEqual(['blocked-1']);
      expect(left).toEqual([]);
    });

    test('a flagged message is listed with the decision', async (here) => {
      skipWithout('moderation.flaggedMessages.update', context, here);
      const { flaggedMessages } = testedApp().client.moderation;

      const path = { id: 'flagged-1' };
      const { data } = await flaggedMessages.update({ path, body: { status: 'approved' } });
      const flagged = await Array.fromAsync(flaggedMessages.list());

      expect(data.status).toBe('approved');
      expect(flagged).toMatchObject([{ id: 'flagged-1', status: 'approved' }]);
    });
  });

  describe('Flagging', () => {
    test('a message is flagged for a reason of the app, and reviewed', async (here) => {
      skipWithout('moderation.reasons.create', context, here);
      const { client, id } = testedApp();
      const { reasons, flaggedMessages, reviewedMessages } = client.moderation;
      const [ada, bob] = await makeUsers(testedApp(), ['flag-ada', 'flag-bob']);
      const reasonId = id('spam');

      await reasons.create({ body: { id: reasonId, name: 'Spam' } });
      await reasons.update({ path: { reasonId }, body: { description: 'Nobody asked for it' } });
      const { data } = await reasons.get({ path: { reasonId } });
      const listed = await Array.fromAsync(reasons.list());
      const sent = await client.messages.send({
        body: { receiver: bob, receiverType: 'user', type: 'text', data: { text: 'Buy now' } },
        onBehalfOf: ada,
      });
      const path = { id: sent.data.id! };
      await client.messages.flag({ path, body: { reasonId }, onBehalfOf: bob });
      const flagged = await Array.fromAsync(flaggedMessages.list());
      await flaggedMessages.update({ path, body: { status: 'approved' } });
      const reviewed = await Array.fromAsync(reviewedMessages.list());
      await reasons.delete({ path: { reasonId } });

      expect(data).toMatchObject({ name: 'Spam', description: 'Nobody asked for it' });
      expect(listed.map((reason) => reason.id)).toContain(reasonId);
      expect(flagged.at(-1)).toMatchObject({ id: path.id, flaggedBy: [{ uid: bob, reasonId }] });
      expect(reviewed.at(-1)).toMatchObject({ id: path.id, status: 'approved' });
      expect(await refusal(reasons.get({ path: { reasonId } }))).toBe(
        'not-found ERR_REASON_NOT_FOUND',
      );
    });
  });

  describe('AI Agents', () => {
    test('an agent is created, changed and listed', async (here) => {
      skipWithout('aiAgents.create', context, here);
      const { aiAgents } = testedApp().client;

      const { agent } = await aiAgents.create({ body: { name: 'Helper', isActive: false } });
      await aiAgents.update({ path: { uid: agent.uid! }, body: { name: 'Better helper' } });
      const listed = await Array.fromAsync(aiAgents.list());

      expect(agent).toMatchObject({ name: 'Helper', isActive: false });
      expect(JSON.stringify(listed)).toContain('Better helper');
    });
  });
}
