import type { Kind, Row } from '@chatferry/contract';
import { describe, expect, test } from 'vitest';
import { ids, read, readFromCode, refusals } from './reading.ts';

const message = {
  muid: 'm1',
  sender: 'a',
  receiverType: 'user',
  receiver: 'b',
  sentAt: 1_700_000_000,
  text: 'Hi',
};

const rows: Record<string, [kind: Kind, field: string, row: (text: string) => Row]> = {
  'name of a user': ['users', 'name', (name) => ({ uid: 'a', name })],
  'name of a group': ['groups', 'name', (name) => ({ guid: 'g', type: 'public', name })],
  'id of a message': ['messages', 'muid', (muid) => ({ ...message, muid })],
};

describe.each(Object.entries(rows))('the %s', (_, [kind, field, row]) => {
  test('is rejected if it contains a NUL', async () => {
    const outcome = await readFromCode(kind, [row('a\0b')]);

    expect(refusals(outcome)).toEqual(['1 null-character']);
    expect(outcome.rejected[0]!.problems[0]!.field).toBe(field);
  });

  test.each(['a\nb', 'a\r\nb', 'a\u2028b'])(
    'is sent if it contains the line break %j',
    async (text) => {
      const outcome = await readFromCode(kind, [row(text)]);

      expect(outcome.rejected).toEqual([]);
      expect(outcome.records[0]!.record[field]).toBe(text);
      expect(outcome.warnings).toMatchObject([{ code: 'line-break', field }]);
    },
  );
});

test('both are judged in a file of CSV and of NDJSON', async () => {
  const csv = await read({ content: 'uid,name\na,A\0B\nb,"B\nC"\nc,Cy\n' });
  const ndjson = await read({
    format: 'ndjson',
    content:
      '{"uid":"a","name":"A\\u0000B"}\n{"uid":"b","name":"B\\nC"}\n{"uid":"c","name":"Cy"}\n',
  });

  for (const outcome of [csv, ndjson]) {
    expect(ids(outcome)).toEqual(['b', 'c']);
    expect(outcome.rejected.map(({ problems }) => problems[0]!.code)).toEqual(['null-character']);
    expect(outcome.warnings).toEqual([{ record: 'b', code: 'line-break', field: 'name' }]);
  }
});

test.each([
  ['remove', 'AnnLee'],
  ['replace', 'Ann\uFFFDLee'],
] as const)('brokenText: %s repairs a name with a NUL, and no id', async (brokenText, name) => {
  const cleaning = { brokenText };
  const users = await readFromCode('users', [{ uid: 'a', name: 'Ann\0Lee' }], { cleaning });
  const messages = await readFromCode(
    'messages',
    [
      { ...message, senderUserDetails: { uid: 'a', name: 'Ann\0Lee' } },
      { ...message, muid: 'm\0' },
    ],
    { cleaning },
  );

  expect(users.records[0]!.record['name']).toBe(name);
  expect(users.warnings).toEqual([{ record: 'a', code: 'text-repaired', field: 'name' }]);
  expect(messages.records[0]!.record['senderUserDetails']).toEqual({ uid: 'a', name });
  expect(refusals(messages)).toEqual(['2 null-character']);
});
