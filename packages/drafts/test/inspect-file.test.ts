import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inspectFile } from '../src/tables/inspect-file.ts';

const messages = [1, 2, 3, 4].map((id) => ({ id, text: `Hi ${id}`, from: 'ann', to: 'bob' }));
const chats = ['a', 'b', 'c'].map((id) => ({ id, title: `Chat ${id}`, messages }));

const pretty = (...documents: readonly unknown[]): string =>
  documents.map((document) => JSON.stringify(document, undefined, 1)).join('\n');

/** As in `cat page-1.json page-2.json`, `jq . FILE`, and what a database shell prints. */
test.each([
  ['objects over several lines', pretty(...messages), [[undefined, 4]]],
  [
    'objects with lists',
    pretty(...chats),
    [
      [undefined, 3],
      ['messages[*]', 12],
    ],
  ],
  ['arrays', pretty(messages, messages, messages), [['', 12]]],
  [
    'arrays of objects with lists',
    pretty(chats, chats),
    [
      ['', 6],
      ['[*].messages[*]', 24],
    ],
  ],
  [
    'pages with other content',
    pretty({ messages, next: 'p2' }, { messages, next: 'p3' }),
    [
      [undefined, 2],
      ['messages[*]', 8],
    ],
  ],
])('%s that follow one another in a file are all rows', async (_, text, tables) => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-test-'));
  const file = path.join(folder.path, 'messages.json');
  writeFileSync(file, text);

  expect(await inspectFile(file)).toMatchObject({
    format: 'json',
    tables: tables.map(([rows, rowCount]) => ({ rows, rowCount, isWhole: true })),
  });
});
