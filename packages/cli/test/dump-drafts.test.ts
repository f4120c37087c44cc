import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';

/** An app with rooms, and with conversations of two in a table of their own. */
const app = `-- MySQL dump 10.13
/*!40103 SET TIME_ZONE='+00:00' */;
CREATE TABLE users (
  id int NOT NULL, name varchar(60), email varchar(60), password varchar(60), created_at timestamp NULL, PRIMARY KEY (id)
);
INSERT INTO users VALUES
  (1,'Ann Lee','ann@example.org','$2y$10$abcdefghijklmnopqrstuv','2023-11-14 22:13:20'),
  (2,'Bob Roe','bob@example.org','$2y$10$bbcdefghijklmnopqrstuv','2023-11-14 22:13:21'),
  (3,'Cy Doe','cy@example.org','$2y$10$cbcdefghijklmnopqrstuv','2023-11-14 22:13:22');
CREATE TABLE rooms (id int NOT NULL, name varchar(60), PRIMARY KEY (id));
INSERT INTO rooms VALUES (1,'Kitchen'),(2,'Garden');
CREATE TABLE room_members (
  room_id int, user_id int, CONSTRAINT a FOREIGN KEY (room_id) REFERENCES rooms (id), FOREIGN KEY b (user_id) REFERENCES \`users\` (\`id\`)
);
INSERT INTO room_members VALUES (1,1),(1,2),(2,3),(2,1);
CREATE TABLE room_messages (id int NOT NULL, room_id int, user_id int, body text, created_at timestamp NULL, PRIMARY KEY (id));
INSERT INTO room_messages VALUES (1,1,1,'Who cooks?','2023-11-14 22:14:00'),(2,2,3,'Weeds again','2023-11-14 22:15:00');
ALTER TABLE room_messages ADD CONSTRAINT c FOREIGN KEY (room_id) REFERENCES rooms (id), ADD CONSTRAINT d FOREIGN KEY (user_id) REFERENCES users (id);
CREATE TABLE conversations (id int NOT NULL, user_one int REFERENCES users(id), user_two int REFERENCES users(id), PRIMARY KEY (id));
INSERT INTO conversations VALUES (1,1,2),(2,3,1);
CREATE TABLE messages (
  id int NOT NULL, conversation_id int, sender_id int, body text, created_at timestamp NULL, PRIMARY KEY (id),
  FOREIGN KEY (conversation_id) REFERENCES conversations (id), FOREIGN KEY (sender_id) REFERENCES users (id)
);
INSERT INTO messages VALUES (1,1,2,'Psst, Ann','2023-11-14 22:16:00'),(2,2,1,'Hello, Cy','2023-11-14 22:17:00'),(3,2,3,'Hello, Ann','2023-11-14 22:18:00');
CREATE TABLE sessions (id varchar(40), payload text);
INSERT INTO sessions VALUES ('a','x'),('b','y');
CREATE TABLE migrations (id int);
-- Dump completed on 2023-11-15
`;

async function drafted(
  rig: Rig,
  dump: string,
  ...accepted: readonly string[]
): Promise<{ out: string; text: string; config: string }> {
  const file = rig.write('legacy.sql', dump);
  const config = path.join(rig.folder, 'chatferry.yaml');
  const names = accepted.length === 0 ? [] : [`--accept=${accepted.join(',')}`];
  const { status, out, err } = await rig.cli(['init', file, `--config=${config}`, ...names]);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return { out, text: readFileSync(config, 'utf8'), config };
}

async function recordsBy(rig: Rig, config: string, kind: InputKind): Promise<readonly object[]> {
  const { status, err } = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);
  expect({ status, err }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  return recordsOfRows(plan, kind);
}

test('a folder with nothing but a dump is drafted so that plan reads it', async () => {
  await using rig = await startRig();
  mkdirSync(rig.export);
  writeFileSync(path.join(rig.export, 'legacy.sql'), app);
  const config = path.join(rig.folder, 'chatferry.yaml');

  await rig.cli(['init', rig.export, `--config=${config}`, '--accept=rooms.type']);

  expect(await recordsBy(rig, config, 'messages')).toHaveLength(5);
});

