import { expect, expectTypeOf, test } from 'vitest';
import { ApiError } from '../src/index.ts';
import { API_KEY, startRig } from './support/rig.ts';
import { hangUp, json } from './support/scripted-server.ts';

const users = { data: [{ uid: 'ada', name: 'Ada' }] };

test('a call sends the key, the query and nothing else', async () => {
  await using rig = await startRig([json(200, users)]);

  const answer = await rig.client.call('users.list', { query: { perPage: 3, searchKey: 'ä,b' } });

  expect(answer.data).toEqual([{ uid: 'ada', name: 'Ada' }]);
  expectTypeOf(answer.data[0]?.uid).toEqualTypeOf<string | undefined>();
  expect(rig.server.seen).toMatchObject([
    { method: 'GET', url: '/v3/users?perPage=3&searchKey=%C3%A4%2Cb', body: '' },
  ]);
  expect(rig.server.seen[0]?.headers).toMatchObject({ apikey: API_KEY });
  expect(rig.server.seen[0]?.headers).not.toHaveProperty('onbehalfof');
});

test('each API has its own address and credentials', async () => {
  await using rig = await startRig([
    json(200, { data: [] }),
    json(200, { data: { sessionId: 's1' } }),
  ]);

  await rig.client.call('management.apps.list');
  await rig.client.call('calls.get', { path: { sessionId: 's 1/x' }, onBehalfOf: 'ada' });

  const [apps, call] = rig.server.seen;
  expect(apps).toMatchObject({ url: '/management/apps' });
  expect(apps?.headers).toMatchObject({ key: 'm-key', secret: 'm-secret' });
  expect(apps?.headers).not.toHaveProperty('apikey');
  expect(call).toMatchObject({ url: '/calls-api/v3/calls/s%201%2Fx' });
  expect(call?.headers).toMatchObject({ apikey: API_KEY, onbehalfof: 'ada' });
});

test('a key function is called before each request', async () => {
  const keys = ['first-key', 'second-key'];
  await using rig = await startRig([json(200, users)], { apiKey: () => keys.shift()! });

  await rig.client.call('users.list');
  await rig.client.call('users.list');

  expect(rig.server.seen.map(({ headers }) => headers['apikey'])).toEqual([
    'first-key',
    'second-key',
  ]);
});

test('a request that breaks a rule of the operation is refused before it is sent', async () => {
  await using rig = await startRig([json(200, users)]);

  const tooMany = rig.client.call('users.list', { query: { perPage: 2000 } });
  const upward = ['.', '..'].map((sessionId) =>
    rig.client.call('calls.get', { path: { sessionId } }),
  );
  const withBody = rig.client.call('users.list', { body: {} } as object);

  await expect(withBody).rejects.toMatchObject({ code: 'invalid', mayHaveLanded: false });
  await expect(tooMany).rejects.toMatchObject({ code: 'invalid', mayHaveLanded: false });
  for (const call of upward)
    await expect(call).rejects.toMatchObject({ code: 'invalid', mayHaveLanded: false });
  expect(rig.server.seen).toEqual([]);
});

test('a 5xx is repeated with growing waits where that is safe', async () => {
  const trouble = json(500, { error: { code: 'ERR_EXCEPTION', message: 'Oops.' } });
  await using rig = await startRig([trouble, trouble, json(200, users)]);

  await rig.client.call('users.list');

  expect(rig.server.seen).toHaveLength(3);
  expect(rig.clock.sleeps).toEqual([500, 1000]);
});

test('the wait that a 503 states is kept, and a page of a gateway is waited out too', async () => {
  const trouble = { error: { code: 'ERR_EXCEPTION', message: 'Later.' } };
  await using rig = await startRig([
    json(503, trouble, { 'retry-after': '7' }),
    (response) => response.writeHead(502).end('<html>Bad gateway'),
    json(200, users),
  ]);

  await rig.client.call('users.list');

  expect(rig.clock.sleeps).toEqual([7000, 1000]);
});

