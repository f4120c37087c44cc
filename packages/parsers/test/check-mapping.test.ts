import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { checkMapping, readHeader } from '@chatferry/parsers';
import { expect, test } from 'vitest';

const header = ['user_id', 'name', 'metadata', 'avatar'];

test.each([
  [
    'a renamed column that does not exist',
    { columns: { user_di: 'uid' } },
    'error columns: the file has no column "user_di". Did you mean "user_id"?',
  ],
  [
    'a column without a similar name',
    { columns: { birthday: 'createdAt' } },
    'error columns: the file has no column "birthday".',
  ],
  [
    'a column whose field has its own column',
    { columns: { picture: 'avatar', user_id: 'uid' } },
    'warning columns: the file has no column "picture".',
  ],
  [
    'an ignored column that does not exist',
    { ignore: ['metdata'] },
    'warning ignore: the file has no column "metdata". Did you mean "metadata"?',
  ],
  [
    'a constant for an unknown field',
    { constants: { rol: 'member' } },
    'error constants: "rol" is not a field of users. Did you mean "role"?',
  ],
  [
    'a conversion for an unknown field',
    { convert: { rol: { default: 'x' } } },
    'error convert: "rol" is not a field of users. Did you mean "role"?',
  ],
  [
    'a column renamed to an unknown field',
    { columns: { user_id: 'uidd' } },
    'error columns: "user_id" becomes "uidd", which is not a field of users. Did you mean "uid"?',
  ],
])('%s', (_, mapping, fault) => {
  expect(said(mapping, [header])).toEqual([fault]);
});

test('a mapping that fits has no faults', () => {
  const mapping = {
    columns: { user_id: ['uid', 'metadata.legacyId'] },
    ignore: ['metadata'],
    constants: { role: 'member', 'metadata.source': 'forum' },
  };

  expect(said(mapping, [header])).toEqual([]);
});

test('one of several files with the column is enough', () => {
  const mapping = { columns: { user_id: 'uid', nick: 'name' }, ignore: ['metadata', 'passwd'] };

  expect(said(mapping, [header, ['uid', 'nick']])).toEqual([
    'warning ignore: none of the files has a column "passwd".',
  ]);
});

test('in JSON, where any row may have any key, only the fields are checked', () => {
  const mapping = {
    columns: { a: 'uid', b: 'nam' },
    ignore: ['b'],
    constants: { c: 1 },
    convert: { d: { prefix: 'x' } },
  };

  expect(said(mapping, undefined)).toEqual([
    'error columns: "b" becomes "nam", which is not a field of users. Did you mean "name"?',
    'error constants: "c" is not a field of users.',
    'error convert: "d" is not a field of users.',
  ]);
});

function faultsOfEach(rule: object): string[] {
  return checkMapping('messages', { convert: { 'data.attachments[*].url': rule } }, undefined).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );
}

test('a rule of each attachment that makes one value is refused', () => {
  const of = { lookup: 'files.csv', key: 'muid', by: 'message' };
  const wrong = [
    { template: '{muid}.png' },
    { ...of, take: 'url', default: 'none' },
    { ...of, take: 'members', than: 'sender' },
    { default: 'none' },
  ];
  const right = [{ ...of, take: 'url', base: 'https://x.org/' }, { prefix: 'https://x.org/' }];

  for (const rule of wrong)
    expect(faultsOfEach(rule)).toEqual([
      expect.stringMatching(/^error: "data\.attachments\[\*\]\.url" is of each attachment/),
    ]);
  for (const rule of right) expect(faultsOfEach(rule)).toEqual([]);
});

function said(
  mapping: Parameters<typeof checkMapping>[1],
  headers: Parameters<typeof checkMapping>[2],
): string[] {
  return checkMapping('users', mapping, headers).map(
    ({ severity, key, message }) => `${severity} ${key}: ${message}`,
  );
}

test('only the header of the file is read, unchanged', async () => {
  const content = gzipSync(`\uFEFFuid; name ;"a;b"\n${'ada;Ada;1\n'.repeat(200_000)}`);
  const bytes = Readable.from([content.subarray(0, 700), content.subarray(700)]);
  const input = { file: 'users.csv.gz', kind: 'users', format: 'csv' } as const;

  const names = await readHeader({ ...input, bytes });

  expect(names).toEqual(['uid', 'name', 'a;b']);
  expect(bytes.destroyed).toBe(true);
  expect(await readHeader({ ...input, bytes: Readable.from([]) })).toBeUndefined();
});
