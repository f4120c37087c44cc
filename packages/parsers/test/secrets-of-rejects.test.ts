import type { KindMapping } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { type File, read, readFromCode } from './reading.ts';

const SECRET = 'hunter2';
const BCRYPT = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

async function rejects(file: File) {
  const { rejected } = await read(file);
  return rejected;
}

const mapping: KindMapping = { ignore: ['password', 'fcmToken', 'x1', 'profile', 'bio'] };

test.each<[string, string, string]>([
  [
    'a bad row of CSV',
    `uid,name,password,x1,bio\nu1, ,${SECRET},${BCRYPT},"likes, tea"\n`,
    'u1, ,[secret],[secret],"likes, tea"',
  ],
  ['a row with too many cells', `uid,name,password\nu1,Ann,${SECRET},x\n`, 'u1,Ann,[secret]'],
  ['a bad quote', `uid,password,name\nu1,${SECRET},"Ann "x" Lee"\n`, 'u1,[secret]'],
  [
    'a cell with JSON',
    `uid,name,profile\nu1, ,"{""token"":""${SECRET}""}"\n`,
    'u1, ,"{""token"":""[secret]""}"',
  ],
  [
    'an address and a header',
    'uid,name,bio\nu1, ,"https://a.test/?token=hunter2, Basic dXNlcjpodW50ZXIy"\n',
    'u1, ,"https://a.test/?token=[secret], Basic [secret]"',
  ],
  ['a row without secrets', 'uid,name,bio\nu1, ,"likes ""tea"""\n', 'u1, ,"likes ""tea"""'],
])('in CSV: %s', async (_, content, row) => {
  const found = await rejects({ content, mapping });

  expect(found.map((each) => each.row)).toEqual([row]);
  expect(JSON.stringify(found)).not.toContain(SECRET);
});

test.each<[string, string, string]>([
  [
    'a bad row',
    `{"uid":"u1","name":" ","password":"${SECRET}","x1":"${BCRYPT}","profile":{"h":"${BCRYPT}"}}`,
    '{"uid":"u1","name":" ","password":"[secret]","x1":"[secret]","profile":"[secret]"}',
  ],
  ['broken JSON', `{"uid":"u1","password":"${SECRET}",}`, '{"uid":"u1","password":"[secret]",}'],
  [
    'JSON that is cut off',
    `{"uid":"u1","fcmToken":"${SECRET}`,
    '{"uid":"u1","fcmToken":"[secret]"',
  ],
  [
    'an unknown field',
    `{"uid":"u1","name":"Ann","account":{"password":"${SECRET}"}}`,
    '{"uid":"u1","name":"Ann","account":{"password":"[secret]"}}',
  ],
])('in JSON: %s', async (_, content, row) => {
  const found = await rejects({ format: 'ndjson', content, mapping });

  expect(found.map((each) => each.row)).toEqual([row]);
  expect(JSON.stringify(found)).not.toContain(SECRET);
});

test('in rows made in code', async () => {
  const { rejected } = await readFromCode('users', [{ uid: 'u1', password: SECRET }]);

  expect(JSON.stringify(rejected)).not.toContain(SECRET);
});
