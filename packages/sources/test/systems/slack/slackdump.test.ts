import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openExport } from '../../../src/index.ts';
import { readAll, type WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';
import { testFolder, writeZip } from '../../zip-file.ts';
import { users } from './example.ts';
import { message, textsOf } from './slack-export.ts';

const channels = [
  { id: 'C0GENERAL', name: 'general', is_channel: true, created: 1_452_837_318, creator: 'U0AAA1' },
  { id: 'G0SECRET1', name: 'secret', is_private: true },
  { id: 'D0DIRECT1', is_im: true, user: 'U0AAA2' },
];
const members = [
  ['C0GENERAL', 'U0AAA1'],
  ['C0GENERAL', 'U0AAA2'],
] as const;

const root = message({ text: 'root', thread_ts: '1736478630.000100' });
const reply = message({ text: 'reply', ts: '1736478700.000100', thread_ts: '1736478630.000100' });
const later = message({ text: 'later', ts: '1736478640.000100' });
const direct = message({ text: 'psst', ts: '1736478630.000100' });

const SCHEMA = `
  CREATE TABLE CHUNK (ID INTEGER PRIMARY KEY, TYPE_ID SMALLINT);
  CREATE TABLE MESSAGE (ID INTEGER NOT NULL, CHUNK_ID INTEGER NOT NULL, CHANNEL_ID TEXT NOT NULL,
    TS TEXT NOT NULL, PARENT_ID INTEGER, THREAD_TS TEXT, IS_PARENT SMALLINT, IDX INTEGER, TXT TEXT,
    DATA BLOB NOT NULL, PRIMARY KEY (ID, CHUNK_ID));
  CREATE TABLE CHANNEL (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, NAME TEXT, IDX INTEGER, DATA BLOB NOT NULL,
    PRIMARY KEY (ID, CHUNK_ID));
  CREATE TABLE S_USER (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, IDX INTEGER, USERNAME TEXT, DATA BLOB NOT NULL,
    PRIMARY KEY (ID, CHUNK_ID));
  CREATE TABLE CHANNEL_USER (CHANNEL_ID TEXT NOT NULL, USER_ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, IDX INTEGER,
    PRIMARY KEY (CHANNEL_ID, USER_ID, CHUNK_ID));
  CREATE TABLE WORKSPACE (ID INTEGER PRIMARY KEY, USER_ID TEXT);
  INSERT INTO WORKSPACE VALUES (1, 'U0AAA1');
`;

function blob(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function writeDatabase(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(SCHEMA);
  const insertUser = db.prepare('INSERT INTO S_USER VALUES (?, ?, 0, ?, ?)');
  for (const user of users) insertUser.run(user.id, 1, user.name, blob(user));
  insertUser.run(
    'U0AAA1',
    2,
    'mira',
    blob({ ...users[0], profile: { real_name: 'Mira, renamed' } }),
  );
  const insertChannel = db.prepare('INSERT INTO CHANNEL VALUES (?, 1, ?, 0, ?)');
  for (const channel of channels)
    insertChannel.run(channel.id, channel.name ?? null, blob(channel));
  const insertMember = db.prepare('INSERT INTO CHANNEL_USER VALUES (?, ?, ?, 0)');
  for (const [channel, user] of members) insertMember.run(channel, user, 1);
  insertMember.run('C0GENERAL', 'U0AAA1', 2);
  const insert = db.prepare('INSERT INTO MESSAGE VALUES (?, ?, ?, ?, NULL, NULL, 0, 0, NULL, ?)');
  const add = (chunk: number, channel: string, value: ReturnType<typeof message>): void => {
    const ts = String(value['ts']);
    insert.run(Number(ts.replace('.', '')), chunk, channel, ts, blob(value));
  };
  add(1, 'C0GENERAL', reply);
  add(1, 'C0GENERAL', later);
  add(1, 'C0GENERAL', { ...root, text: 'before it was edited' });
  add(2, 'C0GENERAL', root);
  add(3, 'D0DIRECT1', direct);
  add(4, 'G0LOSTONE', later);
}

/** What all of the forms have in common. */
function expectAll(all: WholeExport): void {
  expect(all.rejected).toEqual([]);
  expect(textsOf(all)).toEqual(['root', 'later', 'reply', 'psst', 'later']);
  expect(all.messages.map(({ receiverType, receiver }) => [receiverType, receiver])).toEqual([
    ['group', 'c0general'],
    ['group', 'c0general'],
    ['group', 'c0general'],
    ['user', 'u0aaa2'],
    ['group', 'g0lostone'],
  ]);
  expect(all.messages[2]).toMatchObject({
    muid: 'slack-C0GENERAL-1736478700-000100',
    data: { metadata: { parentMuid: 'slack-C0GENERAL-1736478630-000100' } },
  });
  expect(all.groups.map(({ guid, type }) => [guid, type])).toContainEqual(['c0general', 'public']);
  expect(all.groups.map(({ guid, type }) => [guid, type])).toContainEqual(['g0secret1', 'private']);
  expect(all.members.map(({ memberId }) => memberId)).toEqual([
    'c0general_member_u0aaa1',
    'c0general_member_u0aaa2',
    'g0lostone_member_u0aaa1', // No list has its members: those who wrote are.
  ]);
  expect(all.users.slice(0, 3).map(({ uid }) => uid)).toEqual(['u0aaa1', 'u0aaa2', 'u0bot1']);
}

test('the database: of each record the last recording counts', async () => {
  using folder = testFolder();
  writeDatabase(folder.file('slackdump.sqlite'));

  const all = await readAll(folder.path);

  expectAll(all);
  expect(all.users[0]).toMatchObject({ name: 'Mira, renamed' });
  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'recorded again later, and carried once',
    count: 1,
  });
  expect(all.places.messages[0]).toBe('slackdump.sqlite/MESSAGE:4');
});

