import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { readAll, type WholeExport } from '../../read-all.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { message, messages, partsOf, type Tables, uploaded, writeTar } from './example.ts';

const expected = path.join(import.meta.dirname, 'expected.json');

async function read(
  list: readonly object[],
  { options = {}, tables = {} }: { readonly options?: object; readonly tables?: Tables } = {},
): Promise<WholeExport> {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), partsOf(list, tables, uploaded));
  return await readAll(folder.file('a.zip'), { options });
}

function textsOf({ messages: found }: WholeExport): unknown[] {
  return found.map(({ data }) => (data as { text?: string }).text);
}

/** The same content, as an archive and as a folder. */
function shown(all: WholeExport, file: string): string {
  const { everything: _everything, ...rest } = all;
  return JSON.stringify(rest, undefined, 2).replaceAll(`${file}/`, '').replaceAll('export/', '');
}

test('the example becomes exactly these records, from a tar.gz in any order and from a ZIP', async () => {
  using folder = testFolder();
  const parts = partsOf(messages, {}, uploaded);
  const [tar, zip] = [folder.file('a.tar.gz'), folder.file('a.zip')];
  await writeTar(
    tar,
    parts.toReversed().map((part) => ({ ...part, name: `./export/${part.name}` })),
  );
  await writeZip(zip, parts);

  const fromTar = await readAll(tar);
  const fromZip = await readAll(zip);

  const json = shown(fromTar, tar);
  await expect(`${json}\n`).toMatchFileSnapshot(expected);
  expect(shown(fromZip, zip)).toBe(json);
  expect(fromTar.everything).not.toContain('secret');
});

test('it is recognised by its tables, and refused when it was not finished', async () => {
  using folder = testFolder();
  const [whole, part, other] = ['a.tar.gz', 'b.tar', 'c.tar.gz'].map((name) => folder.file(name));
  await writeTar(whole!, partsOf());
  await writeTar(part!, [...partsOf(), { name: 'messages-000002.json.partial', text: '{}' }]);
  await writeTar(other!, [{ name: 'realm.json', text: '{}' }]);

  using found = await openExport(whole!);

  expect(found?.rule).toBe(
    'it has realm.json with zerver_realm, and files of messages with zerver_message',
  );
  await expect(openExport(part!)).rejects.toThrow('did not finish');
  await expect(openExport(other!)).rejects.toThrow('is a tar archive, and not an export of');
});

test('two people in one conversation: to a person, and to a group of two; oneself is filtered', async () => {
  const all = await read([
    message({ id: 1, recipient: 23 }),
    message({ id: 2, sender: 12, recipient: 22 }),
    message({ id: 3, sender: 12, recipient: 24 }),
    message({ id: 4, recipient: 22 }),
  ]);

  expect(
    all.messages.map((each) => [each['sender'], each['receiverType'], each['receiver']]),
  ).toEqual([
    ['11', 'user', '12'],
    ['12', 'user', '11'],
    ['12', 'user', '11'],
  ]);
  expect(all.filtered['the conversation is with oneself']).toBe(1);
  expect((await read(messages, { options: { directMessages: 'skip' } })).messages).toHaveLength(1);
});

test('members are those of channels and of group conversations, who have not left', async () => {
  const all = await read([message({ recipient: 25 })]);

  expect(all.members.map(({ guid, uid, scope }) => [guid, uid, scope])).toEqual([
    ['stream-5', '11', 'admin'],
    ['huddle-8', '11', undefined],
    ['huddle-8', '12', undefined],
    ['huddle-8', '13', undefined],
  ]);
  expect(all.groups.map(({ guid, type, name }) => [guid, type, name])).toEqual([
    ['stream-5', 'private', 'bench'],
    ['huddle-8', 'private', 'Ivy, Ivy, Max'],
    ['stream-6', 'public', 'lobby'],
  ]);
  expect(all.descriptions).toEqual({ 'stream-5': 'Pumps' });
  expect(all.groups[0]!['metadata']).toEqual({ archived: true });
  expect(all.messages[0]!['receiver']).toBe('huddle-8');
});

