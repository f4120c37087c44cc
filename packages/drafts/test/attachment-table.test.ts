import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { draftExport, OpenedDumps } from '../src/index.ts';

const messages = `id,sender_id,recipient_id,body,created_at
${Array.from({ length: 30 }, (_, at) => `m-${at},u${at % 3},u${(at + 1) % 3},Hi ${at},2026-10-01T10:00:${at + 10}Z`).join('\n')}
`;
const files = (address: string): string =>
  `id,message_id,file_url,name,mime_type
${Array.from({ length: 9 }, (_, at) => `${at},m-${at % 4},${address}${at}.png,Picture ${at},image/png`).join('\n')}
`;

/** The rules that a draft writes for a folder with messages and a table of files. */
async function rulesFor(address: string): Promise<Record<string, unknown>> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'chatferry-test-'));
  const names = { 'messages.csv': messages, 'attachments.csv': files(address) };
  const paths = Object.entries(names).map(([name, text]) => {
    const file = path.join(folder.path, name);
    writeFileSync(file, text);
    return file;
  });
  using dumps = new OpenedDumps();
  const draft = await draftExport(paths, { year: 2026, accepted: new Map(), dumps });
  const [table] = draft.files[0]!.tables;
  return {
    rules: table!.lines.convert.map(({ key, value, isActive }) => [key, value, isActive]),
    unread: draft.files[1]!.unread,
    proposals: table!.proposals.map(({ name }) => name),
  };
}

const at = { lookup: 'attachments.csv', key: 'id', by: 'message_id' };
const field = (key: string): string => `data.attachments[*].${key}`;

test('a table whose rows name a message and an address holds the attachments of messages', async () => {
  expect(await rulesFor('https://files.example.org/')).toEqual({
    rules: [
      [field('url'), { ...at, take: 'file_url' }, true],
      [field('name'), { ...at, take: 'name' }, true],
      [field('mimeType'), { ...at, take: 'mime_type' }, true],
    ],
    unread: 'it holds the attachments of messages',
    proposals: [],
  });
});

test('where its addresses are not complete, the address that they start from is asked for', async () => {
  const { rules, proposals } = await rulesFor('/uploads/');

  expect(rules).toMatchObject([
    [field('url'), { take: 'file_url', base: 'https://forum.example.org/' }, false],
    [field('name'), { take: 'name' }, false],
    [field('mimeType'), { take: 'mime_type' }, false],
  ]);
  expect(proposals).toEqual(['messages.file_url']);
});