/** A social network: posts, whom they were shared with is a flag, and messages whose receivers are in another table. */
const network = `-- MySQL dump 10.13
CREATE TABLE user_info (id int, username varchar(60), firstname varchar(60), lastname varchar(60), password varchar(60), PRIMARY KEY (id));
INSERT INTO user_info VALUES (1,'ann','Ann','Lee','x'),(2,'bob','Bob','Roe','y'),(3,'cy','Cy','Doe','z');
CREATE TABLE post (id int, post_owner int, post_date datetime, text_content text, is_shared tinyint, PRIMARY KEY (id));
INSERT INTO post VALUES (1,1,'2021-01-01 10:00:00','What a fine day',0),(2,2,'2021-01-02 10:00:00','Look at this',1),(3,1,'2021-01-03 10:00:00','Good night to all',0);
CREATE TABLE message (id int, message_creator int, message text, create_date datetime, PRIMARY KEY (id));
INSERT INTO message VALUES (7,1,'Hello, my dear Bob','2021-01-04 10:00:00'),(8,2,'Hello, my dear Ann','2021-01-04 10:01:00');
CREATE TABLE channel (id int, sender int, receiver int, message_id int, PRIMARY KEY (id));
INSERT INTO channel VALUES (1,1,2,7),(2,2,1,8);
-- Dump completed on 2023-11-15
`;

test('posts are no certain messages, flags no receivers, and rows from one user to another no groups', async () => {
  await using rig = await startRig();

  const { out, text } = await drafted(rig, network);

  expect(out).toMatch(/^ {2}post .*: not read until messages is accepted$/m);
  expect(out).toMatch(/^ {2}message .*: messages, certain/m);
  expect(out).not.toMatch(/until groups is accepted/);
  expect(text).not.toContain('is_shared: receiver');
});

/** An app whose messages name users by another id than the first one, most of them of accounts that were deleted. */
const purged = `-- MySQL dump 10.13
CREATE TABLE users (user_id int, unique_id int, fname varchar(60), lname varchar(60), PRIMARY KEY (user_id));
INSERT INTO users VALUES (22,573260563,'Ann','Lee'),(30,1533998412,'Bob','Roe');
CREATE TABLE messages (msg_id int, incoming_msg_id int, outgoing_msg_id int, msg text, PRIMARY KEY (msg_id));
INSERT INTO messages VALUES (1,573260563,1533998412,'Hello, my dear Ann'),(2,99000111,573260563,'Are you still there?'),(3,573260563,88000222,'No, I am not'),(4,77000333,1533998412,'And you, my dear?');
-- Dump completed on 2023-11-15
`;

test('the id of users is the one that messages name, also where most of these users are gone', async () => {
  await using rig = await startRig();

  const { text } = await drafted(rig, purged);

  expect(text).toMatch(/^ +unique_id: uid$/m);
});

/** Groups with nothing but an owner, as an app that makes conversations of its own kind writes them. */
const bare = app
  .replace('rooms (id int NOT NULL, name varchar(60),', 'rooms (id int NOT NULL, owner_id int,')
  .replace("(1,'Kitchen'),(2,'Garden')", '(1,1),(2,3)');

test('conversations without a name are proposed, and what refers to them waits', async () => {
  await using rig = await startRig();

  const before = await drafted(rig, bare);
  const after = await drafted(rig, bare, 'rooms.groups', 'rooms.type');

  expect(before.out).toContain('--accept rooms.groups\nThen check it');
  expect(before.text).toContain('becomes receiver once these are read');
  expect(await recordsBy(rig, after.config, 'groups')).toMatchObject([
    { guid: '1', name: '1' },
    { guid: '2', name: '2' },
  ]);
});

