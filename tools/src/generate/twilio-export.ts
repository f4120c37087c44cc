import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Writes lists of Twilio: a file with the messages of each conversation. Memory use does not grow with the messages. */
export async function writeTwilioExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    const ids = Array.from({ length: size.channels }, (_, index) => index);
    const lists = {
      users: Array.from({ length: size.users }, (_, id) => userOf(id, size)),
      conversations: ids.map((id) => conversationOf(id, size)),
      participants: ids.flatMap((id) => participantsOf(id, size)),
    };
    for (const [key, list] of Object.entries(lists))
      add(`${key}.json`, () => [JSON.stringify({ [key]: list, meta: { key } })]);
    for (const id of ids)
      add(`conversations/${sid('CH', id)}/messages.json`, () => messagesOf(id, size));
  });
}

function sid(kind: string, number: number): string {
  return `${kind}${number.toString(16).padStart(32, '0')}`;
}

function iso(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace('.000', '');
}

function userOf(id: number, { now }: SlackSize): object {
  return {
    sid: sid('US', id),
    chat_service_sid: sid('IS', 1),
    identity: `User.${id}`,
    friendly_name: `User ${id}`,
    attributes: `{"team":${id % 10}}`,
    date_created: iso(now - 1000 * DAY),
  };
}

function conversationOf(id: number, { now }: SlackSize): object {
  return {
    sid: sid('CH', id),
    chat_service_sid: sid('IS', 1),
    friendly_name: `Conversation ${id}`,
    unique_name: null,
    attributes: '{}',
    state: id % 5 === 0 ? 'closed' : 'active',
    date_created: iso(now - 900 * DAY),
  };
}

function membersOf(id: number, { users, channels }: SlackSize): number[] {
  const people = Math.max(1, Math.floor((users * 3) / channels));
  return Array.from({ length: people }, (_, index) => (id * people + index) % users);
}

/** The identity of a user: for one user in ten a phone number, as for participants of text messages. */
function authorOf(user: number): string {
  return user % 10 === 9 ? `+1555${String(user).padStart(7, '0')}` : `User.${user}`;
}

function participantsOf(id: number, size: SlackSize): object[] {
  return membersOf(id, size).map((user) => {
    const author = authorOf(user);
    const isAddress = author.startsWith('+');
    return {
      sid: sid('MB', id * size.users + user),
      conversation_sid: sid('CH', id),
      identity: isAddress ? null : author,
      messaging_binding: isAddress ? { type: 'sms', address: author } : null,
      attributes: '{}',
      date_created: iso(size.now - 800 * DAY),
    };
  });
}

function* messagesOf(id: number, size: SlackSize): Generator<string> {
  const { channels, messages, seed, now } = size;
  const random = new Random(seed + id);
  const members = membersOf(id, size);
  const own = Math.floor((messages + id) / channels);
  yield '{"messages":[';
  for (let number = 0; number < own; number++) {
    const time = iso(now - 100 * DAY + (number / own) * 99 * DAY);
    const message = {
      sid: sid('IM', number * channels + id),
      account_sid: sid('AC', 1),
      conversation_sid: sid('CH', id),
      index: number,
      author: number % 50 === 49 ? 'system' : authorOf(random.pick(members)),
      body: random.pick(sentences),
      media:
        number % 40 === 0
          ? [
              {
                sid: sid('ME', number * channels + id),
                content_type: 'image/png',
                filename: `${number}.png`,
                size: 5120,
              },
            ]
          : null,
      attributes: number % 7 === 0 ? `{"number":${number}}` : '{}',
      participant_sid: number % 50 === 49 ? null : sid('MB', 1),
      date_created: time,
      date_updated: time,
      delivery: null,
      links: { delivery_receipts: 'https://conversations.example/receipts' },
    };
    yield `${number === 0 ? '' : ','}${JSON.stringify(message)}`;
  }
  yield '],"meta":{"key":"messages","next_page_url":null}}';
}
