import { expect, test } from 'vitest';
import { importSample } from './support/records.ts';
import { startRig } from './support/rig.ts';

const USERS = '/users';

test('a request without a key, or with an unknown one, is refused', async () => {
  await using rig = await startRig();
  const url = rig.service.baseUrl + USERS;

  const without = await rig.send('GET', url);
  const unknown = await rig.send('GET', url, { headers: { apikey: 'no-such-key' } });
  const known = await rig.send('GET', url, { headers: { ApiKey: rig.service.apiKey } });

  expect([without.status, without.body.error.code]).toEqual([401, 'AUTH_ERR_EMPTY_APIKEY']);
  expect([unknown.status, unknown.body.error.code]).toEqual([401, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  expect(known.status).toBe(200);
});

test('a key of authOnly creates users and tokens and nothing else', async () => {
  await using rig = await startRig();
  const headers = { apikey: rig.service.authOnlyKey };

  const created = await rig.call('users.create', { headers, body: { uid: 'ada', name: 'Ada' } });
  const token = await rig.call('users.authTokens.create', {
    headers,
    path: { uid: 'ada' },
    body: {},
  });
  const listed = await rig.call('users.list', { headers });
  const imported = await rig.call('dataImport.users', { headers, body: {} });

  expect([created.status, token.status]).toEqual([200, 200]);
  expect([listed.status, listed.body.error.code]).toEqual([403, 'AUTH_ERR_NO_ACCESS']);
  expect(imported.body.error.code).toBe('AUTH_ERR_NO_ACCESS');
});

test('another app or region in the request is refused', async () => {
  await using rig = await startRig({ appId: 'myapp', region: 'eu' });
  const ask = async (headers: Record<string, string>): Promise<string> => {
    const { body } = await rig.call('users.list', { headers });
    return body.error?.code ?? 'welcome';
  };

  expect(await ask({ appId: 'myapp' })).toBe('welcome');
  expect(await ask({ appId: 'myapp', region: 'eu' })).toBe('welcome');
  expect(await ask({ appId: 'yourapp' })).toBe('AUTH_ERR_INVALID_APPID');
  expect(await ask({ appId: 'myapp', region: 'us' })).toBe('AUTH_ERR_INVALID_APPID');
  expect(await ask({ region: 'us' })).toBe('AUTH_ERR_INVALID_APPID');
});

test('a service that was started without a region accepts any region', async () => {
  await using rig = await startRig({ appId: 'myapp' });

  for (const region of ['us', 'eu', 'in'])
    expect((await rig.call('users.list', { headers: { appId: 'myapp', region } })).status).toBe(
      200,
    );
});

test('the host names the app as it does in the hosted service', async () => {
  await using rig = await startRig({ appId: 'myapp', region: 'eu' });

  expect(await statusFor(rig.service.port, rig.service.apiKey, 'myapp.api-eu.example.org')).toBe(
    200,
  );
  expect(await statusFor(rig.service.port, rig.service.apiKey, 'myapp.api-us.example.org')).toBe(
    401,
  );
  expect(await statusFor(rig.service.port, rig.service.apiKey, 'yourapp.api-eu.example.org')).toBe(
    401,
  );
});

test('the management API needs its own two headers', async () => {
  await using rig = await startRig();
  const url = `${rig.service.managementBaseUrl}/apps`;
  const { key, secret } = rig.service.management;

  const withKey = await rig.send('GET', url, { headers: { apikey: rig.service.apiKey } });
  const half = await rig.send('GET', url, { headers: { key } });
  const wrong = await rig.send('GET', url, { headers: { key, secret: 'guess' } });
  const right = await rig.send('GET', url, { headers: { key, secret } });

  expect(withKey.body.error.code).toBe('AUTH_ERR_EMPTY_AUTH_HEADER');
  expect([half.status, half.body.error.code]).toEqual([401, 'AUTH_ERR_EMPTY_AUTH_HEADER']);
  expect([wrong.status, wrong.body.error.code]).toEqual([401, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  expect(right.body.data).toMatchObject([{ id: rig.service.appId, region: 'us' }]);
});

test('an acting user must exist where it is optional, and be present where it is required', async () => {
  await using rig = await startRig();
  await importSample(rig);

  expect(await rig.refusal('groups.list', { as: 'unknown' })).toBe('ERR_UID_NOT_FOUND');
  expect(await rig.refusal('users.conversation.get', { path: { uid: 'bob' } })).toBe(
    'ERR_BAD_REQUEST',
  );
  expect((await rig.call('users.list', { as: 'unknown' })).status).toBe(200);
  expect((await rig.call('groups.list', { as: 'ADA' })).status).toBe(200);
});

test.each([
  ['GET', '/v3/nothing', 404, 'ERR_API_NOT_FOUND'],
  ['DELETE', '/v3/data_import/users', 404, 'ERR_API_NOT_FOUND'],
  ['GET', '/', 404, 'ERR_API_NOT_FOUND'],
  ['GET', '/v3/users/%E0%A4%A', 404, 'ERR_API_NOT_FOUND'],
  ['GET', '/v3.0/nothing', 404, 'ERR_API_NOT_FOUND'],
  ['GET', '/v3.01/users', 400, 'ERR_INVALID_API_VERSION'],
  ['GET', '/v2/users', 400, 'ERR_INVALID_API_VERSION'],
  ['GET', '/calls-api/v4/calls', 400, 'ERR_INVALID_API_VERSION'],
])('%s %s is not an operation', async (method, path, status, code) => {
  await using rig = await startRig();

  const said = await rig.send(method, new URL(rig.service.baseUrl).origin + path);

  expect([said.status, said.body.error.code]).toEqual([status, code]);
});

test('/v3.0 is another name of /v3', async () => {
  await using rig = await startRig({ seed: { calls: [{ sessionId: 's1', startedAt: 5 }] } });
  const { apiKey, baseUrl, callsBaseUrl } = rig.service;
  const get = (url: string) => rig.send('GET', url, { headers: { apikey: apiKey } });

  const users = await get(`${baseUrl}.0/users`);
  const call = await get(`${callsBaseUrl}.0/calls/s1`);

  expect([users.status, users.body.data]).toEqual([200, []]);
  expect(call.body.data).toMatchObject({ sessionId: 's1' });
});

test.each([
  [{ perPage: 1001 }, 'perPage'],
  [{ perPage: 'many' }, 'perPage'],
  [{ page: 0 }, 'page'],
  [{ withTags: 'perhaps' }, 'withTags'],
])('a list with the query %o is refused with the field', async (query, field) => {
  await using rig = await startRig();

  const said = await rig.call('users.list', { query });

  expect([said.status, said.body.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(said.body.error.details).toHaveProperty(field);
});

test('unknown parameters and fields are ignored', async () => {
  await using rig = await startRig();

  const created = await rig.call('users.create', {
    body: { uid: 'ada', name: 'Ada', favouriteColour: 'red' },
  });
  const listed = await rig.call('users.list', { query: { favouriteColour: 'red' } });

  expect([created.status, listed.status]).toEqual([200, 200]);
  expect(created.body.data).not.toHaveProperty('favouriteColour');
});

/** fetch does not let a caller choose the host. */
async function statusFor(port: number, apikey: string, host: string): Promise<number | undefined> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/v3/users', headers: { apikey, host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
