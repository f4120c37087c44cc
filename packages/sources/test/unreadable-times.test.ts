import { expect, test } from 'vitest';
import { channelFile, message as discordMessage } from './systems/discord/example.ts';
import { page, text as matrixText } from './systems/matrix/example.ts';
import { post, withPosts } from './systems/mattermost/example.ts';
import { message as pubnubMessage } from './systems/pubnub/example.ts';
import { readFiles } from './read-files.ts';
import {
  message as rocketMessage,
  readWith as readRocketchat,
} from './systems/rocketchat/example.ts';
import { message as sendbirdMessage } from './systems/sendbird/example.ts';
import { message as serviceMessage, page as servicePage } from './systems/service/example.ts';
import { slackParts } from './systems/slack/example.ts';
import { message as streamMessage } from './systems/stream/example.ts';
import { chat, message as telegramMessage } from './systems/telegram/example.ts';
import { message as twilioMessage } from './systems/twilio/example.ts';
import type { WholeExport } from './read-all.ts';
import { archive, chat as xmppChat, host, result, server, user } from './systems/xmpp/example.ts';
import type { ZipPart } from './zip-file.ts';
import { message as zulipMessage, partsOf } from './systems/zulip/example.ts';

const filesOf = (parts: readonly ZipPart[]): Record<string, string> =>
  Object.fromEntries(parts.map(({ name, text }) => [name, text]));
const json = (value: unknown): string => JSON.stringify(value);
const day = (fields: object): object => ({ type: 'message', user: 'U0AAA1', text: 'x', ...fields });
const town = { cid: 'livestream:town', id: 'town', type: 'livestream' };
const account = (stamp: string): string =>
  user('ann', archive(result('a1', stamp, xmppChat('ann@h.example', 'bo@h.example', 'm1', 'x'))));

/** By system, an export with one message that has these fields. */
const exports: Record<string, (fields: object) => Promise<WholeExport>> = {
  Slack: (fields) => readFiles(filesOf(slackParts({ 'général/2025-01-10': [day(fields)] }))),
  Mattermost: (fields) => readFiles(filesOf(withPosts([post(fields)]))),
  Zulip: (fields) => readFiles(filesOf(partsOf([zulipMessage(fields)]))),
  Stream: (fields) =>
    readFiles({ 'a.json': json({ channel: town, messages: [streamMessage(fields)] }) }),
  Sendbird: (fields) =>
    readFiles({
      'channels.json': json({ group_channels: [] }),
      'messages.json': json({ messages: [sendbirdMessage(fields)] }),
    }),
  Twilio: (fields) =>
    readFiles({ 'a.json': json({ messages: [twilioMessage(1, fields)], meta: {} }) }),
  PubNub: (fields) => {
    const list = [pubnubMessage(1), pubnubMessage(2, fields)];
    return readFiles({ 'a.json': json({ status: 200, error: false, channels: { c: list } }) });
  },
  'the service itself': (fields) =>
    readFiles({ 'a.json': json(servicePage([serviceMessage(fields)])) }),
  Discord: (fields) => readFiles({ 'a.json': json(channelFile([discordMessage(1, fields)])) }),
  Telegram: (fields) => readFiles({ 'result.json': json(chat([telegramMessage(1, fields)])) }),
  Matrix: (fields) =>
    readFiles({ 'a.json': json(page([{ ...matrixText('$1', 1, 'x'), ...fields }])) }),
  XMPP: ({ stamp }: { stamp?: string }) =>
    readFiles({ 'a.xml': server(host('h.example', account(`T${stamp}`))) }),
  'Rocket.Chat': (fields) =>
    readRocketchat([rocketMessage(), rocketMessage({ _id: 'm2', ...fields })]),
};

