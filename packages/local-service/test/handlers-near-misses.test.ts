import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

test.each([
  ['per_page', 'Did you mean perPage?'],
  ['WithTags', 'Did you mean withTags?'],
  ['serchKey', 'Did you mean searchKey?'],
  ['friendsOnly', 'Friends are listed with GET /users/{uid}/friends.'],
])('the parameter %s is refused with what was meant', async (name, instead) => {
  await using rig = await startRig();

  const { status, body } = await rig.call('users.list', { query: { [name]: 1 } });

  expect([status, body.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(body.error.details[name]).toEqual([`It is no parameter of this operation. ${instead}`]);
});

test('a parameter that resembles no other is ignored', async () => {
  await using rig = await startRig();

  expect((await rig.call('users.list', { query: { trace: 'a-1' } })).status).toBe(200);
});

test.each([
  { type: 'text/plain;charset=UTF-8', says: 'It is text/plain;charset=UTF-8' },
  { type: 'application/x-www-form-urlencoded', says: 'It is application/x-www-form' },
  { type: 'multipart/form-data; boundary=x', says: 'No file is stored here' },
])('a body of $type is refused with what to send instead', async ({ type, says }) => {
  await using rig = await startRig();
  const body = { uid: 'ada', name: 'Ada' };

  const refused = await rig.call('users.create', { body, headers: { 'content-type': type } });

  expect([refused.status, refused.body.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(refused.body.error.details['content-type'][0]).toContain(says);
  expect(refused.body.error.details['content-type'][0]).toContain('send application/json');
  expect(await rig.data('users.list')).toEqual([]);
});

test('a body without a type, or with one of JSON, is read', async () => {
  await using rig = await startRig();

  for (const [uid, type] of [
    ['ada', 'application/json; charset=utf-8'],
    ['bob', 'application/vnd.api+json'],
  ] as const) {
    const headers = { 'content-type': type };
    const { status } = await rig.call('users.create', { body: { uid, name: 'N' }, headers });
    expect(status).toBe(200);
  }
});