test('init lists the tables of a dump with rows, columns and relations, and what no query reads', async () => {
  await using rig = await startRig();

  const { out } = await drafted(rig, app);

  const file = path.join(rig.folder, 'legacy.sql');
  expect(out).toContain(
    [
      `${file}: a dump of mysqldump with rows in 7 tables:`,
      '  users          3 rows (id, name, email, password, created_at): users, certain',
      '  rooms          2 rows (id, name): groups, certain, 1 proposal',
      '  room_members   4 rows (room_id, user_id): members, certain',
      '  room_messages  2 rows (id, room_id, user_id, body, created_at): messages, certain',
      '  conversations  2 rows (id, user_one, user_two): conversations of two users, joined to messages',
      '  messages       3 rows (id, conversation_id, sender_id, body, created_at): messages, certain',
      '  sessions       2 rows (id, payload): not read: its columns do not look like users, groups, members or messages',
      '  Without rows: migrations',
      '  Relations:',
      '    room_members.room_id → rooms.id: a foreign key, all 4 values found',
      '    room_members.user_id → users.id: a foreign key, all 4 values found',
      '    room_messages.room_id → rooms.id: a foreign key, all 2 values found',
    ].join('\n'),
  );
  expect(out).toContain(
    '  Not read of legacy.sql: users.email (3 of 3 rows), users.password (3 of 3 rows), sessions (2 rows).',
  );
  expect(out).toContain(
    '"muid":"messages-1","sentAt":1700000160,"receiver":"1","data":{"text":"Psst, Ann"},"receiverType":"user"',
  );
});

test('the draft of a dump is planned: messages of rooms, and those of two people, which are joined', async () => {
  await using rig = await startRig();

  const { text, config } = await drafted(rig, app, 'rooms.type');

  expect(text).not.toContain('inputs:');
  expect(text).toContain(
    'query: SELECT m.id, m.sender_id, m.body, m.created_at, c.user_one, c.user_two FROM messages m LEFT JOIN conversations c ON c.id = m.conversation_id',
  );
  const messages = (await recordsBy(rig, config, 'messages')) as {
    muid: string;
    receiver: string;
    receiverType: string;
  }[];
  expect(
    messages
      .map(({ muid, receiverType, receiver }) => `${muid} ${receiverType} ${receiver}`)
      .toSorted(),
  ).toEqual([
    'messages-1 user 1',
    'messages-2 user 3',
    'messages-3 user 1',
    'room_messages-1 group 1',
    'room_messages-2 group 2',
  ]);
});

test('a message by somebody else makes a conversation more than one of two', async () => {
  await using rig = await startRig();

  const { out, text } = await drafted(
    rig,
    app.replace("(3,2,3,'Hello, Ann'", "(3,2,2,'Hello, Ann'"),
  );

  expect(text).not.toContain('JOIN');
  expect(out).not.toContain('conversations of two users');
});

test('groups of two tables with the same ids stay apart, with all that refers to them', async () => {
  await using rig = await startRig();
  const channels = `CREATE TABLE channels (id int NOT NULL, name varchar(60), PRIMARY KEY (id));
INSERT INTO channels VALUES (1,'News');
CREATE TABLE channel_messages (id int NOT NULL, channel_id int REFERENCES channels(id), user_id int REFERENCES users(id), body text, created_at timestamp NULL, PRIMARY KEY (id));
INSERT INTO channel_messages VALUES (1,1,1,'We are open again','2023-11-14 22:14:00');
`;

  const { config } = await drafted(
    rig,
    app.replace('CREATE TABLE sessions', `${channels}CREATE TABLE sessions`),
    '*.type',
  );

  expect(
    (await recordsBy(rig, config, 'groups')).map((group) => (group as { guid: string }).guid),
  ).toEqual(['rooms-1', 'channels-1', 'rooms-2']);
  const messages = (await recordsBy(rig, config, 'messages')) as {
    muid: string;
    receiver: string;
  }[];
  expect(messages.find(({ muid }) => muid === 'channel_messages-1')!.receiver).toBe('channels-1');
  expect(messages.find(({ muid }) => muid === 'room_messages-1')!.receiver).toBe('rooms-1');
});

