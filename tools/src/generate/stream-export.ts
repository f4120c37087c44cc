import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Writes channel exports of Stream, one file for each channel, into a ZIP archive. Memory use does not grow with the messages. */
export async function writeStreamExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    for (let channel = 0; channel < size.channels; channel++)
      add(`channel-${channel}.json`, () => piecesOf(channel, size));
  });
}

function userOf(id: number, { users, now }: SlackSize): object {
  return {
    id: `User-${id % users}`,
    name: `User ${id % users}`,
    role: 'user',
    created_at: timeOf(now - 1000 * DAY),
    updated_at: timeOf(now - 30 * DAY),
    image: `https://pics.example/${id % users}.png`,
  };
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('Z', '456Z');
}

function* piecesOf(channel: number, size: SlackSize): Generator<string> {
  const { users, channels, messages, seed, now } = size;
  const cid = `team:channel-${channel}`;
  const random = new Random(seed + channel);
  const described = {
    cid,
    id: `channel-${channel}`,
    type: 'team',
    name: `Channel ${channel}`,
    created_by: userOf(channel, size),
    created_at: timeOf(now - 900 * DAY),
  };
  const people = Math.max(1, Math.floor((users * 3) / channels));
  const first = channel * people;
  const members = Array.from({ length: people }, (_, index) => {
    const user = userOf(first + index, size);
    return { user_id: `User-${(first + index) % users}`, user, channel_role: 'channel_member' };
  });
  yield `{"channel":${JSON.stringify(described)},"members":${JSON.stringify(members)},"messages":[`;
  const own = Math.floor((messages + channel) / channels);
  for (let number = 0; number < own; number++) {
    const sender = userOf(first + random.between(0, people - 1), size);
    const text = random.pick(sentences);
    const message = {
      id: `c${channel}-m${number}`,
      cid,
      type: 'regular',
      text: number % 7 === 0 ? `@User ${first % users} ${text}` : text,
      html: `<p>${text}</p>`,
      user: sender,
      attachments: [],
      latest_reactions: number % 11 === 0 ? [{ type: 'love', user: sender }] : [],
      mentioned_users: number % 7 === 0 ? [userOf(first, size)] : [],
      created_at: timeOf(now - 100 * DAY + (number / own) * 99 * DAY),
      updated_at: timeOf(now - DAY),
    };
    yield `${number === 0 ? '' : ','}${JSON.stringify(message)}`;
  }
  yield ']}';
}