test.each([
  ['@**Ivy|12** and @_**Max**', '<@uid:12> and <@uid:13>'],
  ['@**Ivy** is two people', '@Ivy is two people'],
  ['@**all** @**everyone** @**topic** @*makers*', '@all @everyone @topic @makers'],
  ['#**bench** #**bench>pump 3** #**bench>pump 3@55**', '#bench #bench > pump 3 #bench > pump 3'],
  ['`@**Max**` @**Max**', '`@**Max**` <@uid:13>'],
  ['```\n@**Max**\n```\n@**Max**', '```\n@**Max**\n```\n<@uid:13>'],
  ['````quote\n@**Max** `@**Max**`\n````', '````quote\n<@uid:13> `@**Max**`\n````'],
  [
    '```quote\n~~~py\n@**Max**\n~~~\n@**Max**\n```',
    '```quote\n~~~py\n@**Max**\n~~~\n<@uid:13>\n```',
  ],
  ['/poll Lunch?\nyes', '/poll Lunch?\nyes'],
  ['```inline```\n@**Max**', '```inline```\n<@uid:13>'],
  ['    code\n    more\n', '    code\n    more'],
])('the text %j becomes %j', async (content, text) => {
  expect(textsOf(await read([message({ content })]))).toEqual([text]);
});

test('topics are metadata of messages to channels, also one that is resolved or empty', async () => {
  const all = await read([
    message({ id: 1, subject: '✔ pump 3' }),
    message({ id: 2, subject: '' }),
    message({ id: 3, subject: '\u0007', recipient: 23 }),
  ]);

  expect(all.messages.map(({ data }) => (data as { metadata?: object }).metadata)).toEqual([
    { topic: '✔ pump 3' },
    undefined,
    undefined,
  ]);
});

test('times are not rounded up, messages of one second are in the order of their ids, over files', async () => {
  using folder = testFolder();
  const second = {
    name: 'messages-000002.json',
    text: JSON.stringify({ zerver_message: [message({ id: 99, content: 'earlier' })] }),
  };
  await writeTar(folder.file('a.tar'), [second, ...partsOf([message()])]);

  const all = await readAll(folder.file('a.tar'));

  expect(textsOf(all)).toEqual(['earlier', 'hello']);
  expect(all.messages.map(({ sentAt }) => sentAt)).toEqual([1_711_962_000, 1_711_962_000]);
  expect(all.places.messages[0]).toBe('messages-000002.json:1');
});

test('files are named in the text, and are media messages when they are served', async () => {
  const content = 'see [p.pdf](/user_uploads/2/ab/Xy/p.pdf) and ![](/user_uploads/2/cd/gone.png)';

  const named = await read([message({ content })]);
  const served = await read([message({ content })], {
    options: { filesUrl: 'https://files.example/zulip/' },
  });

  expect(textsOf(named)).toEqual(['see [file p.pdf] and [file gone.png]']);
  expect(served.messages[0]!['data']).toMatchObject({
    text: 'see  and [file gone.png]',
    attachments: [
      {
        url: 'https://files.example/zulip/2/ab/Xy/p.pdf',
        name: 'p.pdf',
        mimeType: 'application/pdf',
        size: 3,
      },
    ],
  });
  expect(served.account.notes).toContainEqual({
    subject: 'files',
    fact: 'not in the export; messages have their names',
    count: 1,
  });
});

test('reactions: emoji of Unicode as characters; not of others, nor to messages that are not carried', async () => {
  const all = await read(messages);

  expect(all.reactions.map(({ muid, uid, reaction }) => [muid, uid, reaction])).toEqual([
    ['zulip-100', '11', '👍'],
    ['zulip-100', '11', ':lab:'],
  ]);
  expect(
    all.notCarried.filter(({ type }) => type === 'reactions').map(({ reason }) => reason),
  ).toEqual([
    'the user is not a member of the group',
    'the message is filtered',
    'the message is not in the export',
  ]);
});

test('users: older roles, dummies, bots of the system, senders without a row; options', async () => {
  const list = [message({ sender: 77 }), ...messages.slice(1)];

  const all = await read(list);
  const kept = await read(list, {
    options: { deletedUsers: 'keep', systemMessages: 'text', mutedUsers: 'block' },
  });

  const tags = Object.fromEntries(all.users.map((user) => [user['uid'], user['tags']]));
  expect(tags).toMatchObject({
    12: ['guest'],
    14: ['foreign'],
    3: ['bot'],
    77: ['chatferry-placeholder'],
  });
  expect(all.users.find(({ uid }) => uid === '13')).toMatchObject({
    metadata: { role: 'administrator', email: 'max@lab.example' },
  });
  expect(all.deactivated).toEqual({ 12: 1_700_000_002, 14: 1_000_000_000 });
  expect(all.filtered['a bot of Zulip wrote it, and systemMessages is skip']).toBe(1);
  expect(kept.deactivated).toEqual({});
  expect(textsOf(kept)).toContain('Topic moved');
  expect(kept.blocks).toMatchObject([{ uid: '11', blocked: '13' }]);
});

