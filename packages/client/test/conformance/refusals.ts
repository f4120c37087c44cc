import { describe, expect, test } from 'vitest';
import { request } from 'undici';
import { type Context, refusal } from './context.ts';

export function refusalFacts({ kind, testedApp }: Context): void {
  describe('What is refused', () => {
    test('no key', async () => {
      const { baseUrl, callsBaseUrl } = testedApp().options;

      for (const url of [`${baseUrl}/users`, `${callsBaseUrl}/calls`]) {
        const answer = await request(url);
        expect(answer.statusCode).toBe(401);
        expect(await answer.body.json()).toMatchObject({
          error: { code: 'AUTH_ERR_EMPTY_APIKEY' },
        });
      }
    });

    test('an unknown key', async () => {
      const { clientWith } = testedApp();
      const client = clientWith({ apiKey: 'f'.repeat(40) });

      expect(await refusal(client.call('users.list'))).toBe(
        'unauthorized AUTH_ERR_APIKEY_NOT_FOUND',
      );
      expect(await refusal(client.call('calls.list'))).toBe(
        'unauthorized AUTH_ERR_APIKEY_NOT_FOUND',
      );
    });

    test('a key with a smaller scope, which may create users and tokens', async ({ skip }) => {
      const { authOnly, id } = testedApp();
      skip(authOnly === undefined, 'no key of this scope was given');
      const uid = id('by-auth-key');

      await authOnly!.users.create({ body: { uid, name: 'X' } });
      await authOnly!.users.authTokens.create({ path: { uid } });

      expect(await refusal(authOnly!.users.get({ path: { uid } }))).toBe(
        'unauthorized AUTH_ERR_NO_ACCESS',
      );
      expect(await refusal(authOnly!.call('calls.list'))).toBe('unauthorized AUTH_ERR_NO_ACCESS');
    });

    test('a wrong path', async () => {
      const { client } = testedApp();

      const call = client.request({ method: 'GET', path: '/no/such/path' });

      expect(await refusal(call)).toBe('invalid ERR_API_NOT_FOUND');
    });

    test('a wrong method', async () => {
      const { client } = testedApp();

      expect(await refusal(client.request({ method: 'PATCH', path: '/users' }))).toBe(
        'invalid ERR_API_NOT_FOUND',
      );
    });

    test.skipIf(kind === 'hosted')('an app that does not exist', async () => {
      const { clientWith } = testedApp();

      expect(await refusal(clientWith({ appId: 'no-such-app' }).call('users.list'))).toBe(
        'unauthorized AUTH_ERR_INVALID_APPID',
      );
    });

    test.skipIf(kind === 'hosted')('a region in which the app does not live', async () => {
      const { clientWith, options } = testedApp();
      const client = clientWith({ region: options.region === 'eu' ? 'us' : 'eu' });

      expect(await refusal(client.call('users.list'))).toBe('unauthorized AUTH_ERR_INVALID_APPID');
      expect(await refusal(client.call('calls.list'))).toBe('unauthorized AUTH_ERR_INVALID_APPID');
    });

    test.skipIf(kind === 'hosted')('such a region in the name of the host', async () => {
      const { options } = testedApp();
      const region = options.region === 'eu' ? 'us' : 'eu';

      const { body } = await request(`${options.baseUrl}/users`, {
        headers: { host: `${options.appId}.api-${region}.example.test`, apikey: 'any' },
      });

      expect(await body.json()).toMatchObject({ error: { code: 'AUTH_ERR_INVALID_APPID' } });
    });

    test('a body that is not JSON', async () => {
      const { client } = testedApp();

      const call = client.request({
        method: 'POST',
        path: '/users',
        body: Buffer.from('{"uid": '),
      });

      expect(await refusal(call)).toBe('invalid ERR_BAD_REQUEST');
    });

    test('a body without required fields, with the fields that are wrong', async () => {
      const { client } = testedApp();

      const call = client.request({ method: 'POST', path: '/users', body: { uid: 'a b' } });

      expect(await refusal(call)).toBe('invalid ERR_BAD_REQUEST');
      await expect(call).rejects.toMatchObject({
        details: { name: expect.any(Array) as string[] },
      });
    });

    test('a page of more than 1000 items, by the client and by the service', async () => {
      const { client } = testedApp();

      const there = client.request({ method: 'GET', path: '/users', query: { perPage: 1001 } });

      expect(await refusal(there)).toBe('invalid ERR_BAD_REQUEST');
      await expect(client.call('users.list', { query: { perPage: 1001 } })).rejects.toMatchObject({
        code: 'invalid',
        status: undefined,
      });
    });

    test('unknown ids', async () => {
      const { client, id } = testedApp();
      const nobody = id('nobody');

      expect(await refusal(client.users.get({ path: { uid: nobody } }))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
      expect(await refusal(client.groups.get({ path: { guid: nobody } }))).toBe(
        'not-found ERR_GUID_NOT_FOUND',
      );
      expect(await refusal(client.roles.get({ path: { role: nobody } }))).toBe(
        'not-found ERR_ROLE_NOT_FOUND',
      );
      expect(await refusal(client.messages.get({ path: { id: '999999999999' } }))).toMatch(
        /^not-found ERR_(MESSAGE_ID|MSG)_NOT_FOUND$/,
      );
      expect(await refusal(client.users.get({ path: { uid: nobody }, onBehalfOf: nobody }))).toBe(
        'not-found ERR_UID_NOT_FOUND',
      );
    });

    test('a call that needs an acting user and has none', async () => {
      const { client } = testedApp();

      expect(
        await refusal(client.request({ method: 'GET', path: '/users/ada/conversation' })),
      ).toMatch(/^invalid /);
    });
  });
}
