import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ExportFiles, openExport } from '../../../src/index.ts';
import { readAll, textsOf } from '../../read-all.ts';
import { writeFiles } from '../../read-files.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import {
  androidChat,
  countOf,
  example,
  iosChat,
  linesOf,
  namesOf,
  readChat,
  readFolder,
  zone,
} from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');
const team = 'WhatsApp Chat with Team.txt';

test('the example becomes exactly these records, from a file, a folder and archives of both phones', async () => {
  using folder = testFolder();
  writeFiles(folder.file('out'), { [team]: example });
  const options = { options: { zone, me: 'Ann' } };
  await writeZip(folder.file('WhatsApp Chat with Team.zip'), [{ name: team, text: example }]);
  await writeZip(folder.file('WhatsApp Chat - Team.zip'), [{ name: '_chat.txt', text: example }]);

  const all = await readAll(folder.file(`out/${team}`), options);
  const inFolder = await readAll(folder.file('out'), options);
  const ofAndroid = await readAll(folder.file('WhatsApp Chat with Team.zip'), options);
  const ofIos = await readAll(folder.file('WhatsApp Chat - Team.zip'), options);

  const { everything: _everything, ...rest } = all;
  const shown = JSON.stringify(rest, undefined, 2).replaceAll(folder.file('out'), '');
  await expect(`${shown}\n`).toMatchFileSnapshot(expected);
  for (const other of [inFolder, ofAndroid, ofIos])
    expect([other.users, other.groups, other.members, other.messages]).toEqual([
      all.users,
      all.groups,
      all.members,
      all.messages,
    ]);
  using opened = await openExport(folder.file('out'));
  expect(opened?.rule).toBe(`${team} has messages as WhatsApp exports them`);
});

test('the example has three people, two equal messages with ids of their own, and a file with filesUrl', async () => {
  const all = await readChat(example, { me: 'Ann', filesUrl: 'https://f.example/wa/' }, team);

  expect(Object.values(namesOf(all))).toEqual(['Ann', 'WhatsApp …4567', 'Bo']);
  expect(all.groups).toMatchObject([{ name: 'Team', type: 'private' }]);
  expect(all.members).toHaveLength(3);
  const [first, second, file, edited] = all.messages;
  expect(first!['data']).toEqual(second!['data']);
  expect(first!['muid']).not.toBe(second!['muid']);
  expect((first!['data'] as { text: string }).text.split('\n')).toHaveLength(3);
  expect(file).toMatchObject({
    type: 'image',
    data: { attachments: [{ url: 'https://f.example/wa/IMG-20240313-WA0001.jpg' }] },
  });
  expect(edited!['data']).toEqual({ text: 'ok', metadata: { edited: true } });
  expect(all.filtered).toEqual({
    'the message was deleted': 1,
    'a line of WhatsApp, and systemMessages is skip': 2,
  });
});

test('each line is in one group, and the groups add up', async () => {
  const stray = 'a line of another program\n\n';
  const all = await readChat(`${stray}${example}\n\nend of the last\n \r\n\n`, {}, team);

  const lines = linesOf(all);
  const cut = linesOf(await readChat(example.trimEnd(), {}, team));
  expect(cut).toEqual({ 'begin a message': 7, 'continue the message before them': 4 });
  const left = all.notCarried.filter(({ type }) => type === 'lines');
  expect(lines).toEqual({
    'begin a message': 7,
    'continue the message before them': 5,
    empty: 5,
  });
  expect(left).toMatchObject([{ reason: 'before the first message of the file', line: 1 }]);
  expect(7 + 5 + 5 + left.length).toBe(countOf(all, 'lines'));
  const filtered = Object.values(all.filtered).reduce((sum, each) => sum + each, 0);
  expect(all.messages.length + filtered + all.rejected.length).toBe(countOf(all, 'messages'));
  expect(countOf(all, 'messages')).toBe(7);
});

