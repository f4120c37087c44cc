import { expect, test } from 'vitest';
import { day, slackParts, users } from './example.ts';
import { readFiles } from '../../read-files.ts';
import { general, message, readMessages, readParts, textsOf } from './slack-export.ts';

test('zeros at the end of a ts are part of the id', async () => {
  const all = await readMessages([
    message({ ts: '1736478630.905000' }),
    message({ ts: '1736478630.905' }),
  ]);

  expect(all.messages.map(({ muid }) => muid)).toEqual([
    'slack-C0GEN-1736478630-905',
    'slack-C0GEN-1736478630-905000',
  ]);
});

function at(fraction: string): object {
  return message({ ts: `1736478630.${fraction}`, text: fraction });
}

test('messages of one second are in the order of their fractions, whatever their order in the file', async () => {
  const all = await readMessages([at('000300'), at('000100'), at('000200')]);

  expect(textsOf(all)).toEqual(['000100', '000200', '000300']);
  expect(all.places.messages).toEqual([2, 3, 1].map((line) => `general/2025-01-10.json:${line}`));
});

test('the same ts in two conversations makes two messages', async () => {
  const other = { ...general, id: 'C0TWO', name: 'two' };
  const parts = slackParts(
    { 'general/2025-01-10': [message()], 'two/2025-01-10': [message()] },
    { channels: [general, other] },
  );

  const all = await readParts(parts);

  expect(new Set(all.messages.map(({ muid }) => muid)).size).toBe(2);
});

test('a reply in a later file refers to its first message; the copy of that in a broadcast is not a message', async () => {
  const root = message({ ts: '1736478630.000100', thread_ts: '1736478630.000100', reply_count: 2 });
  const reply = message({
    subtype: 'thread_broadcast',
    ts: '1736778630.000100',
    thread_ts: '1736478630.000100',
    root,
  });
  const parts = slackParts(
    { 'general/2025-01-13': [reply], 'general/2025-01-10': [root] },
    { channels: [general] },
  );

  const all = await readParts(parts);

  expect(all.messages).toHaveLength(2);
  expect(all.messages[1]).toMatchObject({
    data: { metadata: { parentMuid: 'slack-C0GEN-1736478630-000100', broadcast: true } },
  });
  expect(all.messages[1]!['data']).not.toMatchObject({ metadata: { parentMissing: true } });
});

test('the first message of a reply is missing when it is no row, and needs no mark to be there', async () => {
  const reply = { thread_ts: '1736478630.000100' };
  const huddle = { subtype: 'huddle_thread', user: 'USLACKBOT', thread_ts: '1736478632.000100' };

  const all = await readMessages([
    message(),
    message({ ...reply, ts: '1736478631.000100' }),
    message({ ...huddle, ts: '1736478632.000100' }),
    message({ thread_ts: '1736478632.000100', ts: '1736478633.000100' }),
  ]);

  expect(all.messages.slice(1).map(({ data }) => (data as { metadata?: object }).metadata)).toEqual(
    [
      { parentMuid: 'slack-C0GEN-1736478630-000100' },
      { parentMuid: 'slack-C0GEN-1736478632-000100', parentMissing: true },
    ],
  );
  expect(all.account.notes).toContainEqual({
    subject: 'messages',
    fact: 'replies whose first message is deleted, filtered or not in the export',
    count: 1,
  });
});

test('the first message of a reply may come later in the export', async () => {
  const first = '1736478630.000100';
  const replies = Array.from({ length: 2000 }, (_, index) =>
    message({ ts: `${1_736_500_000 - index}.000100`, thread_ts: first }),
  );
  const parts = slackParts(
    {
      'general/2025-01-10': [
        ...replies,
        message({ ts: '1736478700.000100', thread_ts: '1736478000.000100' }),
      ],
      'general/2025-01-11': [message({ ts: first, thread_ts: first })],
    },
    { channels: [general] },
  );

  const all = await readParts(parts);

  const missing = all.messages.filter(({ data }) =>
    JSON.stringify(data).includes('"parentMissing":true'),
  );
  expect(all.messages).toHaveLength(2002);
  expect(missing.map(({ muid }) => muid)).toEqual(['slack-C0GEN-1736478700-000100']);
});

test('with threads flat a reply refers to nothing', async () => {
  const reply = message({ ts: '1736478631.000100', thread_ts: '1736478630.000100' });

  const all = await readMessages([message(), reply], { threads: 'flat' });

  expect(all.messages.map(({ data }) => data)).toEqual([{ text: 'Hi' }, { text: 'Hi' }]);
});

