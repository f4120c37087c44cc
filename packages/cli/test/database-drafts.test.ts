import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { afterAll, describe, expect, test } from 'vitest';
import { boards } from './support/planned-preset.ts';
import { BOARD, DISCOURSE } from './support/preset-tables.ts';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Ended, type Rig, startRig } from './support/rig.ts';
import {
  endPostgres,
  mysqlDatabase,
  mysqlServer,
  postgresDatabase,
  sqliteDatabase,
  type TestDatabase,
} from './support/test-databases.ts';

afterAll(endPostgres);

interface Server {
  readonly title: string;
  readonly bytes: string;
  readonly time: string;
  readonly idOf: (hex: string) => string;
  readonly open: (rig: Rig) => Promise<TestDatabase>;
}

const servers: readonly Server[] = [
  {
    title: 'PostgreSQL',
    bytes: 'bytea',
    time: 'timestamptz',
    idOf: (hex) => String.raw`'\x${hex}'`,
    open: postgresDatabase,
  },
  {
    title: 'MySQL',
    bytes: 'binary(2)',
    time: 'bigint',
    idOf: (hex) => `0x${hex}`,
    open: mysqlDatabase,
  },
  {
    title: 'SQLite',
    bytes: 'blob',
    time: 'bigint',
    idOf: (hex) => `X'${hex}'`,
    open: async (rig) => sqliteDatabase(path.join(rig.folder, 'legacy.sqlite')),
  },
];

const usable = servers.filter(({ title }) => title !== 'MySQL' || mysqlServer !== undefined);

/** An app with rooms whose name is a reserved word, and with conversations of two in a table of their own. */
function app({ title, bytes, time, idOf }: Server): string {
  const quote = title === 'MySQL' ? '`' : '"';
  const [groups, order] = ['groups', 'Order'].map((name) => `${quote}${name}${quote}`);
  const [a, b, c] = ['000A', '000B', '00FF'].map(idOf);
  const at = (seconds: number): string =>
    time === 'bigint'
      ? String(1_700_000_000 + seconds)
      : `'2023-11-14 22:13:${String(20 + seconds)}Z'`;
  const user = `${bytes}${title === 'SQLite' ? ' REFERENCES users(id)' : ''}`;
  const key = (column: string, table: string): string =>
    title === 'SQLite' ? '' : `, FOREIGN KEY (${column}) REFERENCES ${table} (id)`;
  return `
    CREATE TABLE users (id ${bytes} NOT NULL PRIMARY KEY, name varchar(60), password varchar(60));
    INSERT INTO users VALUES (${a}, 'Ann Lee', 'x'), (${b}, 'Bob Roe', 'y'), (${c}, 'Cy Doe', 'z');
    CREATE TABLE ${groups} (id bigint PRIMARY KEY, name varchar(60), ${order} int);
    INSERT INTO ${groups} VALUES (9007199254740993, 'Kitchen', 1);
    CREATE TABLE group_messages (
      id int PRIMARY KEY, group_id bigint, sender_id ${user}, body text, created_at ${time}${key('sender_id', 'users')}${key('group_id', groups!)}
    );
    INSERT INTO group_messages VALUES (1, 9007199254740993, ${a}, 'Who cooks today?', ${at(0)}), (2, 9007199254740993, ${c}, 'I do, at last', ${at(1)});
    CREATE TABLE conversations (id int PRIMARY KEY, user_one ${user}, user_two ${user}${key('user_one', 'users')}${key('user_two', 'users')});
    INSERT INTO conversations VALUES (1, ${a}, ${b});
    CREATE TABLE messages (
      id int PRIMARY KEY, conversation_id int, sender_id ${user}, body text, created_at ${time}${key('sender_id', 'users')}${key('conversation_id', 'conversations')}
    );
    INSERT INTO messages VALUES (1, 1, ${b}, 'Psst, Ann', ${at(2)}), (2, 1, ${a}, 'What is it?', ${at(3)});
    CREATE TABLE sessions (id int PRIMARY KEY, payload text);
    INSERT INTO sessions VALUES (1, 'x'), (2, 'y');
  `;
}

