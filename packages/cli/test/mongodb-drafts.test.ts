import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const sample = path.join(import.meta.dirname, '../../../samples/mern-chat/export');

/** A document without values. */
const EMPTY = Buffer.from('0500000000', 'hex');

const id = (digit: string): string => `{"$oid":"${digit.repeat(24)}"}`;

test('init says what each file of a dump is, and counts its documents', async () => {
  await using rig = await startRig();
  const dump = path.join(rig.folder, 'dump');
  cpSync(sample, dump, { recursive: true });
  mkdirSync(path.join(dump, 'admin'));
  const others = [
    'admin/system.users.bson',
    'chatapp/system.views.bson',
    'chatapp/system.buckets.metrics.bson',
    'oplog.bson',
  ];
  for (const name of others) writeFileSync(path.join(dump, name), EMPTY);
  writeFileSync(path.join(dump, 'prelude.json'), '{"ServerVersion":"7.0.5"}');
  writeFileSync(path.join(dump, 'chatapp/drafts.bson'), '');
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { status, out } = await rig.cli(['init', dump, `--config=${config}`]);

  expect(status).toBe(0);
  for (const line of [
    'chatapp/users.bson: users, certain',
    'chatapp/chats.bson, users[*]: members, certain; 1 proposal',
    'chatapp/messages.bson: messages, certain',
    'chatapp/users.metadata.json: not read: the indexes of a collection, which mongodump writes beside its documents',
    'chatapp/drafts.bson: not read: it has 0 documents',
    'admin/system.users.bson: not read: a collection of the server',
    'chatapp/system.views.bson: not read: a collection of the server',
    'chatapp/system.buckets.metrics.bson: not read: a time series, whose documents are packed into buckets: export the collection with mongoexport',
    'oplog.bson: not read: writes during the dump, which its collections do not have: dump again later, and plan that after this job',
    'prelude.json: not read: the versions of mongodump and its server',
  ])
    expect(out).toContain(`${path.join(dump, line)}\n`);
  expect(readFileSync(config, 'utf8')).toContain('# it has 16 documents');
});

test.each([
  ['gz', gzipSync],
  ['zst', zstdCompressSync],
] as const)('collections in .%s are drafted and planned as the others', async (ending, packed) => {
  await using rig = await startRig();
  const dump = path.join(rig.folder, 'dump');
  cpSync(sample, dump, { recursive: true });
  for (const name of ['users', 'chats', 'messages', 'sessions']) {
    const file = path.join(dump, `chatapp/${name}.bson`);
    writeFileSync(`${file}.${ending}`, packed(readFileSync(file)));
    rmSync(file);
  }
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', dump, `--config=${config}`, '--accept=chats.type']);
  const { status, out } = await rig.cli([
    'plan',
    `--config=${config}`,
    '--retention-months=none',
    '--json',
  ]);

  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    kinds: { users: { planned: 5 }, members: { planned: 13 }, messages: { planned: 16 } },
  });
});

test('init lists the collections of an archive, and proposes to ignore what is none of a chat', async () => {
  await using rig = await startRig();
  const config = path.join(rig.folder, 'chatferry.yaml');
  const archive = path.join(import.meta.dirname, 'support/chatapp.archive');

  const { status, out } = await rig.cli(['init', archive, `--config=${config}`]);

  expect({ status, out }).toMatchObject({ status: 0 });
  const draft = readFileSync(config, 'utf8');
  for (const line of [
    'rows: "chatapp.users[*]"',
    'rows: "chatapp.rooms[*].members[*]"',
    'rows: "chatapp.messages[*]"',
    '# ignore: [ "chatapp.sessions[*]" ]',
    "# admin['system.version'] has 1 document: a collection of the server",
  ])
    expect(draft).toContain(line);
});

test('who read a message is no message', async () => {
  await using rig = await startRig();
  const lines = ['1', '2', '3', '4'].map(
    (digit) =>
      `{"_id":${id(digit)},"sender":${id('a')},"chat":${id('c')},"body":"Text ${digit}","createdAt":{"$date":"2024-03-01T10:00:0${digit}Z"},"readBy":[{"_id":${id(`${digit}${digit}`.slice(1))},"user":${id('b')}}]}`,
  );
  const file = rig.write('messages.ndjson', lines.join('\n'));
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', file, `--config=${config}`]);

  const draft = readFileSync(config, 'utf8');
  expect(draft).toContain('body: text');
  expect(draft).not.toContain('rows: "readBy[*]"');
});

test('a collection without documents is read, and has no rows', async () => {
  await using rig = await startRig();
  const dump = path.join(rig.folder, 'dump');
  cpSync(path.join(sample, 'chatapp'), dump, { recursive: true });
  writeFileSync(path.join(dump, 'members.bson'), '');
  const config = rig.write(
    'chatferry.yaml',
    'kinds: { users: { columns: { _id: uid, pic: avatar }, ignore: [email, password, isAdmin, updatedAt, __v] } }\nfiles: { messages.bson: { skip: later } }\n',
  );

  const { status, out } = await rig.cli(['plan', dump, `--config=${config}`]);

  expect({ status, out }).toMatchObject({ status: 0 });
  expect(out).toMatch(/users +5 +5 /);
});

test('what a notification is about does not make it a friendship with certainty', async () => {
  await using rig = await startRig();
  const dump = path.join(rig.folder, 'dump');
  cpSync(sample, dump, { recursive: true });
  const people = readFileSync(path.join(sample, 'chatapp/users.bson'));
  const ids: string[] = [];
  for (let at = 0; at < people.length; at += people.readInt32LE(at))
    ids.push(people.toString('hex', at + 9, at + 21));
  const lines = [0, 1, 2, 3, 4, 0, 1, 2].map((person, index) =>
    JSON.stringify({
      _id: { $oid: `${index}`.repeat(24) },
      recipient: { $oid: ids[person] },
      sender: { $oid: ids[(person + 1 + (index % 3)) % 5] },
      relatedModel: index % 2 === 0 ? 'Friendship' : 'Post',
      relatedId: { $oid: `a${index}`.repeat(12) },
      isRead: false,
    }),
  );
  writeFileSync(path.join(dump, 'chatapp/notifications.json'), lines.join('\n'));
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { out } = await rig.cli(['init', dump, `--config=${config}`]);

  expect(out).toContain('notifications.json');
  expect(out).not.toMatch(/relatedModel: Friendship: friends, certain/);
});
