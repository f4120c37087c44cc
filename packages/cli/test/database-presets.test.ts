import path from 'node:path';
import type { InputKind, Row } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';
import { afterAll, describe, expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { type Rig, startRig } from './support/rig.ts';
import {
  endPostgres,
  mysqlDatabase,
  mysqlServer,
  postgresDatabase,
  sqliteDatabase,
} from './support/test-databases.ts';

afterAll(endPostgres);

/** Plans a database with a preset. @returns the records of each kind by their ids, and what was filtered */
async function planned(
  rig: Rig,
  source: Record<string, string>,
  address: string,
): Promise<{ readonly of: (kind: InputKind) => Row[]; readonly filtered: readonly string[] }> {
  const config = rig.write(
    'chatferry.yaml',
    JSON.stringify({ retentionMonths: 'none', sources: [source] }),
  );
  const { status, out, err } = await rig.cli(['plan', `--config=${config}`], {
    env: { LEGACY_DATABASE_URL: address },
  });
  expect({
    status,
    err,
    rejects: rig.hasInJob('rejects.jsonl') ? rig.inJob('rejects.jsonl') : '',
  }).toMatchObject({ status: 0 });
  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const kinds = ['users', 'groups', 'members', 'messages', 'blocks'] as const;
  const records = new Map(
    kinds.map((kind) => [kind as InputKind, recordsOfRows(plan, kind).toSorted(byText)]),
  );
  const filtered = /Filtered as configured: (.*)\./.exec(out)?.[1]?.split(', ') ?? [];

  return { of: (kind) => records.get(kind)!, filtered: filtered.toSorted() };
}

function idOf({ memberId, muid, guid, uid }: Row): string {
  return String(memberId ?? muid ?? guid ?? uid);
}

/** By their ids. */
function byText(one: Row, other: Row): number {
  return idOf(one) < idOf(other) ? -1 : 1;
}

const ADDRESS = '${LEGACY_DATABASE_URL}';

test('Discourse: chat and personal messages move; deleted, hidden and staff posts are counted', async () => {
  await using rig = await startRig();
  await using database = await postgresDatabase();
  await database.exec(`
    CREATE TABLE users (id int PRIMARY KEY, username text, name text, created_at timestamp, admin bool, moderator bool);
    CREATE TABLE categories (id int PRIMARY KEY, name text, read_restricted bool);
    CREATE TABLE chat_channels (id bigint PRIMARY KEY, name text, chatable_type text, chatable_id bigint, created_at timestamp, deleted_at timestamp);
    CREATE TABLE direct_message_users (direct_message_channel_id bigint, user_id int);
    CREATE TABLE user_chat_channel_memberships (user_id int, chat_channel_id bigint, following bool);
    CREATE TABLE chat_threads (id bigint PRIMARY KEY, original_message_id bigint);
    CREATE TABLE chat_messages (id bigint PRIMARY KEY, chat_channel_id bigint, user_id int, message text, in_reply_to_id bigint, thread_id bigint, created_at timestamp, deleted_at timestamp);
    CREATE TABLE topics (id int PRIMARY KEY, title text, archetype text, created_at timestamp, deleted_at timestamp);
    CREATE TABLE topic_allowed_users (topic_id int, user_id int);
    CREATE TABLE topic_allowed_groups (topic_id int, group_id int);
    CREATE TABLE group_users (group_id int, user_id int);
    CREATE TABLE posts (id int PRIMARY KEY, user_id int, topic_id int, post_number int, raw text, created_at timestamp, reply_to_post_number int, deleted_at timestamp, user_deleted bool, hidden bool, post_type int);
    INSERT INTO users VALUES
      (-1, 'system', 'system', '2020-01-01', true, true),
      (1, 'ann', 'Ann', '2020-01-01', true, false),
      (2, 'bob', '', '2020-01-01', false, false),
      (3, 'cy', 'Cy', '2020-01-01', false, true);
    INSERT INTO categories VALUES (5, 'Staff', true), (6, 'General', false);
    INSERT INTO chat_channels VALUES
      (10, NULL, 'Category', 5, '2023-01-01', NULL), (11, 'Lobby', 'Category', 6, '2023-01-01', NULL),
      (12, NULL, 'DirectMessage', 1, '2023-01-01', NULL), (13, NULL, 'DirectMessage', 2, '2023-01-01', NULL),
      (14, 'Old', 'Category', 6, '2023-01-01', '2023-02-01');
    INSERT INTO direct_message_users VALUES (1, 1), (1, 2), (2, 1), (2, 2), (2, 3);
    INSERT INTO user_chat_channel_memberships VALUES (1, 11, true), (2, 11, false), (1, 14, true);
    INSERT INTO chat_threads VALUES (7, 100);
    INSERT INTO chat_messages VALUES
      (100, 11, 1, '**Hi** @bob', NULL, 7, '2023-11-14 22:13:20.7', NULL),
      (101, 11, 2, 'In a thread', NULL, 7, '2023-11-14 22:13:21', NULL),
      (102, 11, 2, 'Deleted', NULL, NULL, '2023-11-14 22:13:22', '2023-11-15'),
      (103, 11, 2, '', NULL, NULL, '2023-11-14 22:13:22', NULL),
      (104, 11, 2, 'To a deleted one', 102, NULL, '2023-11-14 22:13:23', NULL),
      (110, 12, 2, 'Psst', NULL, NULL, '2023-11-14 22:13:24', NULL),
      (120, 13, 3, 'We three', NULL, NULL, '2023-11-14 22:13:25', NULL),
      (130, 14, 1, 'Old', NULL, NULL, '2023-11-14 22:13:25', NULL);
    INSERT INTO topics VALUES
      (20, 'A question', 'private_message', '2023-01-01', NULL), (21, 'To the staff', 'private_message', '2023-01-01', NULL),
      (22, 'Welcome', 'regular', '2023-01-01', NULL), (23, 'From system', 'private_message', '2023-01-01', NULL);
    INSERT INTO topic_allowed_users VALUES (20, 1), (20, 2), (21, 1), (23, 1), (23, 2);
    INSERT INTO topic_allowed_groups VALUES (21, 40);
    INSERT INTO group_users VALUES (40, 3);
    INSERT INTO posts VALUES
      (200, 1, 20, 1, 'How?', '2023-11-14 22:13:30', NULL, NULL, false, false, 1),
      (201, 2, 20, 2, 'So', '2023-11-14 22:13:31', 1, NULL, false, false, 1),
      (202, 1, 20, 3, 'closed', '2023-11-14 22:13:32', NULL, NULL, false, false, 3),
      (203, 1, 20, 4, 'secret of the staff', '2023-11-14 22:13:32', NULL, NULL, false, false, 4),
      (204, 1, 20, 5, 'spam', '2023-11-14 22:13:32', NULL, NULL, false, true, 1),
      (205, 1, 20, 6, 'deleted', '2023-11-14 22:13:32', NULL, '2023-11-15', false, false, 1),
      (210, NULL, 21, 1, 'Help', '2023-11-14 22:13:33', NULL, NULL, false, false, 1),
      (220, 1, 22, 1, 'A public post', '2023-11-14 22:13:33', NULL, NULL, false, false, 1),
      (230, -1, 23, 1, 'Hello', '2023-11-14 22:13:34', NULL, NULL, false, false, 2);`);

  const { of, filtered } = await planned(
    rig,
    { postgres: ADDRESS, preset: 'discourse' },
    database.address,
  );

  expect(
    of('users').map(({ uid, name, tags }) => [name, tags, String(uid).replace(/^.*1$/, 'x1')]),
  ).toEqual(
    expect.arrayContaining([
      ['Ann', ['admin'], 'x1'],
      ['bob', undefined, '2'],
      ['Cy', ['moderator'], '3'],
      ['system', ['admin', 'moderator', 'bot'], 'x1'],
      ['Deleted user', ['chatferry-placeholder'], 'deleted'],
    ]),
  );
  expect(of('groups').map(({ guid, name, type }) => [guid, name, type])).toEqual([
    ['channel-10', 'Staff', 'private'],
    ['channel-11', 'Lobby', 'public'],
    ['channel-13', 'ann, bob, cy', 'private'],
    ['topic-21', 'To the staff', 'private'],
    ['topic-23', 'From system', 'private'],
  ]);
  expect(of('members').map(({ guid, uid }) => `${String(guid)} ${String(uid)}`)).toEqual([
    'channel-11 1',
    'channel-13 1',
    'channel-13 2',
    'channel-13 3',
    'topic-21 1',
    'topic-21 3',
    'topic-23 1',
    'topic-23 2',
  ]);
  expect(
    of('messages').map(({ muid, sender, receiver, sentAt, data }) => [
      String(muid).replace('discourse-', ''),
      String(sender).replace(/^.*[^\d].*1$/, 'system'),
      receiver,
      Number(sentAt) - 1_700_000_000,
      (data as Row)['text'],
      ((data as Row)['metadata'] as Row | undefined)?.['parentMuid'],
    ]),
  ).toEqual([
    ['chat-100', '1', 'channel-11', 0, '**Hi** @bob', undefined],
    ['chat-101', '2', 'channel-11', 1, 'In a thread', 'discourse-chat-100'],
    ['chat-104', '2', 'channel-11', 3, 'To a deleted one', undefined],
    ['chat-110', '2', '1', 4, 'Psst', undefined],
    ['chat-120', '3', 'channel-13', 5, 'We three', undefined],
    ['post-200', '1', '2', 10, 'How?', undefined],
    ['post-201', '2', '1', 11, 'So', 'discourse-post-200'],
    ['post-210', 'deleted', 'topic-21', 13, 'Help', undefined],
    ['post-230', 'system', 'topic-23', 14, 'Hello', undefined],
  ]);
  expect(filtered).toEqual([
    '1 group where deleted is not false',
    '1 membership where deleted is not false',
    '1 membership where has_left is not false',
    '1 message where hidden is not false',
    '1 message where text is empty',
    '2 messages where what is not message',
    '3 messages where deleted is not false',
  ]);
});

const boards = [
  { title: 'PostgreSQL', server: 'postgres', open: postgresDatabase },
  { title: 'MariaDB', server: 'mysql', open: mysqlDatabase },
  {
    title: 'SQLite',
    server: 'sqlite',
    open: async (rig: Rig) => sqliteDatabase(path.join(rig.folder, 'board.db')),
  },
].filter(({ server }) => server !== 'mysql' || mysqlServer !== undefined);

describe.each(boards)('phpBB on $title', ({ server, open }) => {
  test('topics and private messages move as plain text; deleted posts, bots and moved topics are counted', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`
      CREATE TABLE b_users (user_id int PRIMARY KEY, user_type int, username varchar(99), user_regdate int);
      CREATE TABLE b_forums (forum_id int PRIMARY KEY, forum_name varchar(99));
      CREATE TABLE b_topics (topic_id int PRIMARY KEY, forum_id int, topic_title varchar(99), topic_time int, topic_status int, topic_visibility int);
      CREATE TABLE b_posts (post_id int PRIMARY KEY, topic_id int, poster_id int, post_time int, post_username varchar(99), post_text text, bbcode_uid varchar(8), post_edit_time int, post_visibility int);
      CREATE TABLE b_privmsgs (msg_id int PRIMARY KEY, author_id int, message_time int, message_subject varchar(99), message_text text, bbcode_uid varchar(8));
      CREATE TABLE b_privmsgs_to (msg_id int, user_id int, author_id int, folder_id int);
      CREATE TABLE b_zebra (user_id int, zebra_id int, friend int, foe int);
      INSERT INTO b_users VALUES (1, 2, 'Anonymous', 0), (2, 3, 'Ann &amp; Al', 1600000000), (3, 0, 'bob', 1600000000), (4, 2, 'Bot [Bot]', 1600000000);
      INSERT INTO b_forums VALUES (1, 'Forum');
      INSERT INTO b_topics VALUES (4, 1, 'A &quot;topic&quot;', 1600000000, 0, 1), (5, 1, 'Moved', 1600000000, 2, 1), (6, 1, 'Deleted', 1600000000, 0, 2);
      INSERT INTO b_posts VALUES
        (10, 4, 2, 1709283600, '', '<r><B><s>[b]</s>Hi<e>[/b]</e></B> &amp; welcome</r>', '', 1709283700, 1),
        (11, 4, 1, 1709283605, 'Passer-by', '<t>guest post</t>', '', 0, 1),
        (12, 4, 77, 1709283610, '', '[quote=&quot;ann&quot;:1qh1i7ky]Hi[/quote:1qh1i7ky]old: style
second line', '1qh1i7ky', 0, 1),
        (13, 4, 2, 1709283620, '', '<t>removed</t>', '', 0, 2);
      INSERT INTO b_privmsgs VALUES (10, 2, 1709283630, 'Re: Hi', '<t>To two</t>', ''), (11, 78, 1709283640, 'Bye', '<t>Gone</t>', '');
      INSERT INTO b_privmsgs_to VALUES (10, 3, 2, 0), (10, 2, 2, -1), (10, 2, 2, 0), (10, 77, 2, 0), (11, 3, 78, 0);
      INSERT INTO b_zebra VALUES (2, 3, 0, 1), (3, 2, 1, 0);`);
    const where = server === 'sqlite' ? database.address : ADDRESS;
    const source = { [server]: where, preset: 'phpbb', tablePrefix: 'b_' };
    const { of, filtered } = await planned(rig, source, database.address);

    expect(of('users').map(({ uid, name, tags }) => [uid, name, tags])).toEqual([
      ['2', 'Ann & Al', undefined],
      ['3', 'bob', undefined],
      ['77', 'Deleted user', ['chatferry-placeholder']],
      ['78', 'Deleted user', ['chatferry-placeholder']],
      ['guest-passer-by', 'Passer-by', ['guest']],
    ]);
    expect(of('groups')).toMatchObject([
      { guid: 'topic-4', name: 'A "topic"', type: 'private', metadata: { forum: 'Forum' } },
    ]);
    expect(of('members').map(({ uid }) => uid)).toEqual(['2', '77', 'guest-passer-by']);
    expect(
      of('messages').map(({ muid, sender, receiver, data }) => [muid, sender, receiver, data]),
    ).toEqual([
      ['phpbb-pm-10-3', '2', '3', { text: 'To two', metadata: { subject: 'Re: Hi' } }],
      ['phpbb-pm-10-77', '2', '77', { text: 'To two', metadata: { subject: 'Re: Hi' } }],
      ['phpbb-pm-11-3', '78', '3', { text: 'Gone', metadata: { subject: 'Bye' } }],
      [
        'phpbb-post-10',
        '2',
        'topic-4',
        { text: 'Hi & welcome', metadata: { editedAt: 1_709_283_700 } },
      ],
      ['phpbb-post-11', 'guest-passer-by', 'topic-4', { text: 'guest post' }],
      ['phpbb-post-12', '77', 'topic-4', { text: '> ann:\n> Hi\nold: style\nsecond line' }],
    ]);
    expect(of('blocks').map(({ uid, blocked }) => [uid, blocked])).toEqual([['2', '3']]);
    expect(filtered).toEqual([
      '1 group where topic_status is 2',
      '1 group where topic_visibility is not 1',
      '1 message where visibility is not 1',
      '1 user where user_type is 2',
    ]);
  });
});
