import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';
import { json } from './support/scripted-server.ts';

/** As JavaScript writes them, where no compiler looks. */
const misspelt = 'users.lst' as 'users.list';
const inherited = 'toString' as 'users.list';
const noList = 'users.get' as 'users.list';

test('a name that no operation has is refused, with the names that may have been meant', async () => {
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

test.each([inherited, undefined as never])('the name %s is no operation', async (name) => {
  await using rig = await startRig([json(200, {})]);

  await expect(rig.client.call(name)).rejects.toMatchObject({ code: 'invalid' });
});

test('an operation without a list is not walked through', async () => {
  await using rig = await startRig([json(200, {})]);

  expect(() => rig.client.list(noList)).toThrow(/users\.get: .*no list/);
});
