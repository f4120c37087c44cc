import { operations } from '@chatferry/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { Client } from '../src/index.ts';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

test('every operation of the table is a function in its group', async () => {
  await using rig = await startRig([json(200, {})]);

  const missing = Object.keys(operations).filter((name) => {
    let value: unknown = rig.client;
    for (const part of name.split('.')) value = (value as Record<string, unknown>)[part];
    return typeof value !== 'function';
  });

  expect(missing).toEqual([]);
});

test('a creation sends its body as JSON and returns the created object', async () => {
  await using rig = await startRig([json(200, { data: { uid: 'ada', authToken: 't' } })]);

  const { data } = await rig.client.users.create({
    body: { uid: 'ada', name: 'Ada', withAuthToken: true },
  });

  expect(data.authToken).toBe('t');
  expect(rig.server.seen).toMatchObject([
    { method: 'POST', url: '/v3/users', body: '{"uid":"ada","name":"Ada","withAuthToken":true}' },
  ]);
});

test('the compiler knows the parameters and the answer of an operation', () => {
  type Users = Client['users'];
  type CreateUser = Parameters<Users['create']>[0];
  type React = Parameters<Client['messages']['reactions']['add']>[0];
  type GetUser = Parameters<Users['get']>[0];

  expectTypeOf<CreateUser['body']['uid']>().toEqualTypeOf<string>();
  expectTypeOf<CreateUser['onBehalfOf']>().toEqualTypeOf<undefined>();
  expectTypeOf<React['onBehalfOf']>().toEqualTypeOf<string>();
  expectTypeOf<React['path']['id']>().toEqualTypeOf<string>();
  expectTypeOf<React['path']['reaction']>().toEqualTypeOf<string>();
  expectTypeOf<GetUser['onBehalfOf']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Client['calls']['list']>().returns.toExtend<AsyncIterable<{ sessionId: string }>>();
  expectTypeOf<Client['groups']['members']['list']>().parameter(0).toHaveProperty('path');
  // The operation needs nothing, so the argument is optional.
  expectTypeOf<Users['list']>().toBeCallableWith();
  // @ts-expect-error the id of the group is missing
  expectTypeOf<Client['groups']['get']>().toBeCallableWith();
});

test('a path that is not in the table is sent with key, pacing and repeats', async () => {
  const trouble = json(500, { error: { code: 'ERR_EXCEPTION', message: 'Oops.' } });
  await using rig = await startRig([trouble, json(200, { data: 7 })]);

  const answer = await rig.client.request({
    method: 'GET',
    path: '/new/things',
    query: { since: 3, words: ['a', 'b'] },
    answer: { parse: (body) => (body as { data: number }).data },
  });

  expectTypeOf(answer).toBeNumber();
  expect(answer).toBe(7);
  expect(rig.server.seen.map(({ url }) => url)).toEqual([
    '/v3/new/things?since=3&words=a,b',
    '/v3/new/things?since=3&words=a,b',
  ]);
  expect(rig.server.seen[0]?.headers).toHaveProperty('apikey');
});

test('a free request that writes is not repeated unless the caller allows it', async () => {
  const trouble = json(500, { error: { code: 'ERR_EXCEPTION', message: 'Oops.' } });
  await using rig = await startRig([trouble]);
  const things = { method: 'POST', path: '/new/things', body: Buffer.from('{"a": 1}') } as const;

  await expect(rig.client.request(things)).rejects.toMatchObject({ mayHaveLanded: true });
  expect(rig.server.seen).toHaveLength(1);
  expect(rig.server.seen[0]?.body).toBe('{"a": 1}');
  await expect(rig.client.request({ ...things, repeatable: true })).rejects.toThrow(/Oops/);

  expect(rig.server.seen).toHaveLength(6);
});

test.each(['new', '/new?x=1', '/a/../b', '/a/./b', '/a/..', '/a#b', '/users/{uid}', '/a b', '/é'])(
  'the free path %s is refused',
  async (path) => {
    await using rig = await startRig([json(200, {})]);

    const call = rig.client.request({ method: 'GET', path });

    await expect(call).rejects.toMatchObject({ code: 'invalid' });
    expect(rig.server.seen).toEqual([]);
  },
);

test('an answer that the caller cannot read is an error of the call, whose request may have landed', async () => {
  await using rig = await startRig([json(200, { data: 7 })]);
  const answer = {
    parse() {
      throw new Error('no');
    },
  };

  for (const method of ['GET', 'POST'] as const)
    await expect(rig.client.request({ method, path: '/new/things', answer })).rejects.toMatchObject(
      {
        code: 'unreadable',
        status: 200,
        mayHaveLanded: method === 'POST',
      },
    );
});

test('a record that was sent may have landed when the answer does not have the documented form', async () => {
  await using rig = await startRig([json(200, 7)]);

  const sent = rig.client.users.create({ body: { uid: 'ada', name: 'Ada' } });
  const read = rig.client.users.get({ path: { uid: 'ada' } });

  await expect(sent).rejects.toMatchObject({ code: 'unreadable', mayHaveLanded: true });
  await expect(read).rejects.toMatchObject({ code: 'unreadable', mayHaveLanded: false });
});

test('fields inside fields have their types, and content of the app passes', async () => {
  await using rig = await startRig([json(200, { data: {} })]);
  const attachment = { url: 'https://a', name: 'a', mimeType: 'a/b', extension: 'b' };
  const to = { receiver: 'bob', receiverType: 'user', category: 'message', type: 'file' } as const;

  await rig.client.messages.send({
    onBehalfOf: 'ada',
    body: { ...to, data: { attachments: [{ ...attachment, pages: 3 }], own: 1 } },
  });

  type ImportUsers = Parameters<Client['dataImport']['users']>[0];
  expectTypeOf<ImportUsers['body']['users'][string]['name']>().toEqualTypeOf<string>();
  expect(rig.server.seen[0]).toMatchObject({ body: expect.stringContaining('"pages":3') });
});