test('ids in bytes are read as hexadecimal digits, and names that are words of SQL are quoted', async () => {
  await using rig = await startRig();
  const dump = `-- MySQL dump 10.13
CREATE TABLE \`users\` (id binary(2) NOT NULL, name varchar(60), PRIMARY KEY (id));
INSERT INTO users VALUES (_binary '\\0a','Ann Lee'),(_binary '\\0b','Bob Roe');
CREATE TABLE \`messages\` (id int NOT NULL, \`from\` binary(2), \`to\` binary(2), body text, at int, PRIMARY KEY (id),
  FOREIGN KEY (\`from\`) REFERENCES users (id), FOREIGN KEY (\`to\`) REFERENCES users (id));
INSERT INTO messages VALUES (1,_binary '\\0a',_binary '\\0b','Hi Bob, are you there?',1700000000),(2,0x0062,0x0061,'Yes I am here',1700000060);
-- Dump completed
`;

  const { text, config } = await drafted(rig, dump);

  expect(text).toContain(
    'SELECT id, hex("from") AS "from", hex("to") AS "to", body, at FROM messages',
  );
  expect(await recordsBy(rig, config, 'messages')).toMatchObject([
    { muid: '1', sender: '0061', receiver: '0062' },
    { muid: '2', sender: '0062', receiver: '0061' },
  ]);
});

/** An app like mail: those who receive a message are in a table of their own. */
const mail = (recipients: string): string => `-- MySQL dump 10.13
CREATE TABLE users (id int NOT NULL, name varchar(60), PRIMARY KEY (id));
INSERT INTO users VALUES (1,'Ann Lee'),(2,'Bob Roe'),(3,'Cy Doe');
CREATE TABLE messages (id int NOT NULL, sender_id int, body text, created_at int, PRIMARY KEY (id), FOREIGN KEY (sender_id) REFERENCES users (id));
INSERT INTO messages VALUES (1,1,'Hi, how are you today?',1700000000),(2,2,'Very well, and you?',1700000060);
CREATE TABLE message_recipients (id int NOT NULL, message_id int, user_id int, PRIMARY KEY (id),
  FOREIGN KEY (message_id) REFERENCES messages (id), FOREIGN KEY (user_id) REFERENCES users (id));
INSERT INTO message_recipients VALUES ${recipients};
-- Dump completed
`;

test.each([
  ['one user', '(1,1,2),(2,2,1)', ['1 1 2', '2 2 1']],
  ['several users', '(1,1,2),(2,1,3),(3,2,1)', ['1-2 1 2', '1-3 1 3', '2-1 2 1']],
])('messages whose receivers are in another table go to %s', async (_, recipients, sent) => {
  await using rig = await startRig();

  const { out, config } = await drafted(rig, mail(recipients));

  expect(out).toContain('those who receive messages, joined to messages');
  const messages = (await recordsBy(rig, config, 'messages')) as Record<string, string>[];
  expect(
    messages.map(({ muid, sender, receiver }) => `${muid} ${sender} ${receiver}`).toSorted(),
  ).toEqual(sent);
});

test('an edited draft is kept, and the queries of what was accepted are printed', async () => {
  await using rig = await startRig();
  const { config } = await drafted(rig, app);
  rig.write('chatferry.yaml', `${readFileSync(config, 'utf8')}# mine\n`);

  const { out, status } = await rig.cli([
    'init',
    path.join(rig.folder, 'legacy.sql'),
    `--config=${config}`,
    '--accept=rooms.type',
  ]);

  expect(status).toBe(2);
  expect(out).toContain('sources:\n  - dump:');
  expect(out).toContain('query: SELECT id, name FROM rooms');
  expect(out).toContain('type: private');
});

