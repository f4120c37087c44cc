import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { readAll, textsOf, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';

const expected = path.join(import.meta.dirname, 'csv.expected.json');

/** What the importer of Rocket.Chat reads: no file has a header. */
const files = {
  'users.csv': '"mira","mira@example.com","Mira Okafor"\ntheo.l , theo@example.com , \n',
  'channels.csv': '"general","mira","public","mira;theo.l; gone"\nsecret,theo.l,Private,""\n',
  'general/messages.csv': [
    '"mira","1736478630905","Hi @theo.l. See, ""this"" and\nmore"',
    'theo.l,1736478631001,same',
    'theo.l,1736478631001,same',
    'stranger,1736478632,"in seconds"',
    'mira,1736478633000,',
  ].join('\n'),
  'secret/2025.csv': 'theo.l, 1736478640000, after a blank\n',
  'Old-Stuff/messages.csv': 'mira,1736478620000,no row names the channel\n',
  'DirectMessages/mira.csv': [
    'mira,theo.l,1736478650000,psst',
    'theo.l,mira,1736478651000,yes',
    'mira,mira,1736478652000,a note',
    'mira,,1736478653000,to whom',
  ].join('\n'),
  'contacts.csv': 'x,y\n',
};

async function readFiles(
  changes: Readonly<Record<string, string | Uint8Array>> = {},
  options = {},
): Promise<WholeExport> {
  using folder = testFolder();
  const parts = Object.entries({ ...files, ...changes });
  await writeZip(
    folder.file('a.zip'),
    parts.map(([name, text]) => ({ name, text })),
  );
  return await readAll(folder.file('a.zip'), { options });
}

test('the example becomes exactly these records', async () => {
  const { everything: _everything, ...all } = await readFiles();
  const shown = JSON.stringify(all, undefined, 2).replaceAll(/\/[^"]*a\.zip\/?/g, '');

  await expect(`${shown}\n`).toMatchFileSnapshot(expected);
});

test('it is recognised by messages without a header; a table with one is not', async () => {
  using folder = testFolder();
  const write = async (name: string, text: string): Promise<string> => {
    const file = folder.file(`${name}.zip`);
    await writeZip(file, [
      { name: 'users.csv', text: files['users.csv'] },
      { name: 'general/messages.csv', text },
    ]);
    return file;
  };

  using found = await openExport(await write('a', files['general/messages.csv']));

  expect(found?.rule).toBe(
    'it has users.csv, and general/messages.csv begins with a message, as the CSV importer of Rocket.Chat reads it',
  );
  await expect(openExport(await write('b', 'sender,sentAt,text\nmira,1,Hi\n'))).rejects.toThrow(
    'not an export of',
  );
});

test('names and times are read without blanks; texts keep theirs within', async () => {
  const all = await readFiles({
    'general/messages.csv': ' mira , 1736478630905 , a  b \n',
    'secret/2025.csv': '',
  });

  expect(all.messages).toContainEqual(
    expect.objectContaining({ sender: 'mira', sentAt: 1_736_478_630, data: { text: 'a  b' } }),
  );
});

test('equal rows of one time are different messages, and reading again gives them the same ids', async () => {
  const [one, again] = [await readFiles(), await readFiles()];
  const ids = one.messages.map(({ muid }) => muid);

  expect(new Set(ids).size).toBe(ids.length);
  expect(again.messages).toEqual(one.messages);
});

test('a row that is listed twice counts once; one that cannot be read is rejected', async () => {
  const all = await readFiles({
    'users.csv': `${files['users.csv']}mira,other@example.com,Other\n,no@example.com,No name\n`,
    'channels.csv': `${files['channels.csv']}general,mira,public,\n`,
    'general/messages.csv': `${files['general/messages.csv']}\nmira,yesterday,Hi\nmira,1736478690000\n`,
  });

  expect(all.filtered).toMatchObject({ 'another row before has the same name': 1 });
  expect(all.users.find(({ uid }) => uid === 'mira')).toMatchObject({ name: 'Mira Okafor' });
  expect(all.rejected.map(({ file, codes }) => [path.basename(file), codes])).toEqual([
    ['users.csv', ['incomplete-record']],
    ['messages.csv', ['wrong-column-count']],
    ['messages.csv', ['bad-source-time']],
  ]);
  expect(all.problems.at(-1)).toMatchObject({ field: 'column 2', value: 'yesterday' });
  expect(all.rejected.map(({ row }) => row)).toEqual([
    '["","no@example.com","No name"]',
    'mira,1736478690000',
    expect.stringContaining('"msg":"Hi"'),
  ]);
});

test('a row in another encoding is rejected with a fix that an export of a system has', async () => {
  const text = Buffer.from('mira,1736478690000,caf\u{E9}\nmira,1736478691000,tea\n', 'latin1');
  const all = await readFiles({ 'general/messages.csv': text });

  expect(textsOf(all)).toContain('tea');
  expect(all.problems).toMatchObject([
    { code: 'broken-encoding', fix: 'Save the file in UTF-8, and plan again.' },
  ]);
});

test.each([
  ['general/a.csv', 'mira,1736478690000,"Hi, all"', 'mira,1736478691000,Hello, everybody'],
  ['directmessages/a.csv', 'mira,theo.l,1736478690000,psst', 'mira,theo.l,1736478691000,yes, no'],
  ['directmessages/a.csv', 'theo.l,mira,1736478690000,', 'theo.l,mira,1736478691000'],
  ['users.csv', 'mira,mira@example.com,"Okafor, Mira"', 'theo.l,theo@example.com,Lee, Theo'],
])('in %s a row with the wrong number of cells is rejected alone', async (name, right, wrong) => {
  for (const rows of [
    [wrong, right],
    [right, wrong],
  ]) {
    const all = await readFiles({ [name]: `${rows.join('\n')}\n` });

    expect(all.rejected.map(({ codes, row }) => [codes, row])).toEqual([
      [['wrong-column-count'], wrong],
    ]);
    expect(all.problems[0]!.fix).toContain('Quote cells that contain the delimiter');
    const { users, messages } = await readFiles({ [name]: `${right}\n` });
    expect([all.users, all.messages]).toEqual([users, messages]);
  }
});

test.each([
  ['first', 'mira,1736478690000,"open', 'theo.l,1736478691000,read'],
  ['last', 'theo.l,1736478691000,"open', 'mira,1736478690000,read'],
])('a quote that is not closed in the %s row costs that row alone', async (which, open, read) => {
  const rows = which === 'first' ? [open, read] : [read, open];
  const all = await readFiles({ 'general/messages.csv': `${rows.join('\n')}\n` });

  expect(all.problems).toEqual([
    {
      code: 'bad-quotes',
      message: expect.stringContaining('a quoted cell that is not closed') as string,
      fix: 'Put the cell in double quotes and double each quote inside it.',
    },
  ]);
  expect(all.rejected.map(({ row }) => row)).toEqual([open]);
  expect(textsOf(all)).toContain('read');
});

test('conversations of two people can be left out', async () => {
  const all = await readFiles({}, { directMessages: 'skip' });

  expect(all.filtered).toMatchObject({ 'directMessages is skip': 3 });
  expect(textsOf(all)).not.toContain('psst');
});
