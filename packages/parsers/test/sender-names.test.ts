import { expect, test } from 'vitest';
import { read } from './reading.ts';

const constants = { receiver: 'g', receiverType: 'group' } as const;

async function warned(content: string, ignore: string, format: 'csv' | 'ndjson' = 'csv') {
  const mapping = { columns: { by: 'sender' }, constants, ignore: [ignore] };
  const { warnings } = await read({ kind: 'messages', format, content, mapping });
  return warnings.map(({ record, code, field }) => `${record} ${code} ${field}`);
}

function csv(name: string, rows: readonly (readonly [by: string, name: string])[]): string {
  const lines = rows.map(([by, each], index) => `m${index},${by},${each},Hi,1700000000`);
  return `${[`muid,by,${name},text,sentAt`, ...lines].join('\n')}\n`;
}

const one = [
  ['0', 'Ann'],
  ['0', 'Bob'],
  ['0', 'Cy'],
] as const;

test.each(['sender_name', 'senderName', 'username', 'Author', 'from.display_name', 'nick'])(
  'one sender for the many names in %s is warned of, once',
  async (name) => {
    expect(await warned(csv(name, one), name)).toEqual(['m1 several-names sender']);
  },
);

test('so it is in JSON', async () => {
  const rows = one.map(([by, sender_name], index) =>
    JSON.stringify({ muid: `m${index}`, by, sender_name, text: 'Hi', sentAt: 1_700_000_000 }),
  );

  expect(await warned(rows.join('\n'), 'sender_name', 'ndjson')).toEqual([
    'm1 several-names sender',
  ]);
});

test.each([
  ['names of something else', 'room_name', one],
  ['names of those who get the messages', 'to_user_name', one],
  [
    'a name for each sender',
    'sender_name',
    [
      ['1', 'Ann'],
      ['2', 'Bob'],
      ['1', 'Ann'],
      ['1', ''],
    ],
  ],
] as const)('%s need no warning', async (_, name, rows) => {
  expect(await warned(csv(name, rows), name)).toEqual([]);
});