test('older exports have pub_date; a message without recipient is rejected as it was', async () => {
  const old = { ...message({ id: 1, pub_date: 1_711_962_000.5 }), date_sent: undefined };
  const lost = message({ id: 2, recipient: 999 });

  const all = await read([old, lost, { content: 'no id' }]);

  expect(all.messages).toMatchObject([{ muid: 'zulip-1', sentAt: 1_711_962_000 }]);
  expect(new Set(all.rejected.map(({ line }) => line))).toEqual(new Set([2, 3]));
  const { rendered_content: _html, ...kept } = lost as Record<string, unknown>;
  expect(all.rejected.map(({ row }) => JSON.parse(row) as unknown)).toContainEqual(kept);
});

test('every message and reaction is a row, rejected, filtered or listed', async () => {
  const all = await read([...messages, message({ id: 9, content: '' })]);

  const of = (type: string): number =>
    all.account.records.find((each) => each.type === type)?.count ?? 0;
  const { 'there is neither text nor file': empty, ...filtered } = all.filtered;
  expect(empty).toBe(1);
  expect(of('messages')).toBe(
    all.messages.length + 1 + filtered['a bot of Zulip wrote it, and systemMessages is skip']!,
  );
  const left = all.notCarried.filter(({ type }) => type === 'reactions').length;
  expect(of('reactions')).toBe(all.reactions.length + left);
  expect(all.notCarried).toContainEqual(
    expect.objectContaining({ type: 'other tables', table: 'zerver_usergroup', rows: 2 }),
  );
});

test('hostile and damaged tar archives are refused', async () => {
  using folder = testFolder();
  const file = folder.file('a.tar.gz');
  const refusal = async (...parts: Parameters<typeof writeTar>[1][number][]): Promise<unknown> => {
    await writeTar(file, [...partsOf(), ...parts]);
    return openExport(file).then(
      () => 'opened',
      (error: Error & { code: string }) => error.code,
    );
  };

  expect(await refusal({ name: '../x', text: '' })).toBe('hostile-archive');
  expect(await refusal({ name: 'link', text: '/etc/passwd', type: 'symlink' })).toBe(
    'hostile-archive',
  );
  expect(await refusal({ name: 'realm.json', text: '{}' })).toBe('hostile-archive');
  await writeTar(file, partsOf());
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  await expect(openExport(file)).rejects.toThrow('damaged or cut off');
});

test('large tables and files are read piece by piece, with the same result', async () => {
  const long = 'x'.repeat(5 * 1024 * 1024); // Documents of less than 4 MiB are parsed at once.
  const filling = { zerver_useractivity: [{ id: 1, client: long, api_key: 'secret-key' }] };
  using folder = testFolder();
  const parts = partsOf(messages, {}, uploaded);
  const large = partsOf(messages, filling, uploaded).map((part) =>
    part.name === 'messages-000001.json'
      ? { ...part, text: part.text.replace(/\}$/, `,"zerver_usermessage_more":["${long}"]}`) }
      : part,
  );
  const [small, file] = [folder.file('small.zip'), folder.file('large.zip')];
  await writeZip(small, parts);
  await writeZip(file, large);

  const [one, other] = [await readAll(small), await readAll(file)];

  const { everything: _one, account: _account, notCarried: _left, ...rows } = one;
  const same = JSON.stringify(other).replaceAll(file, small);
  for (const [kind, found] of Object.entries(rows))
    expect(same).toContain(`"${kind}":${JSON.stringify(found)}`);
  expect(other.notCarried).toContainEqual(
    expect.objectContaining({ table: 'zerver_useractivity', rows: 1 }),
  );
  expect(other.everything).not.toContain('secret-key');
});

test('the realm cannot be read: the error names the file', async () => {
  using folder = testFolder();
  const parts = partsOf().map((part) =>
    part.name === 'realm.json' ? { ...part, text: part.text.slice(0, -9) } : part,
  );
  await writeZip(folder.file('a.zip'), parts);

  await expect(readAll(folder.file('a.zip'))).rejects.toThrow('realm.json cannot be read');
});