test('messages that Slack wrote are counted by subtype, or carried as texts', async () => {
  const system = [
    message({ subtype: 'channel_join', text: '<@U0AAA1> has joined' }),
    message({ subtype: 'channel_topic', text: 'set the topic', ts: '1736478631.000100' }),
    message({
      subtype: 'huddle_thread',
      user: 'USLACKBOT',
      text: '',
      room: { created_by: 'U0AAA2' },
      ts: '1736478632.000100',
    }),
  ];

  const skipped = await readMessages(system);
  const carried = await readMessages(system, { systemMessages: 'text' });

  expect(skipped.messages).toEqual([]);
  expect(skipped.filtered).toEqual({
    'subtype is channel_join, and systemMessages is skip': 1,
    'subtype is channel_topic, and systemMessages is skip': 1,
    'subtype is huddle_thread, and systemMessages is skip': 1,
  });
  expect(carried.messages).toMatchObject([
    { data: { text: '<@uid:u0aaa1> has joined', metadata: { slackSubtype: 'channel_join' } } },
    { data: { text: 'set the topic' } },
    { sender: 'u0aaa2', data: { text: '(huddle_thread)' } },
  ]);
});

test('a log of an edit is not a message', async () => {
  const all = await readMessages([
    message(),
    message({ subtype: 'message_changed', ts: '1736478631.000100' }),
    message({ subtype: 'message_deleted', ts: '1736478632.000100' }),
  ]);

  expect(all.messages).toHaveLength(1);
  expect(all.notCarried.map(({ type, subtype }) => [type, subtype])).toEqual([
    ['edits', 'message_changed'],
    ['edits', 'message_deleted'],
  ]);
});

function bot(fields: object, second: number): object {
  return message({
    subtype: 'bot_message',
    user: undefined,
    ts: `173647863${second}.000100`,
    ...fields,
  });
}

test('bots are found by their id, described by the message, or are one unknown bot', async () => {
  const all = await readMessages([
    bot({ bot_id: 'B0BOT1', username: 'CI #4' }, 1),
    bot(
      {
        bot_id: 'B7',
        bot_profile: { id: 'B7', name: 'Hook', icons: { image_72: 'https://i.example/h.png' } },
      },
      2,
    ),
    bot({ bot_id: 'B8', username: 'Named' }, 3),
    bot({ bot_id: null, username: 'Nobody' }, 4),
    message({ user: 'U0BOT1', bot_id: 'B0BOT1', ts: '1736478635.000100' }),
  ]);

  expect(all.messages.map(({ sender }) => sender)).toEqual([
    'u0bot1',
    'b7',
    'b8',
    'slack-bot',
    'u0bot1',
  ]);
  expect(all.users.slice(users.length)).toMatchObject([
    { uid: 'u0gone' },
    { uid: 'b7', name: 'Hook', avatar: 'https://i.example/h.png', tags: ['bot'] },
    { uid: 'b8', name: 'Named', tags: ['bot'] },
    { uid: 'slack-bot', name: 'Bot', tags: ['bot'] },
  ]);
});

test('messages of bots can be left out', async () => {
  const all = await readMessages(
    [message(), message({ subtype: 'bot_message', bot_id: 'B1', ts: '1736478631.000100' })],
    { bots: 'skip' },
  );

  expect(all.messages).toHaveLength(1);
  expect(all.filtered).toEqual({ 'a bot wrote it, and bots is skip': 1 });
});

test('of bots are what their accounts and Slackbot wrote; what a person did with a bot is not', async () => {
  const listed = [{ id: 'U0AAA1' }, { id: 'U0BOT1', is_bot: true }];
  const all = await readMessages(
    [
      message({ user: 'U0BOT1', text: 'without the id of the bot' }),
      message({ user: 'USLACKBOT', subtype: 'slackbot_response', text: 'an answer' }),
      message({ subtype: 'bot_add', bot_id: 'B0BOT1', text: 'added an integration' }),
      message({ subtype: 'channel_join', user: 'U0BOT1', text: 'joined' }),
    ].map((each, index) => ({ ...each, ts: `173647863${index}.000100` })),
    { bots: 'skip', systemMessages: 'text' },
    { users: listed },
  );

  expect(textsOf(all)).toEqual(['added an integration']);
  expect(all.filtered).toEqual({ 'a bot wrote it, and bots is skip': 3 });
});

test('a comment on a file is sent by its author, with its reactions', async () => {
  const all = await readMessages([
    message({
      subtype: 'file_comment',
      user: undefined,
      text: 'x',
      comment: { user: 'U0AAA2', comment: 'Nice', reactions: [{ name: '+1', users: ['U0AAA1'] }] },
    }),
  ]);

  expect(all.messages).toMatchObject([{ sender: 'u0aaa2', data: { text: 'Nice' } }]);
  expect(all.reactions).toMatchObject([{ uid: 'u0aaa1', reaction: ':+1:' }]);
});