test('a folder with several chats: files and archives, of people and of groups; one address book', async () => {
  using folder = testFolder();
  const bo = androidChat(['hi']);
  writeFiles(folder.path, {
    [team]: example,
    'WhatsApp Chat with Bo.txt': bo,
    'notes.txt': 'mine',
  });
  await writeZip(folder.file('WhatsApp Chat - Per.zip'), [
    {
      name: '_chat.txt',
      text: iosChat(['\u200E<attached: 00000003-PHOTO-2024-03-13-10-00-00.jpg>']),
    },
    { name: '00000003-PHOTO-2024-03-13-10-00-00.jpg', text: 'jpg' },
  ]);
  await writeZip(folder.file('holiday.zip'), [{ name: 'a.jpg', text: 'jpg' }]);

  const all = await readAll(folder.path, { options: { zone, me: 'Ann' } });

  expect(countOf(all, 'chats')).toBe(3);
  expect(new Set(Object.values(namesOf(all)))).toEqual(new Set(['Ann', 'Bo', 'WhatsApp …4567']));
  expect(all.groups).toHaveLength(1);
  expect(all.messages.filter(({ receiverType }) => receiverType === 'user')).toHaveLength(4);
  expect(all.account.notes.map(({ fact }) => fact)).toContain(
    'in the export itself; messages have their names, and with copies or filesUrl their addresses',
  );
  expect(all.notCarried.map(({ type, file }) => [type, path.basename(String(file))])).toEqual([
    ['other files', 'holiday.zip'],
    ['other files', 'notes.txt'],
  ]);
});

test('files of messages are local files of the export: in an archive of a folder, and beside a text; a missing one is listed too', async () => {
  using folder = testFolder();
  const name = 'IMG-20240313-WA0001.jpg';
  const text = androidChat([`\u200E${name} (file attached)\nlook`, 'gone.pdf (file attached)']);
  writeFiles(folder.file('chat'), { 'WhatsApp Chat with Bo.txt': text, [name]: 'jpg' });
  mkdirSync(folder.file('zips'));
  await writeZip(folder.file('zips/WhatsApp Chat with Bo.zip'), [
    { name: 'WhatsApp Chat with Bo.txt', text },
    { name, text: 'jpg' },
  ]);
  const listed = async (input: string): Promise<string[]> => {
    const keys: string[] = [];
    const media = { onFile: ({ key }: { key: string }) => void keys.push(key) };
    await readAll(folder.file(input), { options: { zone }, media });
    using opened = await openExport(folder.file(input));
    using files = new ExportFiles([opened!]);
    const contents = await Promise.all(
      keys.map(async (key) => {
        const pieces = await files.open(key);
        return pieces && Buffer.concat(await Array.fromAsync(pieces)).toString();
      }),
    );
    return keys.map(
      (key, index) => `${key.replace(/^export:[\da-f]+\//, '')}: ${contents[index] ?? 'gone'}`,
    );
  };

  expect(await listed('chat')).toEqual([`${name}: jpg`, 'gone.pdf: gone']);
  expect(await listed('chat/WhatsApp Chat with Bo.txt')).toEqual([
    `${name}: jpg`,
    'gone.pdf: gone',
  ]);
  expect(await listed('zips')).toEqual([
    `WhatsApp Chat with Bo.zip/${name}: jpg`,
    'WhatsApp Chat with Bo.zip/gone.pdf: gone',
  ]);
  const find = (key: string): { to: string } | { cause: 'gone' } =>
    key.endsWith(name) ? { to: 'https://m.example/1.jpg' } : { cause: 'gone' };
  const lost: string[] = [];
  const media = { find, onLost: (cause: string) => void lost.push(cause) };
  const all = await readAll(folder.file('zips'), { options: { zone }, media });
  expect(all.messages.slice(1)).toMatchObject([
    {
      type: 'image',
      data: { text: 'look', attachments: [{ url: 'https://m.example/1.jpg', size: 3 }] },
    },
    { data: { text: '[file gone.pdf]' } },
  ]);
  expect(lost).toEqual(['gone']);
});

test('with filesUrl, archives of a folder are folders', async () => {
  using folder = testFolder();
  const text = androidChat(['a b.pdf (file attached)']);
  await writeZip(folder.file('WhatsApp Chat with Bo.zip'), [
    { name: 'WhatsApp Chat with Bo.txt', text },
  ]);

  const all = await readAll(folder.path, { options: { zone, filesUrl: 'https://f.example' } });

  expect(all.messages[1]!['data']).toMatchObject({
    attachments: [{ url: 'https://f.example/WhatsApp%20Chat%20with%20Bo/a%20b.pdf' }],
  });
});

