import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Writes a data export of Sendbird: a file with the messages of each channel. Memory use does not grow with the messages. */
export async function writeSendbirdExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    const ids = Array.from({ length: size.channels }, (_, index) => index);
    add('users.json', () => [JSON.stringify({ active_users: usersOf(size) })]);
    add('channels.json', () => [
      JSON.stringify({ group_channels: ids.map((id) => channelOf(id, size)) }),
    ]);
    for (const id of ids) add(`messages/channel-${id}.json`, () => messagesOf(id, size));
  });
}

function usersOf({ users }: SlackSize): object[] {
  return Array.from({ length: users }, (_, id) => ({
    ...personOf(id),
    is_active: id % 20 !== 19,
    metadata: {},
    access_token: 'x'.repeat(40),
  }));
}

function personOf(id: number): object {
  return {
    user_id: `User.${id}`,
    nickname: `User ${id}`,
    profile_url: `https://pics.example/${id}.png`,
  };
}

function membersOf(channel: number, { users, channels }: SlackSize): number[] {
  const people = Math.max(1, Math.floor((users * 3) / channels));
  return Array.from({ length: people }, (_, index) => (channel * people + index) % users);
}

function channelOf(id: number, size: SlackSize): object {
  const members = membersOf(id, size);
  return {
    channel_url: `channel-${id}`,
    name: `Channel ${id}`,
    cover_url: '',
    created_at: size.now - 900 * DAY,
    is_distinct: false,
    is_public: id % 3 === 0,
    member_count: members.length,
    members: members.map((each) => ({ ...personOf(each), state: 'joined', role: '' })),
  };
}

function* messagesOf(channel: number, size: SlackSize): Generator<string> {
  const { channels, messages, seed, now } = size;
  const random = new Random(seed + channel);
  const members = membersOf(channel, size);
  const own = Math.floor((messages + channel) / channels);
  yield '{"messages":[';
  for (let number = 0; number < own; number++) {
    const text = random.pick(sentences);
    const mentioned = personOf(members[0]!);
    const message = {
      type: 'MESG',
      message_id: 10_000_000_000 + number * channels + channel,
      message: number % 7 === 0 ? `@User ${members[0]} ${text}` : text,
      created_at: Math.floor((now - 100 * DAY + (number / own) * 99 * DAY) * 1000),
      channel_url: `channel-${channel}`,
      updated_at: 0,
      mentioned_users: number % 7 === 0 ? [mentioned] : [],
      is_removed: false,
      data: '',
      file: {},
      user: { ...personOf(random.pick(members)), metadata: {} },
      ...(number % 11 === 0
        ? { reactions: [{ key: 'wave', user_ids: [`User.${members[0]}`], updated_at: now * 1000 }] }
        : {}),
      translations: {},
    };
    yield `${number === 0 ? '' : ','}${JSON.stringify(message)}`;
  }
  yield `],"channel":${JSON.stringify(channelOf(channel, size))}}`;
}