test('reactions count once a user and emoji, and a user who only reacted is created', async () => {
  const reactions = [
    { name: 'clap', users: ['U0AAA2', 'U0ONLY'], count: 2 },
    { name: 'clap::skin-tone-5', users: ['U0AAA2'], count: 1 },
    { name: 'tada', users: ['U0AAA2'], count: 40 },
  ];

  const join = message({ subtype: 'channel_join', ts: '1736478632.000100', reactions });

  const all = await readMessages([message({ reactions }), join]);

  expect(all.reactions.map(({ reaction, uid, muid }) => [reaction, uid, muid])).toEqual([
    [':clap:', 'u0aaa2', all.messages[0]!['muid']],
    [':tada:', 'u0aaa2', all.messages[0]!['muid']],
  ]);
  expect(all.notCarried.map(({ emoji, uid, reason }) => [emoji, uid, reason])).toEqual([
    ['clap', 'U0ONLY', 'the user is not a member of the group'],
    ['clap', 'U0AAA2', 'the message is filtered'],
    ['clap', 'U0ONLY', 'the message is filtered'],
    ['tada', 'U0AAA2', 'the message is filtered'],
  ]);
  expect(all.users.map(({ uid }) => uid)).toContain('u0only');
  expect(all.account.notes).toContainEqual({
    subject: 'reactions',
    fact: 'of users whom the export does not name',
    count: 78,
  });
});

test('a broken element spoils only itself, and is rejected with its number and text', async () => {
  const text = JSON.stringify(
    [message(), message({ ts: '1736478632.000100' })],
    undefined,
    1,
  ).replace(' {\n  "type"', ' {"ts": oops, "token": "xoxp-1-secret"},\n null,\n {\n  "type"');

  const all = await readMessages(text);

  expect(all.messages).toHaveLength(2);
  expect(all.rejected.map(({ file, line, codes }) => [file, line, codes])).toEqual([
    ['general/2025-01-10.json', 1, ['bad-json']],
    ['general/2025-01-10.json', 2, ['not-an-object']],
  ]);
  expect(all.rejected[0]!.row).toContain('oops');
  expect(all.everything).not.toContain('xoxp-1');
});

test.each([0, 5 * 1024 * 1024])(
  'a message with bytes that are not UTF-8 is carried with a warning, in a file with %i more bytes',
  async (more) => {
    const messages = `${JSON.stringify([message({ text: 'caf\u{E9}' })])}${' '.repeat(more)}`;
    const all = await readFiles({
      'users.json': '[]',
      'channels.json': JSON.stringify([general]),
      'general/2025-01-10.json': Buffer.from(messages, 'latin1'),
    });

    expect(textsOf(all)).toEqual(['caf\u{FFFD}']);
    expect(all.rejected).toEqual([]);
    expect(all.warnings).toEqual(['replacement-character data.text']);
  },
);

test('a message without a ts is rejected', async () => {
  const all = await readMessages([message({ ts: undefined }), message({ ts: 'now', text: 'x' })]);

  expect(all.messages).toEqual([]);
  expect(all.rejected.map(({ line }) => line)).toEqual([1, 2]);
});

test('a rejected message is kept as the export contains it, without tokens', async () => {
  const url = 'https://files.slack.com/a.png?t=xoxe-secret';
  const late = message({ ts: '2524608000.000100', team: 'T1', files: [{ url_private: url }] });

  const all = await readMessages([message(), late]);

  expect(all.rejected).toMatchObject([{ file: 'general/2025-01-10.json', line: 2 }]);
  expect(JSON.parse(all.rejected[0]!.row)).toMatchObject({ ts: late['ts'], team: 'T1' });
  expect(all.everything).not.toContain('xoxe');
});

test('every message is a row, a reject or filtered', async () => {
  const all = await readMessages([...day, null, message({ ts: 'x' })]);

  const filtered = Object.values(all.filtered).reduce((sum, count) => sum + count, 0);
  const { count } = all.account.records.find(({ type }) => type === 'messages')!;
  expect(all.messages.length + all.rejected.length + filtered).toBe(count);
});

test('applications keep the name of each message, and a person has no other name', async () => {
  const all = await readMessages([
    message({ bot_id: null, username: 'mira' }),
    message({ bot_id: 'B1', username: 'CI', ts: '1736478631.000100' }),
    bot({ username: 'hook A' }, 2),
    bot({ username: 'hook B' }, 3),
  ]);

  expect(all.messages.map(({ data }) => (data as { metadata?: unknown }).metadata)).toEqual([
    undefined,
    { username: 'CI' },
    { username: 'hook A' },
    { username: 'hook B' },
  ]);
});