test('voice messages are audio, and contacts are files', async () => {
  const all = await readChat(
    androidChat(['PTT-20240313-WA0001.opus (file attached)', 'Cy.vcf (file attached)']),
    { filesUrl: 'https://f.example' },
  );

  expect(all.messages.slice(1).map(({ type }) => type)).toEqual(['audio', 'file']);
});

test('two files of one name are two chats, unless they begin alike: then each message is carried once', async () => {
  const short = androidChat(['one', 'two', 'two']);
  const long = androidChat(['one', 'two', 'two', 'three']);
  const other = long.replaceAll('13/03', '14/03');
  const name = 'WhatsApp Chat with Bo';

  const alone = await readChat(long);
  const same = await readFolder({ [`${name}.txt`]: short, [`${name} (1).txt`]: long });
  const different = await readFolder({ [`${name}.txt`]: short, [`${name} (1).txt`]: other });

  expect(same.messages).toEqual(alone.messages);
  expect(same.filtered).toMatchObject({ 'another file has it too': 4 });
  expect(different.messages).toHaveLength(9);
  expect(new Set(different.messages.map(({ muid }) => muid)).size).toBe(9);
});

test('a later, longer export of the same phone has the same ids, also with other media', async () => {
  const name = 'IMG-20240313-WA0001.jpg';
  const first = await readChat(androidChat(['<Media omitted>', 'x']));
  const later = await readChat(androidChat([`${name} (file attached)`, 'x', 'y']));

  expect(later.messages.slice(0, 3).map(({ muid }) => muid)).toEqual(
    first.messages.map(({ muid }) => muid),
  );
});

test('backups and the database of a phone are refused with what to do', async () => {
  using folder = testFolder();
  writeFileSync(folder.file('msgstore.db.crypt15'), Buffer.from([1, 2, 3, 4, 5]));
  const fix =
    'On the phone, open each chat, choose "Export chat" in its menu, and name the files that result.';

  await expect(openExport(folder.file('msgstore.db.crypt15'))).rejects.toMatchObject({
    code: 'unknown-system',
    message: `${folder.file('msgstore.db.crypt15')} is an encrypted backup of WhatsApp, not an exported chat.`,
    fix,
  });
  await expect(openExport(folder.path)).rejects.toMatchObject({ fix });
});

test('texts of other programs are not taken for chats', async () => {
  using folder = testFolder();
  const others = {
    line: '2024.03.13 Wednesday\n10:01\tAnn\thi\n10:02\tBo\tho\n10:03\tAnn\thi\n',
    kakao: '[Ann] [오후 3:04] hi\n[Bo] [오후 3:05] ho\n[Ann] [오후 3:06] hi\n',
    kakaoPhone: '2024년 3월 13일 오후 3:04, Ann : hi\n2024년 3월 13일 오후 3:05, Bo : ho\n'.repeat(
      3,
    ),
    log: '[2024-03-13 10:01:00] INFO: started\n[2024-03-13 10:01:01] ERROR: failed\n'.repeat(3),
    csv: 'time,name\n2024-03-13 10:01,Ann\n2024-03-13 10:02,Bo\n2024-03-13 10:03,Ann\n',
    prose: 'We met on 13/03/2024, at 10:00 - and left.\n',
  };
  for (const [name, text] of Object.entries(others)) {
    writeFileSync(folder.file(`${name}.txt`), text);
    expect([name, await openExport(folder.file(`${name}.txt`))]).toEqual([name, undefined]);
  }
});

test('a note in the form of a chat does not make a chat of a folder with rows', async () => {
  using folder = testFolder();
  writeFiles(folder.path, { 'notes.txt': androidChat(['x']), 'users.csv': 'uid,name\nann,Ann\n' });

  expect(await openExport(folder.path)).toBeUndefined();
  writeFiles(folder.path, { 'WhatsApp Chat with Bo.txt': androidChat(['x']) });
  expect(countOf(await readAll(folder.path, { options: { zone } }), 'other files')).toBe(2);
});

test('a chat under any name is recognised by its lines', async () => {
  const all = await readChat(
    androidChat(['x']).split('\n').slice(1).join('\n').repeat(2),
    {},
    'a.txt',
  );

  expect(textsOf(all)).toEqual(['hello', 'hello', 'x', 'x']);
});
