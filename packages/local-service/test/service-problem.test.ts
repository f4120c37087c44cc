import type { OperationName } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { importSample, keyed, user } from './support/records.ts';
import { type Rig, startRig } from './support/rig.ts';

type Parts = NonNullable<Parameters<Rig['call']>[1]>;

const FIELDS = ['message', 'devMessage', 'source', 'code'];
const text = { receiverType: 'user', type: 'text', data: { text: 'hi' } };

test.each<[OperationName, Parts, number, string]>([
  ['users.create', { body: { uid: 'ada', name: 'A' } }, 400, 'ERR_UID_ALREADY_EXISTS'],
  [
    'groups.create',
    { body: { guid: 'tea', name: 'T', type: 'public' } },
    400,
    'ERR_GUID_ALREADY_EXISTS',
  ],
  ['users.delete', { path: { uid: 'nobody' }, body: {} }, 404, 'ERR_UID_NOT_FOUND'],
  ['messages.send', { body: { receiver: 'nobody', ...text } }, 404, 'ERR_UID_NOT_FOUND'],
  ['groups.update', { path: { guid: 'none' }, body: { name: 'N' } }, 404, 'ERR_GUID_NOT_FOUND'],
  [
    'messages.update',
    { path: { id: '9' }, body: { data: { text: 'x' } } },
    404,
    'ERR_MESSAGE_ID_NOT_FOUND',
  ],
  ['groups.members.remove', { path: { guid: 'tea', uid: 'cy' } }, 404, 'ERR_NOT_A_MEMBER'],
  [
    'users.authTokens.get',
    { path: { uid: 'ada', authToken: 'x' } },
    404,
    'ERR_AUTH_TOKEN_NOT_FOUND',
  ],
  ['users.list', { headers: { apikey: 'wrong' } }, 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
  [
    'messages.send',
    { body: { receiver: 'ada', ...text, data: { text: '' } } },
    400,
    'ERR_EMPTY_MESSAGE_TEXT',
  ],
])('%s %j is answered with %d %s', async (name, parts, status, code) => {
  await using rig = await startRig();
  await importSample(rig);

  const said = await rig.call(name, parts);

  expect(said.status).toBe(status);
  expect(Object.keys(said.body.error as object)).toEqual(FIELDS);
  expect(said.body.error).toMatchObject({ source: 'chat-api', code });
});

test('a limit of the plan is answered with 402', async () => {
  await using rig = await startRig();
  const create = () =>
    rig.call('apiKeys.create', { body: { name: 'one more', scope: 'authOnly' } });

  let said = await create();
  for (let keys = 0; said.status === 200 && keys < 30; keys++) said = await create();

  expect([said.status, said.body.error.code]).toEqual([402, 'ERR_PLAN_QUOTA_RESTRICTION']);
});

test('an unknown path is answered with 404 and the same fields', async () => {
  await using rig = await startRig();

  const { status, body } = await rig.send('GET', `${rig.service.baseUrl}/nothing`);

  expect(status).toBe(404);
  expect(Object.keys(body.error as object)).toEqual(FIELDS);
  expect(body.error.code).toBe('ERR_API_NOT_FOUND');
});

test('validation adds its details, and so does a record of an import', async () => {
  await using rig = await startRig();

  const whole = await rig.call('users.create', { body: { uid: 'ada' } });
  const one = await rig.data('dataImport.users', {
    body: { users: keyed([user('ada', { name: '' })]) },
  });

  expect(Object.keys(whole.body.error as object)).toEqual([...FIELDS, 'details']);
  expect(Object.keys(one.ada.error as object)).toEqual([...FIELDS, 'details']);
});
