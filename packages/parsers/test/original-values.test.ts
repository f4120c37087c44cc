import type { KindMapping } from '@chatferry/parsers';
import { expect, test } from 'vitest';
import { blocksOf, type File, read } from './reading.ts';

const mapping: KindMapping = {
  columns: { since: 'createdAt' },
  times: { createdAt: { format: 'dd.MM.yyyy HH:mm' } },
  zone: 'Europe/Berlin',
};
const long = '99999999999999999999';

test.each<[string, File, string, string]>([
  [
    'a time that was read from text, in CSV',
    { content: 'uid,name,since\na,A,21.11.2026 22:56\n', mapping },
    'future-time',
    '21.11.2026 22:56',
  ],
  [
    'a time that was read from text, in NDJSON',
    { format: 'ndjson', content: '{"uid":"a","name":"A","since":"21.11.2026 22:56"}', mapping },
    'future-time',
    '21.11.2026 22:56',
  ],
  ['a long number in CSV', { content: `uid,name,createdAt\na,A,${long}\n` }, 'not-seconds', long],
  [
    'a long number in NDJSON',
    { format: 'ndjson', content: `{"uid":"a","name":"A","createdAt":${long}}` },
    'not-seconds',
    long,
  ],
])('a problem quotes %s as in the file', async (_, file, code, value) => {
  const { rejected } = await read(file, { cleaning: { badOptional: 'reject' } });

  expect(rejected[0]!.problems).toMatchObject([{ code, value }]);
});

test('warnings and dropped optional fields quote the file too', async () => {
  const times = { sentAt: 'iso', readAt: 'iso' } as const;
  const messages = [];
  for (const file of [
    {
      content:
        'muid,sender,receiver,receiverType,text,sentAt,readAt\nm,a,b,user,Hi,2025-01-02T00:00Z,2025-01-01T00:00Z\n',
    },
    {
      format: 'ndjson' as const,
      content:
        '{"muid":"m","sender":"a","receiver":"b","receiverType":"user","text":"Hi","sentAt":"2025-01-02T00:00Z","readAt":"2025-01-01T00:00Z"}',
    },
  ])
    for await (const block of blocksOf({ kind: 'messages', mapping: { times }, ...file }))
      messages.push(...block.warnings.map(({ problem }) => [problem.code, problem.value]));
  expect(messages).toEqual([
    ['receipt-too-early', '2025-01-01T00:00Z'],
    ['receipt-too-early', '2025-01-01T00:00Z'],
  ]);

  const content = 'uid,name,lastActiveAt\na,A,2027-01-01T00:00Z\n';
  for await (const block of blocksOf({ content, mapping: { times: { lastActiveAt: 'iso' } } }))
    expect(block.dropped).toMatchObject([{ problem: { value: '2027-01-01T00:00Z' } }]);
});

test('what is dropped from a row with a long number is named once', async () => {
  const content = `{"uid": "a", "name": "A", "lastActiveAt": "soon", "metadata": {"id": ${long}}}`;
  const { dropped, wires } = await read({
    format: 'ndjson',
    content,
    mapping: { times: { lastActiveAt: 'iso' } },
  });

  expect(dropped).toMatchObject([{ code: 'bad-time', field: 'lastActiveAt' }]);
  expect(wires[0]).toContain(long);
});

test('a time that cannot be read does not hide what else is wrong with its row', async () => {
  const content = 'muid,sender,receiver,receiverType,text,sentAt\nm,a,,user,Hi,soon\n';
  const { rejected } = await read({
    kind: 'messages',
    content,
    mapping: { times: { sentAt: 'iso' } },
  });

  expect(rejected[0]!.problems.map(({ code, field }) => [code, field])).toEqual([
    ['bad-time', 'sentAt'],
    ['missing-field', 'receiver'],
  ]);
});