describe.each(usable)('init on a database of $title', (server) => {
  test('lists its tables, and drafts queries that plan all of it', async () => {
    await using rig = await startRig();
    await using database = await server.open(rig);
    await database.exec(app(server));
    const isFile = server.title === 'SQLite';
    const named = isFile ? database.address : '${LEGACY_DATABASE_URL}';
    const env = isFile ? {} : { LEGACY_DATABASE_URL: database.address };
    const config = path.join(rig.folder, 'chatferry.yaml');

    const drafted = await rig.cli(
      ['init', named, `--config=${config}`, '--accept=groups.type,senderNotMember'],
      { env },
    );
    const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none'], {
      env,
    });

    expect({ status: drafted.status, err: drafted.err }).toEqual({ status: 0, err: '' });
    expect(drafted.out).toContain(`${named}: a database of ${server.title} with rows in 6 tables:`);
    expect(drafted.out).toContain('conversations of two users, joined to messages');
    for (const unread of [
      'users.password (3 of 3 rows)',
      'groups.Order (1 of 1 row)',
      'sessions (2 rows)',
    ])
      expect(drafted.out).toContain(unread);
    expect(drafted.out).toContain('"data":{"text":"Psst, Ann"}');
    expect(drafted.out + readFileSync(config, 'utf8')).not.toContain('://');
    expect({ status: planned.status, err: planned.err }).toMatchObject({ status: 0 });
    expect(messagesOf(rig)).toEqual([
      'group_messages-1 000a group 9007199254740993',
      'group_messages-2 00ff group 9007199254740993',
      'messages-1 000b user 000a',
      'messages-2 000a user 000b',
    ]);
  });

  test('drafts a query that reads the attachments of messages from a table of their own', async () => {
    await using rig = await startRig();
    await using database = await server.open(rig);
    await database.exec(`
      CREATE TABLE users (id int PRIMARY KEY, name varchar(60));
      INSERT INTO users VALUES (10001, 'Ann Lee'), (10002, 'Bob Roe');
      CREATE TABLE messages (id int PRIMARY KEY, sender_id int, recipient_id int, body text, created_at bigint);
      INSERT INTO messages VALUES (70001, 10001, 10002, 'Two pictures', 1700000000), (70002, 10002, 10001, 'Nice', 1700000060),
        (70003, 10001, 10002, NULL, 1700000120);
      CREATE TABLE attachments (id int PRIMARY KEY, message_id int, url varchar(90), filename varchar(60));
      INSERT INTO attachments VALUES (1, 70001, 'https://x.org/1.png', 'Cat.png'), (2, 70001, 'https://x.org/2.png', NULL),
        (3, 70003, 'https://x.org/3.pdf', 'Offer.pdf');
    `);
    const isFile = server.title === 'SQLite';
    const named = isFile ? database.address : '${LEGACY_DATABASE_URL}';
    const env = isFile ? {} : { LEGACY_DATABASE_URL: database.address };
    const config = path.join(rig.folder, 'chatferry.yaml');

    const drafted = await rig.cli(['init', named, `--config=${config}`], { env });
    const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none'], {
      env,
    });

    expect(drafted.out).toContain('attachments, read with messages');
    expect(planned).toMatchObject({ status: 0 });
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const records = recordsOfRows(plan, 'messages') as {
      muid: string;
      data: { attachments?: { url: string; name: string }[] };
    }[];
    expect(
      records.map(({ muid, data: { attachments = [] } }) => [
        muid,
        ...attachments.map(({ url, name }) => `${name} ${url}`),
      ]),
    ).toEqual([
      ['70001', 'Cat.png https://x.org/1.png', '2.png https://x.org/2.png'],
      ['70002'],
      ['70003', 'Offer.pdf https://x.org/3.pdf'],
    ]);
  });
});

test('attachments wait until the address is accepted that their addresses start from', async () => {
  await using rig = await startRig();
  await using database = sqliteDatabase(path.join(rig.folder, 'legacy.sqlite'));
  // The messages have an empty column of the same name.
  await database.exec(`
    CREATE TABLE users (id int PRIMARY KEY, name text);
    INSERT INTO users VALUES (10001, 'Ann Lee'), (10002, 'Bob Roe');
    CREATE TABLE messages (id int PRIMARY KEY, sender_id int, recipient_id int, body text, attachments text, created_at int);
    INSERT INTO messages VALUES (70001, 10001, 10002, 'A picture', NULL, 1700000000), (70002, 10002, 10001, NULL, NULL, 1700000060);
    CREATE TABLE attachments (id int PRIMARY KEY, message_id int, path text);
    INSERT INTO attachments VALUES (1, 70001, '/up/1.png'), (2, 70002, '/up/2.pdf');
  `);
  const config = path.join(rig.folder, 'chatferry.yaml');
  const init = ['init', database.address, `--config=${config}`];

  const open = await rig.cli(init);
  const accepted = await rig.cli([...init, '--accept=messages.path=https://x.org/']);
  await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

  expect(open.out).toContain('attachments, not read until messages.path is accepted');
  expect(open.out).toContain('Not read of legacy.sqlite: attachments (2 rows)');
  expect(accepted.out).toContain('attachments, read with messages');
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const records = recordsOfRows(plan, 'messages') as { data: { attachments: { url: string }[] } }[];
  expect(records.map(({ data }) => data.attachments.map(({ url }) => url))).toEqual([
    ['https://x.org/up/1.png'],
    ['https://x.org/up/2.pdf'],
  ]);
});