test('the database can be named itself, and is recognised by its tables', async () => {
  using folder = testFolder();
  const file = folder.file('backup.db');
  writeDatabase(file);
  using found = await openExport(file);
  using other = new DatabaseSync(folder.file('other.db'));
  other.exec('CREATE TABLE users (id)');

  expect(found?.rule).toBe('backup.db is a database of slackdump');
  expectAll(await readAll(file));
  expect(await openExport(folder.file('other.db'))).toBeUndefined();
  await expect(openExport(folder.file('other.db'), 'slack')).resolves.toBeDefined();
});

test('the database is read without a trace in its folder, and twice the same', async () => {
  using folder = testFolder();
  const file = folder.file('slackdump.sqlite');
  writeDatabase(file);
  using db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL'); // As slackdump leaves it.
  db.close();
  mkdirSync(folder.file('__uploads/F1'), { recursive: true });
  writeFileSync(folder.file('__uploads/F1/a.png'), 'bytes');
  const digest = async (): Promise<string | undefined> => {
    using found = await openExport(folder.path);
    return found?.archive.digest;
  };

  const before = await digest();
  const all = await readAll(folder.path);

  expect(readdirSync(folder.path).toSorted()).toEqual(['__uploads', 'slackdump.sqlite']);
  expect(await digest()).toBe(before);
  expect(all.notCarried).toEqual([]);
});

test('a message of the database that is rejected is kept as the database has it, without tokens', async () => {
  using folder = testFolder();
  writeDatabase(folder.file('slackdump.sqlite'));
  using db = new DatabaseSync(folder.file('slackdump.sqlite'));
  const late = message({ ts: 'now', text: 'https://files.slack.com/a.png?t=xoxe-1', team: 'T1' });
  db.prepare('UPDATE MESSAGE SET DATA = ? WHERE rowid = 2').run(blob(late));

  const all = await readAll(folder.path);

  expect(all.rejected).toMatchObject([{ line: 2, codes: ['bad-source-time'] }]);
  expect(JSON.parse(all.rejected[0]!.row)).toMatchObject({ ts: 'now', team: 'T1' });
  expect(all.everything).not.toContain('xoxe');
});

test('a database that is damaged or cut off is refused; another one in the folder is not read', async () => {
  using folder = testFolder();
  const file = folder.file('slackdump.sqlite');
  writeDatabase(file);
  using db = new DatabaseSync(file);
  const pages = db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'MESSAGE'").get()!;
  db.close();
  const bytes = readFileSync(file);
  const size = bytes.readUInt16BE(16);
  const at = (Number(pages['rootpage']) - 1) * size;
  const damaged = Buffer.from(bytes).fill(0xff, at, at + size);
  using other = testFolder();
  writeFileSync(other.file('a.db'), bytes.subarray(0, 2 * size));
  writeFileSync(other.file('users.csv'), 'uid,name\n');

  for (const content of [damaged, bytes.subarray(0, 2 * size)]) {
    writeFileSync(file, content);
    await expect(readAll(folder.path)).rejects.toThrow(
      `${file} is damaged or cut off: database disk image is malformed.`,
    );
  }
  expect(await openExport(other.path)).toBeUndefined();
});

test('the database in a ZIP archive is refused with what to do', async () => {
  using folder = testFolder();
  await writeZip(folder.file('a.zip'), [{ name: 'slackdump.sqlite', text: 'SQLite format 3' }]);

  await expect(readAll(folder.file('a.zip'))).rejects.toThrow('cannot be read inside an archive');
});