test('after five attempts the last failure is thrown', async () => {
  const trouble = json(500, { error: { code: 'ERR_EXCEPTION', message: 'Oops.' } });
  await using rig = await startRig([trouble]);

  const call = rig.client.call('users.list');

  await expect(call).rejects.toMatchObject({
    code: 'service-trouble',
    operation: 'users.list',
    status: 500,
    serviceCode: 'ERR_EXCEPTION',
    mayHaveLanded: false,
  });
  expect(rig.server.seen).toHaveLength(5);
});

test('a message that may have been stored is not sent twice', async () => {
  await using rig = await startRig([hangUp]);

  const call = rig.client.call('messages.send', {
    body: { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hi' } },
  });

  await expect(call).rejects.toMatchObject({ code: 'unreachable', mayHaveLanded: true });
  expect(rig.server.seen).toHaveLength(1);
});

test('a message that was refused with 429 is sent again after the stated wait', async () => {
  const later = json(
    429,
    { error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'Wait.' } },
    { 'retry-after': '58' },
  );
  await using rig = await startRig([later, json(200, { data: { id: '1' } })]);

  const answer = await rig.client.call('messages.send', {
    body: { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hi' } },
  });

  expect(answer.data.id).toBe('1');
  expect(rig.clock.sleeps).toEqual([58_000]);
});

test('a wait of hours is returned to the caller', async () => {
  const later = json(429, { error: { code: 'ERR_TOO_MANY_REQUESTS' } }, { 'retry-after': '7200' });
  await using rig = await startRig([later]);

  const call = rig.client.call('users.list');

  await expect(call).rejects.toMatchObject({ code: 'rate-limited', retryAfterMs: 7_200_000 });
  expect(rig.server.seen).toHaveLength(1);
});

test("a gateway's page is an unreadable answer, reported with its beginning", async () => {
  await using rig = await startRig([
    (response) => response.writeHead(502).end(`<html>Bad gateway ${'x'.repeat(5000)}`),
  ]);

  const error = await rig.client.call('users.list').catch((caught: unknown) => caught);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'unreadable', status: 502 });
  expect((error as ApiError).message).toContain('<html>Bad gateway');
  expect((error as ApiError).message.length).toBeLessThan(400);
});

test('an incomplete answer is unreadable, even if the part that arrived is JSON', async () => {
  await using rig = await startRig([
    (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{}', () => response.socket?.destroy());
    },
  ]);

  await expect(
    rig.client.call('users.authTokens.create', { path: { uid: 'ada' }, body: {} }),
  ).rejects.toMatchObject({ code: 'unreadable', status: 200, mayHaveLanded: true });
});

test('a successful answer of another form is unreadable', async () => {
  await using rig = await startRig([json(200, { data: 'soon' })]);

  await expect(rig.client.call('users.list')).rejects.toMatchObject({ code: 'unreadable' });
});

test('an aborted call rejects with the reason of the abort', async () => {
  await using rig = await startRig([() => {}]);
  const stop = new AbortController();

  const call = rig.client.call('users.list', { signal: stop.signal });
  stop.abort(new Error('enough'));

  await expect(call).rejects.toThrow('enough');
});

test('a call that is aborted after a failed attempt does not wait for the next one', async () => {
  const stop = new AbortController();
  await using rig = await startRig([json(503, {})], { onAnswer: () => stop.abort() });

  await expect(rig.client.call('users.list', { signal: stop.signal })).rejects.toThrow('abort');

  expect(rig.clock.sleeps).toEqual([]);
});

test.each(['ada bob', 'ada\r\nother: 1', 'ädä', ''])(
  'nothing is sent on behalf of %j, which is no uid',
  async (onBehalfOf) => {
    await using rig = await startRig([json(200, { data: [] })]);

    const call = rig.client.call('users.list', { onBehalfOf } as object);

    await expect(call).rejects.toMatchObject({ code: 'invalid', mayHaveLanded: false });
    expect(rig.server.seen).toEqual([]);
  },
);

test('the list of users is requested with a content type, as specified; other reading calls without', async () => {
  await using rig = await startRig([json(200, { data: [] })]);

  await rig.client.call('users.list');
  await rig.client.call('groups.list');

  const types = rig.server.seen.map(({ headers }) => headers['content-type']);
  expect(types).toEqual(['application/json', undefined]);
});