test('init reads the tables of all schemas in the search path of PostgreSQL, and names the others', async () => {
  await using rig = await startRig();
  await using database = await postgresDatabase();
  await database.exec(`
    CREATE SCHEMA app; CREATE SCHEMA audit;
    CREATE TABLE app.users (id int PRIMARY KEY, name text, email text);
    INSERT INTO app.users VALUES (11, 'Ann Lee', 'a@example.org'), (12, 'Bob Roe', 'b@example.org');
    CREATE TABLE messages (id int PRIMARY KEY, sender_id int REFERENCES app.users, receiver_id int REFERENCES app.users, body text, sent_at bigint);
    INSERT INTO messages VALUES (1, 11, 12, 'Hi', 1700000000), (2, 12, 11, 'Hello', 1700000060);
    CREATE TABLE audit.users (id int);
    CREATE TABLE audit.log (id int);`);
  const config = path.join(rig.folder, 'chatferry.yaml');
  const at = (address: string): Promise<Ended> =>
    rig.cli(['init', '${LEGACY_DATABASE_URL}', `--config=${config}`], {
      env: { LEGACY_DATABASE_URL: address },
    });
  const address = `${database.address}?options=-csearch_path%3Dapp,public`;

  const first = await at(database.address);
  rmSync(config);
  const both = await at(address);
  const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none'], {
    env: { LEGACY_DATABASE_URL: address },
  });

  expect(first.out + first.err).toContain(
    'the schemas app (1 table), audit (2 tables) outside of the search path',
  );
  expect(both.out).toContain('the schema audit (2 tables) outside of the search path');
  expect(both.out).toContain('messages.sender_id → users.id: a foreign key');
  expect(planned.out).toMatch(/^messages +2 +2 /m);
});

function messagesOf(rig: Rig): string[] {
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const kind: InputKind = 'messages';
  return (recordsOfRows(plan, kind) as Record<string, string>[])
    .map(
      ({ muid, sender, receiverType, receiver }) => `${muid} ${sender} ${receiverType} ${receiver}`,
    )
    .map((line) => line.toLowerCase())
    .toSorted();
}

test('the address of a server is not given on the command line, and has to be one', async () => {
  await using rig = await startRig();

  const literal = await rig.cli(['init', 'postgres://ann:secret@db.example.org/forum', '--stdout']);
  const other = await rig.cli(['init', '${LEGACY}', '--stdout'], {
    env: { LEGACY: 'https://ann:secret@example.org' },
  });
  const unset = await rig.cli(['init', '${LEGACY}', '--stdout']);

  for (const { status, err } of [literal, other, unset]) {
    expect(status).toBe(2);
    expect(err).not.toContain('secret');
  }
  expect(literal.err).toContain("chatferry init '${LEGACY_DATABASE_URL}'");
  expect(other.err).toContain('is not the address of a PostgreSQL, MySQL or MariaDB server');
  expect(unset.err).toContain('LEGACY, which is not set');
});

const forum = `${BOARD}
  INSERT INTO b_users VALUES (2, 0, 'ann', 1700000000), (3, 0, 'bob', 1700000000);
  INSERT INTO b_privmsgs VALUES (5, 2, 1700000060, 'Hi', 'All well?', '');
  INSERT INTO b_privmsgs_to VALUES (5, 3, 2, 0), (5, 2, 2, -1);`;
const discourse = `${DISCOURSE}
  INSERT INTO users VALUES (1, 'ann', 'Ann', '2020-01-01', true, false), (2, 'bob', 'Bob', '2020-01-01', false, false);
  INSERT INTO chat_channels VALUES (12, NULL, 'DirectMessage', 1, '2023-01-01', NULL);
  INSERT INTO direct_message_users VALUES (1, 1), (1, 2);
  INSERT INTO chat_messages VALUES (110, 12, 2, 'Psst', NULL, NULL, '2023-11-14 22:13:24', NULL);`;

test.each(
  boards.flatMap((board) => [
    { ...board, system: 'phpBB', rows: forum, lines: 'preset: phpbb', sent: 'phpbb-pm-5-3' },
    ...(board.server === 'mysql' || board.server === 'sqlite'
      ? []
      : [
          {
            ...board,
            system: 'Discourse',
            rows: discourse,
            lines: 'preset: discourse',
            sent: 'discourse-chat-110',
          },
        ]),
  ]),
)('the preset of $system is drafted for its tables in $title', async (board) => {
  await using rig = await startRig();
  await using database = await board.open(rig);
  await database.exec(board.rows);
  const isServer = board.server === 'postgres' || board.server === 'mysql';
  const named = isServer ? '${LEGACY_DATABASE_URL}' : database.address;
  const env = { LEGACY_DATABASE_URL: database.address };
  const config = path.join(rig.folder, 'chatferry.yaml');

  const drafted = await rig.cli(['init', named, `--config=${config}`], { env });
  const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none'], { env });

  expect({ status: drafted.status, err: drafted.err }).toEqual({ status: 0, err: '' });
  expect(drafted.out).toContain(`those of ${board.system}, which the preset`);
  expect(drafted.out).toContain(board.sent);
  expect(readFileSync(config, 'utf8')).toContain(board.lines);
  expect({ status: planned.status, err: planned.err }).toMatchObject({ status: 0 });
  expect(messagesOf(rig).map((line) => line.split(' ')[0])).toEqual([board.sent]);
});