const at = 1_736_478_999_000_000_000;

/** A chunk file with these lines. */
function chunkFile(...chunks: readonly (object | string)[]): Buffer {
  const lines = chunks.map((chunk) =>
    typeof chunk === 'string' ? chunk : JSON.stringify({ ts: at, ...chunk }),
  );
  return gzipSync(lines.map((line) => `${line}\n`).join(''));
}

test('chunk files: pages in any order, threads, and a message that was recorded twice', async () => {
  using folder = testFolder();
  const write = (name: string, chunks: readonly object[]): void =>
    writeFileSync(folder.file(`${name}.json.gz`), chunkFile(...chunks));
  write('C0GENERAL', [
    { t: 5, id: 'C0GENERAL', ci: channels[0] },
    { t: 7, id: 'C0GENERAL', cu: ['U0AAA1', 'U0AAA2'] },
    { t: 0, id: 'C0GENERAL', m: [later, { ...root, text: 'before it was edited' }] },
    { t: 1, id: 'C0GENERAL', r: '1736478630.000100', p: root, m: [reply] },
    { t: 2, id: 'C0GENERAL', p: root, f: [{ id: 'F1' }] },
    { t: 0, id: 'C0GENERAL', m: [root] },
  ]);
  write('D0DIRECT1', [{ t: 0, id: 'D0DIRECT1', m: [direct] }]);
  write('G0LOSTONE', [{ t: 0, id: 'G0LOSTONE', m: [later] }]);
  write('channels', [{ t: 4, ch: channels.slice(1) }]);
  write('users', [{ t: 3, u: users }]);
  write('workspace', [{ t: 6, w: { user_id: 'U0AAA1' } }]);

  using found = await openExport(folder.path);

  expect(found?.rule).toBe('C0GENERAL.json.gz has the chunks of slackdump');
  expectAll(await readAll(folder.path));
});

test('the recording of one thread has its first message next to the replies', async () => {
  const thread = { t: 1, id: 'C0GENERAL', r: root['thread_ts'], to: true, p: root, m: [reply] };
  const all = await readFiles({ 'C0GENERAL-1736478630.000100.json.gz': chunkFile(thread) });

  expect(textsOf(all)).toEqual(['root', 'reply']);
  expect(all.messages[1]).not.toHaveProperty('data.metadata.parentMissing');
});

function recorded(ts: number, found: object, name: string): Buffer {
  return chunkFile(
    { ts, t: 0, id: 'C0GENERAL', m: [found] },
    { ts, t: 3, u: [{ id: 'U0AAA1', profile: { real_name: name } }] },
    { ts, t: 4, ch: [{ ...channels[0], name }] },
  );
}

test('of the recordings in several files the latest counts, whatever the files are called', async () => {
  const [before, after] = [
    { ...root, text: 'before it was edited' },
    { ...root, edited: { ts: '1736478650.000000' } },
  ];
  const all = await readFiles({
    'a/C0GENERAL.json.gz': recorded(at + 1_000_000, after, 'renamed'),
    'b/C0GENERAL.json.gz': recorded(at, before, 'old'),
  });

  expect(textsOf(all)).toEqual(['root']);
  expect([all.users[0], all.groups[0]]).toMatchObject([{ name: 'renamed' }, { name: 'renamed' }]);
});

test('recordings of several users: nobody is added to a conversation of two others', async () => {
  const im = { id: 'D0DIRECT1', is_im: true, user: 'U0AAA2' };
  const [first, second] = [
    { ...direct, user: 'U0BBB1' },
    { ...later, user: 'U0AAA2' },
  ];
  const files = {
    'a/workspace.json.gz': chunkFile({ t: 6, w: { user_id: 'U0AAA1' } }),
    'b/workspace.json.gz': chunkFile({ t: 6, w: { user_id: 'U0BBB1' } }),
    'b/D0DIRECT1.json.gz': chunkFile(
      { t: 5, id: im.id, ci: im },
      { t: 0, id: im.id, m: [first, second] },
    ),
  };
  using folder = testFolder();
  writeDatabase(folder.file('slackdump.sqlite'));
  using db = new DatabaseSync(folder.file('slackdump.sqlite'));
  db.exec(
    "INSERT INTO WORKSPACE VALUES (2, 'U0BBB1'); DELETE FROM MESSAGE WHERE CHANNEL_ID <> 'D0DIRECT1'",
  );
  db.exec("UPDATE MESSAGE SET DATA = replace(CAST(DATA AS TEXT), 'U0AAA1', 'U0BBB1')");

  for (const all of [await readFiles(files), await readAll(folder.path)]) {
    expect(all.messages[0]).toMatchObject({ sender: 'u0bbb1', receiver: 'u0aaa2' });
    expect(all.groups.map(({ guid }) => guid)).not.toContain('d0direct1');
  }
});

