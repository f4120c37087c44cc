import { expect, test } from 'vitest';
import { example as discordExample } from './systems/discord/example.ts';
import { example as matrixExample, page } from './systems/matrix/example.ts';
import { exampleLines, partsOf as mattermostParts } from './systems/mattermost/example.ts';
import { example as pubnubExample } from './systems/pubnub/example.ts';
import { readFiles } from './read-files.ts';
import { bytesOf, collections } from './systems/rocketchat/example.ts';
import { example as sendbirdExample } from './systems/sendbird/example.ts';
import { lists } from './systems/service/example.ts';
import { exampleParts, slackParts } from './systems/slack/example.ts';
import { channelExport, lines } from './systems/stream/example.ts';
import { account, example as telegramExample } from './systems/telegram/example.ts';
import { example as twilioExample, user as twilioUser } from './systems/twilio/example.ts';
import { example as xmppExample } from './systems/xmpp/example.ts';
import type { ZipPart } from './zip-file.ts';
import { partsOf as zulipParts } from './systems/zulip/example.ts';

type Files = Readonly<Record<string, string>>;

const filesOf = (parts: readonly ZipPart[]): Files =>
  Object.fromEntries(parts.map(({ name, text }) => [name, text]));
const json = (contents: Readonly<Record<string, unknown>>): Files =>
  Object.fromEntries(
    Object.entries(contents).map(([name, content]) => [name, JSON.stringify(content)]),
  );

const exports: Readonly<Record<string, Files>> = {
  Slack: filesOf(exampleParts),
  Mattermost: filesOf(mattermostParts(exampleLines)),
  Zulip: filesOf(zulipParts()),
  'Rocket.Chat': Object.fromEntries(
    Object.entries(collections).map(([name, documents]) => [
      `${name}.jsonl`,
      bytesOf(documents, 'lines').toString(),
    ]),
  ),
  'Stream, a channel': json({ 'a.json': channelExport }),
  'Stream, lines': { 'a.jsonl': lines('item') },
  Sendbird: sendbirdExample,
  Twilio: { ...twilioExample, ...json({ 'users.json': { users: [twilioUser(1, 'nia')] } }) },
  PubNub: pubnubExample,
  'the service itself': json(lists),
  Discord: json({ 'a.json': discordExample }),
  'Telegram, a chat': json({ 'result.json': telegramExample }),
  'Telegram, an account': json({ 'result.json': account([telegramExample]) }),
  Matrix: json({ 'a.json': page(matrixExample) }),
  XMPP: { 'a.xml': xmppExample },
};

/** UNIX times of our years, in any unit; neither ids nor telephone numbers. */
const numbers = /(?<![+\w]|"id": ?)1([4-7])(?=\d{8})/g;

/** Clocks that are a century late, and others that are decades early. */
const clocks: Readonly<Record<string, (text: string) => string>> = {
  future: (text) =>
    text.replaceAll(/\b20[0-2]\d-(?=[01]\d-[0-3]\d[T ])/g, '2124-').replaceAll(numbers, '4$1'),
  past: (text) =>
    text.replaceAll(/\b20[0-2]\d-(?=[01]\d-[0-3]\d[T ])/g, '1994-').replaceAll(numbers, '9'),
};

test.each(Object.entries(exports))(
  'no person, conversation or membership of %s is lost when all clocks are wrong',
  async (_, files) => {
    const right = await readFiles(files);
    const people = (found: typeof right): unknown => ({
      users: found.users.map(({ uid, name }) => [uid, name]),
      groups: found.groups.map(({ guid }) => guid),
      members: found.members.map(({ memberId }) => memberId),
      deactivated: Object.keys(found.deactivated),
    });

    for (const [clock, change] of Object.entries(clocks)) {
      const changed = Object.entries(files).map(([name, text]) => [name, change(text)]);
      const wrong = await readFiles(Object.fromEntries(changed) as Files);

      expect([clock, people(wrong)]).toEqual([clock, people(right)]);
    }
  },
);

const user = (id: string, more: object): object => ({
  id,
  name: id,
  profile: { real_name: id },
  ...more,
});

test('a deleted user of Slack stays deactivated, whatever the latest message says', async () => {
  const users = [
    user('U1', { deleted: true }),
    user('U2', { deleted: true, updated: 4_102_444_800 }),
    user('U3', { deleted: true, updated: 1_600_000_000 }),
  ];
  const days = [
    { type: 'message', user: 'U1', text: 'before', ts: '1736478630.905000' },
    { type: 'message', user: 'U2', text: 'a clock in 2100', ts: '4102444800.000000' },
  ];
  const parts = slackParts({ 'général/2025-01-10': days }, { users });

  const { users: found, deactivated, dropped, rejected } = await readFiles(filesOf(parts));

  expect(found.map(({ uid }) => uid)).toEqual(expect.arrayContaining(['u1', 'u2', 'u3']));
  expect(deactivated).toEqual({ u1: 1_000_000_000, u2: 1_000_000_000, u3: 1_600_000_000 });
  expect(dropped).toEqual(['u1 deactivatedAt future-time', 'u2 deactivatedAt future-time']);
  expect(rejected.map(({ codes }) => codes)).toEqual([['future-time']]);
});
