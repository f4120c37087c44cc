import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyed, message, importSample, user } from './support/records.ts';
import { startRig } from './support/rig.ts';

test.each([
  ['dataImport.users', 'users', 'ERR_IMPORT_INVALID_USER_FORMAT'],
  ['dataImport.groups', 'groups', 'ERR_IMPORT_INVALID_GROUP_FORMAT'],
  ['dataImport.members', 'members', 'ERR_IMPORT_INVALID_MEMBER_FORMAT'],
  ['dataImport.messages', 'messages', 'ERR_IMPORT_INVALID_MESSAGE_FORMAT'],
] as const)('%s refuses an invalid container', async (name, root, code) => {
  await using rig = await startRig();

  for (const body of [
    {},
    { [root]: [] },
    { [root]: {} },
    { [root]: 'x' },
    { [root]: { a: 1 } },
    [],
    undefined,
  ]) {
    const said = await rig.call(name, { body });
    expect([said.status, said.body.error.code]).toEqual([400, code]);
  }
});

test('fifty records are accepted, fifty-one are refused as a whole', async () => {
  await using rig = await startRig();
  const fifty = Array.from({ length: 50 }, (_, index) => user(`u${index}`));

  const tooMany = await rig.call('dataImport.users', {
    body: { users: keyed([...fifty, user('one-more')]) },
  });
  const enough = await rig.data('dataImport.users', { body: { users: keyed(fifty) } });

  expect([tooMany.status, tooMany.body.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(Object.keys(enough)).toHaveLength(50);
  expect(await rig.data('users.list')).toHaveLength(50);
});

test('other keys next to the container are ignored', async () => {
  await using rig = await startRig();

  const said = await rig.data('dataImport.users', {
    body: { guid: 'g', name: 'n', users: { ada: user('ada') } },
  });

  expect(said.ada.success).toBe(true);
});

test('a request that is not JSON is refused first', async () => {
  await using rig = await startRig();

  const said = await rig.send('POST', `${rig.service.baseUrl}/data_import/users`, {
    headers: { apikey: rig.service.apiKey, 'content-type': 'application/json' },
    body: '{"users":',
  });

  expect([said.status, said.body.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
});

test('a body that is too large is refused with the page of a gateway', async () => {
  await using rig = await startRig({ maxRequestBytes: 2000 });

  const said = await rig.call('dataImport.users', {
    body: { users: { ada: user('ada', { metadata: { text: 'x'.repeat(3000) } }) } },
  });

  expect(said.status).toBe(413);
  expect(said.body).toBeUndefined();
});

test('for any record, the answer is one of the service', async () => {
  await using rig = await startRig();
  await importSample(rig);
  const field = fc.constantFrom(
    ...Object.keys(message('m')),
    'tags',
    'data',
    'mentionedUserDetails',
    'readAt',
  );

  await fc.assert(
    fc.asyncProperty(fc.dictionary(field, fc.jsonValue()), fc.jsonValue(), async (change, odd) => {
      const messages = { m: { ...message('m'), ...change }, odd: { ...message('odd'), data: odd } };
      const { status, body } = await rig.call('dataImport.messages', { body: { messages } });
      const poisoned = body.error?.message === 'The request could not be completed.';
      expect(poisoned ? 'poisoned' : status).toBeOneOf(['poisoned', 200]);
    }),
    { numRuns: 200 },
  );
});

test('a deeply nested body is refused, and one of 256 levels is accepted', async () => {
  await using rig = await startRig();
  const send = async (path: string, levels: number) => {
    const inner = `${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}`;
    return rig.send('POST', rig.service.baseUrl + path, {
      headers: { apikey: rig.service.apiKey, 'content-type': 'application/json' },
      body: `{"uid":"ada","name":"Ada","metadata":{"deep":${inner}}}`,
    });
  };

  for (const path of ['/users', '/data_import/users', '/messages'])
    for (const levels of [257, 200_000]) {
      const said = await send(path, levels);
      expect([said.status, said.body.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
      expect(said.body.error.details.body).toEqual(['The body is nested deeper than 256 levels.']);
    }
  expect((await send('/users', 256)).status).toBe(200);
});
