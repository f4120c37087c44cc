import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

/** Untyped calls, as in JavaScript. */
const misspelt = 'users.lst' as 'users.list';
const inherited = 'toString' as 'users.list';
const noList = 'users.get' as 'users.list';

test('an unknown operation name is refused, with similar names', async () => {
  await using rig = await startRig([json(200, { data: [] })]);
  const { client, server } = rig;
  const refusal = {
    name: 'ApiError',
    code: 'invalid',
    operation: 'users.lst',
    mayHaveLanded: false,
    message: expect.stringMatching(/^users\.lst: .*no such operation.* users\.list\b/) as string,
  };

  await expect(client.call(misspelt)).rejects.toMatchObject(refusal);
  await expect(client.attempt(misspelt, {})).rejects.toMatchObject(refusal);
  expect(() => client.list(misspelt)).toThrow(expect.objectContaining(refusal) as Error);
  expect(server.seen).toEqual([]);
});

test.each([inherited, undefined as never])('the name %s is not an operation', async (name) => {
  await using rig = await startRig([json(200, {})]);

  await expect(rig.client.call(name)).rejects.toMatchObject({ code: 'invalid' });
});

test('an operation without a list cannot be iterated', async () => {
  await using rig = await startRig([json(200, {})]);

  expect(() => rig.client.list(noList)).toThrow(/users\.get: .*does not answer with a list/);
});
