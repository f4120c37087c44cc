import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

const ada = { body: { uid: 'ada', name: 'Ada' } };
const made = json(200, { data: { uid: 'ada', name: 'Ada' } });
const closed = { code: 'not-configured', mayHaveLanded: false };

test('closing waits for a request in flight', async () => {
  const arrived = Promise.withResolvers<() => void>();
  await using rig = await startRig([
    (response, request) => arrived.resolve(() => made(response, request)),
  ]);
  const attempt = rig.client.attempt('users.list', {});
  const answer = await arrived.promise;

  const closing = rig.client.close();
  answer();

  await expect(attempt).resolves.toMatchObject({ status: 200 });
  await closing;
});

test('a call that was just started is sent, and repeated, before the client closes', async () => {
  await using rig = await startRig([json(429, {}, { 'retry-after': '7' }), made]);

  const call = rig.client.users.create(ada);
  const closing = rig.client.close();

  await expect(call).resolves.toMatchObject({ data: { uid: 'ada' } });
  await closing;
  expect(rig.server.seen).toHaveLength(2);
});

test('calls that wait for their turn are sent before the client closes', async () => {
  await using rig = await startRig([made], { requestsPerMinute: { core: 60, standard: 60 } });

  const calls = [1, 2, 3].map(() => rig.client.users.create(ada));
  await rig.client.close();

  await Promise.all(calls);
  expect(rig.server.seen).toHaveLength(3);
});

test('a call that fails does not keep the client from closing', async () => {
  await using rig = await startRig([json(400, { error: { code: 'ERR_BAD_REQUEST' } })]);

  const [call, close] = await Promise.allSettled([
    rig.client.users.create(ada),
    rig.client.close(),
  ]);

  expect(call).toMatchObject({ status: 'rejected', reason: { code: 'invalid' } });
  expect(close.status).toBe('fulfilled');
});

test('a call that a function returns is finished although its client closes with the function', async () => {
  await using rig = await startRig([made]);
  async function read(): Promise<{ data: { uid: string } }> {
    await using client = createClient({ apiKey: 'k', baseUrl: `${rig.server.origin}/v3` });
    return client.users.get({ path: { uid: 'ada' } });
  }

  await expect(read()).resolves.toMatchObject({ data: { uid: 'ada' } });
});

test('nothing can be started after closing: no call, no attempt, no further page', async () => {
  await using rig = await startRig([json(200, { data: [{ uid: 'ada' }, { uid: 'bob' }] })]);
  const { client, server } = rig;
  const users = client.users.list({ query: { perPage: 2 } })[Symbol.asyncIterator]();
  await users.next();
  await client.close();
  await client.close();

  await users.next();
  await expect(users.next()).rejects.toMatchObject(closed);
  await expect(client.users.create(ada)).rejects.toMatchObject(closed);
  await expect(client.attempt('users.list', {})).rejects.toMatchObject(closed);
  expect(server.seen).toHaveLength(1);
});

test('closing waits for the repeats of a call although others have ended before', async () => {
  const later = json(429, {}, { 'retry-after': '7' });
  await using rig = await startRig([made, later, made]);
  await rig.client.users.create(ada);

  const call = rig.client.users.create(ada);
  const closing = rig.client.close();

  await expect(call).resolves.toMatchObject({ data: { uid: 'ada' } });
  await closing;
});