test('a chunk that is broken is rejected, and a chunk file that is cut off is refused', async () => {
  const broken = '{"t":0,"id":"C0GENERAL","m":[{"text":"https://files.slack.com/a?t=xoxe-1';
  const file = chunkFile({ t: 0, id: 'C0GENERAL', m: [root] }, broken, {
    t: 0,
    id: 'C0GENERAL',
    m: [later],
  });
  const all = await readFiles({ 'C0GENERAL.json.gz': file });

  expect(textsOf(all)).toEqual(['root', 'later']);
  expect(all.rejected).toMatchObject([{ file: 'C0GENERAL.json.gz', line: 2, codes: ['bad-json'] }]);
  expect(all.everything).not.toContain('xoxe');
  await expect(readFiles({ 'C0GENERAL.json.gz': file.subarray(0, -9) })).rejects.toThrow(
    'C0GENERAL.json.gz is damaged or cut off: unexpected end of file.',
  );
});

test('dumps: a file for each conversation, with the replies in the first messages', async () => {
  using folder = testFolder();
  mkdirSync(folder.file('dump'));
  const write = (channel: string, messages: readonly object[]): void =>
    writeFileSync(
      folder.file(`dump/${channel}.json`),
      JSON.stringify({ channel_id: channel, name: 'general "one"', messages }),
    );
  write('C0GENERAL', [{ ...root, slackdump_thread_replies: [reply] }, later]);
  write('C0GENERAL-1736478630.000100', [root, reply]);
  writeFileSync(folder.file('dump/notes.txt'), 'mine');

  const all = await readAll(folder.file('dump'));

  expect(textsOf(all)).toEqual(['root', 'later', 'reply']);
  expect(all.messages[2]).toMatchObject({
    data: { metadata: { parentMuid: 'slack-C0GENERAL-1736478630-000100' } },
  });
  expect(all.groups).toMatchObject([{ guid: 'c0general', type: 'private', name: 'general "one"' }]);
  expect(all.members.map(({ memberId }) => memberId)).toEqual(['c0general_member_u0aaa1']);
  expect(all.notCarried).toMatchObject([
    {
      type: 'other files',
      reason: 'neither a list nor a day',
      file: folder.file('dump/notes.txt'),
    },
  ]);
});

test('a dump names no people: the senders are the two people, and one alone has a private group', async () => {
  using folder = testFolder();
  const write = (channel: string, messages: readonly object[]): void =>
    writeFileSync(
      folder.file(`${channel}.json`),
      JSON.stringify({ channel_id: channel, name: channel, messages }),
    );
  const answer = { ...direct, user: 'U0AAA2', ts: '1736478631.000100' };
  write('C0GENERAL', [later]);
  write('D0DIRECT1', [direct, answer]);
  write('D0DIRECT2', [direct]);

  const all = await readAll(folder.path);

  expect(all.filtered).toEqual({});
  expect(
    all.messages.map(({ sender, receiverType, receiver }) => [sender, receiverType, receiver]),
  ).toEqual([
    ['u0aaa1', 'group', 'c0general'],
    ['u0aaa1', 'user', 'u0aaa2'],
    ['u0aaa2', 'user', 'u0aaa1'],
    ['u0aaa1', 'group', 'd0direct2'],
  ]);
  expect(all.groups).toMatchObject([{ guid: 'c0general' }, { guid: 'd0direct2', type: 'private' }]);
  expect(all.members.map(({ memberId }) => memberId)).toEqual([
    'c0general_member_u0aaa1',
    'd0direct2_member_u0aaa1',
  ]);
});

test('without a workspace the database names one of the two people, and the senders the other', async () => {
  using folder = testFolder();
  writeDatabase(folder.file('slackdump.sqlite'));
  using db = new DatabaseSync(folder.file('slackdump.sqlite'));
  db.exec('DELETE FROM WORKSPACE');

  db.exec(
    `INSERT INTO CHANNEL VALUES ('D0SILENT1', 1, NULL, 0, '{"id":"D0SILENT1","user":"U0AAA2"}')`,
  );

  const all = await readAll(folder.path);

  expectAll(all);
  expect(all.groups.map(({ guid }) => guid)).toEqual(['c0general', 'g0secret1', 'g0lostone']);
});
