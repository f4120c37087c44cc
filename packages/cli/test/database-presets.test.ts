import type { Row } from '@chatferry/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { boards, planned } from './support/planned-preset.ts';
import { BOARD, DISCOURSE } from './support/preset-tables.ts';
import { startRig } from './support/rig.ts';
import { endPostgres, postgresDatabase } from './support/test-databases.ts';

afterAll(endPostgres);

const forums = boards.filter(({ server }) => server === 'postgres' || server === 'dump');

test.each(forums)(
  'Discourse in $title: chat and personal messages move; deleted, hidden and staff posts are counted',
  async ({ server, open }) => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`${DISCOURSE}
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
    INSERT INTO direct_message_users VALUES (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (9, 1);
    INSERT INTO user_chat_channel_memberships VALUES (1, 11, true), (2, 11, false), (1, 14, true), (3, 13, true), (1, 99, true);
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

    const { of, filtered } = await planned(rig, 'discourse', server, database.address);

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
      '1 group where is_public is not false',
      '1 membership where has_left is not false',
      '1 membership where is_listed is not false',
      '1 message where hidden is not false',
      '1 message where is_public is not false',
      '1 message where text is empty',
      '2 groups where is_pair is not false',
      '2 messages where what is not message',
      '3 memberships where deleted is not false',
      '3 messages where deleted is not false',
      '4 memberships where is_pair is not false',
    ]);
  },
);

test('Discourse: messages of one second come in the order of their numbers', async () => {
  await using rig = await startRig();
  await using database = await postgresDatabase();
  await database.exec(`${DISCOURSE}
    INSERT INTO users VALUES (1, 'ann', 'Ann', '2020-01-01', false, false);
    INSERT INTO chat_channels VALUES (10, 'Lobby', 'Category', 6, '2023-01-01', NULL);
    INSERT INTO chat_messages (id, chat_channel_id, user_id, message, created_at)
      SELECT id, 10, 1, 'text', '2023-11-14 22:13:20' FROM generate_series(98, 101) AS id;
    INSERT INTO topics VALUES (20, 'A question', 'private_message', '2023-01-01', NULL);
    INSERT INTO posts (id, user_id, topic_id, raw, created_at, user_deleted, hidden, post_type)
      SELECT id, 1, 20, 'text', '2023-11-14 22:13:20', false, false, 1 FROM generate_series(9, 10) AS id;`);

  const { sent } = await planned(rig, 'discourse', 'postgres', database.address);

  const inChat = sent.filter((muid) => muid.includes('chat'));
  expect(inChat).toEqual([98, 99, 100, 101].map((id) => `discourse-chat-${id}`));
  expect(sent.filter((muid) => muid.includes('post'))).toEqual([
    'discourse-post-9',
    'discourse-post-10',
  ]);
});

test('Discourse: a message without its channel and a post without its topic are rejected, and counted', async () => {
  await using rig = await startRig();
  await using database = await postgresDatabase();
  await database.exec(`${DISCOURSE}
    INSERT INTO users VALUES (1, 'ann', 'Ann', '2020-01-01', false, false);
    INSERT INTO chat_messages (id, chat_channel_id, user_id, message, created_at) VALUES (1, 99, 1, 'Lost', '2023-11-14 22:13:20');
    INSERT INTO topics VALUES (22, 'Welcome', 'regular', '2023-01-01', NULL);
    INSERT INTO posts (id, user_id, topic_id, raw, created_at, user_deleted, hidden, post_type) VALUES
      (2, 1, 98, 'Lost', '2023-11-14 22:13:20', false, false, 1),
      (3, 1, 22, 'A public post', '2023-11-14 22:13:20', false, false, 1);`);

  const { rejects } = await planned(rig, 'discourse', 'postgres', database.address, 1);

  expect(rejects).toEqual([
    'discourse-chat-1 missing-group channel-99',
    'discourse-post-2 missing-group topic-98',
  ]);
});

describe.each(boards)('phpBB on $title', ({ server, open }) => {
  test('topics and private messages move as plain text; deleted posts, bots and moved topics are counted', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`${BOARD}
      INSERT INTO b_users VALUES (1, 2, 'Anonymous', 0), (2, 3, 'Ann &amp; Al', 0), (3, 0, 'bob', 999999999), (4, 2, 'Bot [Bot]', 1600000000);
      INSERT INTO b_forums VALUES (1, 'Forum &amp; more');
      INSERT INTO b_topics VALUES (4, 1, 'A &quot;topic&quot;', 0, 0, 1), (5, 1, 'Moved', 1600000000, 2, 1), (6, 1, 'Deleted', 1600000000, 0, 2);
      INSERT INTO b_posts VALUES
        (10, 4, 2, 1709283600, '', '<r><B><s>[b]</s>Hi<e>[/b]</e></B> &amp; welcome</r>', '', 1709283700, 1),
        (11, 4, 1, 1709283605, 'Passer-by', '<t>guest post</t>', '', 0, 1),
        (14, 4, 1, 1709283625, '', '<t>no name</t>', '', 0, 1),
        (12, 4, 77, 1709283610, '', '[quote=&quot;ann&quot;:1qh1i7ky]Hi[/quote:1qh1i7ky]old: style
second line', '1qh1i7ky', 0, 1),
        (13, 4, 2, 1709283620, '', '<t>removed</t>', '', 0, 2);
      INSERT INTO b_privmsgs VALUES (10, 2, 1709283630, 'Re: Hi', '<t>To two</t>', ''), (11, 78, 1709283640, 'Bye &amp; see you', '<t>Gone</t>', ''), (14, 2, 1709283650, 'Note', '<t>To me</t>', ''), (15, 2, 1709283660, 'Lost', '<t>To nobody any more</t>', '');
      INSERT INTO b_privmsgs_to VALUES (10, 3, 2, 0), (10, 2, 2, -1), (10, 77, 2, 0), (11, 3, 78, 0), (14, 2, 2, -1), (14, 2, 2, 0), (15, 2, 2, -1);
      INSERT INTO b_zebra VALUES (2, 3, 0, 1), (3, 2, 1, 0);`);
    const { of, filtered } = await planned(rig, 'phpbb', server, database.address);

    // Dates that phpBB does not know, and those before the earliest time of the service.
    expect(of('users').map(({ createdAt }) => createdAt)).toEqual(Array(6).fill(undefined));
    expect(of('users').map(({ uid, name, tags }) => [uid, name, tags])).toEqual([
      ['2', 'Ann & Al', undefined],
      ['3', 'bob', undefined],
      ['77', 'Deleted user', ['chatferry-placeholder']],
      ['78', 'Deleted user', ['chatferry-placeholder']],
      ['guest-', 'Guest', ['guest']],
      ['guest-passer-by', 'Passer-by', ['guest']],
    ]);
    expect(of('groups')).toMatchObject([
      { guid: 'topic-4', name: 'A "topic"', type: 'private', metadata: { forum: 'Forum & more' } },
    ]);
    expect(of('members').map(({ uid }) => uid)).toEqual(['2', '77', 'guest-', 'guest-passer-by']);
    expect(
      of('messages').map(({ muid, sender, receiver, data }) => [muid, sender, receiver, data]),
    ).toEqual([
      ['phpbb-pm-10-3', '2', '3', { text: 'To two', metadata: { subject: 'Re: Hi' } }],
      ['phpbb-pm-10-77', '2', '77', { text: 'To two', metadata: { subject: 'Re: Hi' } }],
      ['phpbb-pm-11-3', '78', '3', { text: 'Gone', metadata: { subject: 'Bye & see you' } }],
      [
        'phpbb-post-10',
        '2',
        'topic-4',
        { text: 'Hi & welcome', metadata: { editedAt: 1_709_283_700 } },
      ],
      ['phpbb-post-11', 'guest-passer-by', 'topic-4', { text: 'guest post' }],
      ['phpbb-post-12', '77', 'topic-4', { text: '> ann:\n> Hi\nold: style\nsecond line' }],
      ['phpbb-post-14', 'guest-', 'topic-4', { text: 'no name' }],
    ]);
    expect(of('blocks').map(({ uid, blocked }) => [uid, blocked])).toEqual([['2', '3']]);
    expect(filtered).toEqual([
      '1 block where foe is not 1',
      '1 group where topic_status is 2',
      '1 group where topic_visibility is not 1',
      '1 message where has_recipient is not 1',
      '1 message where to_oneself is not 0',
      '1 message where visibility is not 1',
      '1 user where is_guest_account is not 0',
      '1 user where user_type is 2',
    ]);
  });

  test('guests whose names a collation does not tell apart stay two, and the case of a name does not matter', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`${BOARD}
      INSERT INTO b_topics VALUES (4, 1, 'Topic', 1600000000, 0, 1);
      INSERT INTO b_posts VALUES
        (1, 4, 1, 1709283600, 'Günter', '<t>one</t>', '', 0, 1), (2, 4, 1, 1709283601, 'Gunter', '<t>two</t>', '', 0, 1),
        (3, 4, 1, 1709283602, 'gunter', '<t>three</t>', '', 0, 1), (4, 4, 1, 1709283603, 'Günter', '<t>four</t>', '', 0, 1);`);

    const { of, rejects } = await planned(rig, 'phpbb', server, database.address);

    expect(rejects).toEqual([]);
    expect(of('users').map(({ name }) => name)).toEqual(['Günter', 'Gunter']);
    const [umlaut, plain] = of('users').map(({ uid }) => uid);
    expect(of('messages').map(({ sender }) => sender)).toEqual([umlaut, plain, plain, umlaut]);
    expect(of('members')).toHaveLength(2);
  });

  test('messages of one second come in the order of their numbers', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`${BOARD}
      INSERT INTO b_users VALUES (2, 3, 'Ann', 1600000000), (3, 0, 'bob', 1600000000);
      INSERT INTO b_topics VALUES (4, 1, 'Topic', 1600000000, 0, 1);
      INSERT INTO b_posts VALUES
        (9, 4, 2, 1709283600, '', '<t>one</t>', '', 0, 1), (10, 4, 3, 1709283600, '', '<t>two</t>', '', 0, 1);
      INSERT INTO b_privmsgs VALUES (9, 2, 1709283600, 'Subj', '<t>one</t>', ''), (10, 3, 1709283600, 'Re: Subj', '<t>two</t>', '');
      INSERT INTO b_privmsgs_to VALUES (9, 3, 2, 0), (10, 2, 3, 0);`);

    const { sent } = await planned(rig, 'phpbb', server, database.address);

    expect(sent.filter((muid) => muid.includes('post'))).toEqual(['phpbb-post-9', 'phpbb-post-10']);
    expect(sent.filter((muid) => muid.includes('pm'))).toEqual(['phpbb-pm-9-3', 'phpbb-pm-10-2']);
  });

  test('brackets that people wrote stay, and code keeps its lines', async () => {
    await using rig = await startRig();
    await using database = await open(rig);
    await database.exec(`${BOARD}
      INSERT INTO b_users VALUES (2, 3, 'Ann', 1600000000);
      INSERT INTO b_topics VALUES (4, 1, 'Topic', 1600000000, 0, 1);
      INSERT INTO b_posts VALUES
        (9, 4, 2, 1709283600, '', '<t>array[i] = list[b] and [u] plus [*]</t>', '1qh1i7ky', 0, 1),
        (10, 4, 2, 1709283601, '', '<r><CODE><s>[code]</s><i>
</i>def f(x):
    return x[i]<i>
</i><e>[/code]</e></CODE></r>', '1qh1i7ky', 0, 1),
        (11, 4, 2, 1709283602, '', '[b:1qh1i7ky]old[/b:1qh1i7ky] list[b]', '1qh1i7ky', 0, 1);`);

    const { of } = await planned(rig, 'phpbb', server, database.address);

    expect(of('messages').map(({ data }) => data)).toEqual([
      { text: 'def f(x):\n    return x[i]' },
      { text: 'old list[b]' },
      { text: 'array[i] = list[b] and [u] plus [*]' },
    ]);
  });
});

test.each([
  ['postgres', 'phpbb', 'Set tablePrefix to what the names of the tables begin with'],
  ['sqlite', 'phpbb', 'Set tablePrefix to what the names of the tables begin with'],
  ['postgres', 'discourse', 'Check that the database is one of Discourse'],
])(
  'a database of %s without the tables of %s is refused with a fix',
  async (server, preset, fix) => {
    await using rig = await startRig();
    await using database = await boards.find((board) => board.server === server)!.open(rig);
    await database.exec(BOARD);
    const where = server === 'sqlite' ? database.address : '${LEGACY_DATABASE_URL}';
    const config = rig.write(
      'chatferry.yaml',
      JSON.stringify({ sources: [{ [server]: where, preset }] }),
    );
    const { err } = await rig.cli(['plan', `--config=${config}`], {
      env: { LEGACY_DATABASE_URL: database.address },
    });

    expect(err).toContain(fix);
    expect(err).not.toContain('Correct the query');
  },
);