test('several dumps have names, next to files of other formats', async () => {
  await using rig = await startRig();
  const one = rig.write('one.sql', app);
  const two = rig.write(
    'two.sql',
    "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE blocks(user_id, blocked_id);\nINSERT INTO blocks VALUES('1','2');\nINSERT INTO blocks VALUES('2','3');\nCOMMIT;\n",
  );
  const csv = rig.write('groups.csv', 'guid,name,type\ng,G,public\n');
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { status, err } = await rig.cli(['init', one, two, csv, `--config=${config}`]);

  expect({ status, err }).toEqual({ status: 0, err: '' });
  const text = readFileSync(config, 'utf8');
  expect(text).toContain(`inputs:\n  - ${csv}`);
  expect(text).toContain('name: one');
});

test('an export of phpMyAdmin in JSON is drafted and planned as a dump of SQL is', async () => {
  await using rig = await startRig();
  const people = [
    { id: '1', name: 'Ann Lee' },
    { id: '2', name: 'Bob Roe' },
  ];
  const messages = [
    { id: '1', sender_id: '1', receiver_id: '2', body: 'Hi Bob, all well?', sent: '1700000000' },
    { id: '2', sender_id: '2', receiver_id: '1', body: 'Yes, and you?', sent: '1700000060' },
  ];
  const file = rig.write(
    'chat.json',
    JSON.stringify([
      { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for phpMyAdmin' },
      { type: 'database', name: 'chat' },
      { type: 'table', name: 'users', database: 'chat', data: people },
      { type: 'table', name: 'messages', database: 'chat', data: messages },
    ]),
  );
  const config = path.join(rig.folder, 'chatferry.yaml');

  const { status, out } = await rig.cli(['init', file, `--config=${config}`]);

  expect({ status, out }).toMatchObject({ status: 0 });
  expect(out).toContain('a dump of phpMyAdmin with rows in 2 tables');
  expect(await recordsBy(rig, config, 'messages')).toMatchObject([
    { muid: '1', sender: '1', receiver: '2' },
    { muid: '2', sender: '2', receiver: '1' },
  ]);
});

test('what cannot be read says why: a dump that was cut off, and the custom format', async () => {
  await using rig = await startRig();
  const cut = rig.write('cut.sql', app.replace(/^-- Dump completed.*\n/m, ''));
  const custom = rig.write('custom.dump', 'PGDMP\u0001\u000e');

  const { status, err } = await rig.cli(['init', cut, custom, '--stdout']);

  expect(status).toBe(2);
  expect(err).toContain('it was cut off');
  expect(err).toContain('pg_restore -f dump.sql FILE');
});

test('a list of conversations with the latest text of each is no table of messages, and an untouched draft with a proposed id can be planned', async () => {
  await using rig = await startRig();
  const { out, config } = await drafted(
    rig,
    `-- phpMyAdmin SQL Dump
SET time_zone = "+00:00";
CREATE TABLE users (id int, name varchar(50), email varchar(50), PRIMARY KEY (id));
INSERT INTO users VALUES (11,'Ann','a@example.org'),(12,'Bob','b@example.org');
CREATE TABLE chats (id int, my_id int, sender_id int, receiver_id int, message text, created_at timestamp, PRIMARY KEY (id));
INSERT INTO chats VALUES (10,2,11,12,'How are you?','2023-11-14 22:13:20');
CREATE TABLE inboxes (id int, my_id int, user_id int, last_message text, created_at timestamp, PRIMARY KEY (id));
INSERT INTO inboxes VALUES (7,11,12,'How are you?','2023-11-14 22:13:20'),(8,12,11,'How are you?','2023-11-14 22:13:20');
-- Dump completed
`,
  );

  const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(out).toMatch(/^ +inboxes .*: not read until messages is accepted$/m);
  expect(out).toMatch(/^ {2}\d+\. chats\.id$/m);
  expect(planned.err).not.toContain('Set key');
  expect(planned.out).toMatch(/Not read of dump: .*inboxes \(2 rows\)/);
});