test.each([
  ['Slack', 'ts'],
  ['Mattermost', 'create_at'],
  ['Zulip', 'date_sent'],
  ['Stream', 'created_at'],
  ['Sendbird', 'created_at'],
  ['Twilio', 'date_created'],
  ['PubNub', 'timetoken'],
  ['the service itself', 'sentAt'],
  ['Telegram', 'date_unixtime'],
  ['Matrix', 'origin_server_ts'],
  ['XMPP', 'stamp'],
  ['Rocket.Chat', 'ts'],
])(
  'a time of %s that cannot be read is reported under its own name, with its value',
  async (system, field) => {
    const { problems } = await exports[system]!({ [field]: 'yesterday' });

    expect(problems).toEqual([
      {
        code: 'bad-source-time',
        field,
        value: expect.stringContaining('yesterday') as string,
        message: expect.stringMatching(
          `^${field} is not a time that a message can have \\(${system} writes .+, such as .+\\)\\.$`,
        ) as string,
        fix: `Correct ${field} in the export, and plan again.`,
      },
    ]);
  },
);

test('a message of Stream without a time is rejected with what to write where', async () => {
  const { problems } = await exports['Stream']!({ created_at: undefined });

  expect(problems).toEqual([
    {
      code: 'missing-field',
      field: 'created_at',
      message: 'created_at is missing.',
      fix: 'Write the time of the message into created_at in the export, as a time with its zone, such as 2025-01-23T13:05:35Z, and plan again.',
    },
  ]);
});

test.each([17, 100_000_000_000])(
  'the time %d of a post of Mattermost is reported as it is written, and with the range of the service',
  async (time) => {
    const { problems } = await exports['Mattermost']!({ create_at: time });

    expect(problems).toEqual([
      {
        code: 'bad-source-time',
        field: 'create_at',
        value: String(time),
        message:
          'create_at is not a time that a message can have (Mattermost writes milliseconds since 1970, such as 1736478630500; the service takes times from 2001-09-09 on).',
        fix: 'Correct create_at in the export, and plan again.',
      },
    ]);
  },
);

test('where exports of Telegram have only local times, the fix is to set the zone', async () => {
  const fields = { date: '2019-03-01T10:01:00', date_unixtime: undefined };
  const exported = { 'result.json': json(chat([telegramMessage(1, fields)])) };

  const { problems } = await readFiles(exported);
  const withZone = await readFiles(exported, { zone: 'Europe/Oslo' });

  expect(problems.map(({ field, value, fix }) => [field, value, fix])).toEqual([
    [
      'date',
      '2019-03-01T10:01:00',
      'Set the zone of that machine in the configuration, such as `sources: { telegram: { zone: Europe/Oslo } }`, and plan again.',
    ],
  ]);
  expect(withZone.messages.map((each) => each['sentAt'])).toEqual([1_551_430_860]);
});

test('a time of Telegram with its zone needs no other', async () => {
  const times = ['2019-03-01T09:01:00Z', '2019-03-01T10:01:00+01:00'];
  for (const date of times) {
    const fields = { date, date_unixtime: undefined };
    const { messages } = await exports['Telegram']!(fields);

    expect(messages.map(({ sentAt }) => sentAt)).toEqual([1_551_430_860]);
  }
});

test('a record without what its system gives each has one problem, which does not speak of columns', async () => {
  const withoutUser = await exports['Mattermost']!({ user: undefined });
  const broken = await readFiles(filesOf(withPosts(['{"type":"post",'])));

  expect([withoutUser, broken].flatMap(({ problems }) => problems)).toEqual([
    {
      code: 'incomplete-record',
      message: 'The row lacks what every such record has, such as an id, a user or a conversation.',
      fix: 'Check whether the export is damaged or was changed. Complete the record there, and plan again.',
    },
    {
      code: 'bad-json',
      message: 'The row is not valid JSON.',
      fix: 'Correct the record in the export, or export it again, and plan again.',
    },
  ]);
  expect(withoutUser.rejected.map(({ row }) => JSON.parse(row) as object)).toMatchObject([
    { channel: 'town-square', message: 'Hi' },
  ]);
});
