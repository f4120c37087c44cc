import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;
const EPOCH = 1_420_070_400;

/** The number of people who write in a channel: an export contains no other members. */
const PEOPLE = 75;

/** Writes channels in the form of DiscordChatExporter into a ZIP archive. Memory use does not grow with the messages. */
export async function writeDiscordExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    for (let id = 0; id < size.channels; id++)
      add(`Bulk - Texts - channel-${id} [${channelId(id)}].json`, () => channelOf(id, size));
  });
}

const MESSAGES_PER_PIECE = 500;

/** A Discord id (snowflake) for a time. @param low the low bits */
function idAt(seconds: number, low: number): string {
  return String((BigInt(Math.floor((seconds - EPOCH) * 1000)) << 22n) + BigInt(low % 2 ** 22));
}

function channelId(channel: number): string {
  return idAt(1_500_000_000, channel);
}

function userOf(id: number): object {
  return {
    id: idAt(1_450_000_000, id),
    name: `name${id}`,
    discriminator: '0000',
    nickname: `User ${id}`,
    color: '#3498DB',
    isBot: id % 50 === 49,
    roles: [{ id: idAt(1_450_000_000, 1), name: 'Member', color: null, position: 1 }],
    avatarUrl: `https://cdn.discordapp.com/avatars/${id}/a.png?size=512`,
  };
}

function* channelOf(channel: number, size: SlackSize): Generator<string> {
  const head = {
    guild: { id: '1', name: 'Bulk', iconUrl: 'https://cdn.discordapp.com/icons/1/a.png' },
    channel: {
      id: channelId(channel),
      type: 'GuildTextChat',
      categoryId: '2',
      category: 'Texts',
      name: `channel-${channel}`,
      topic: sentences[channel % sentences.length],
    },
    dateRange: { after: null, before: null },
    exportedAt: new Date(size.now * 1000).toISOString(),
  };
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "messages": [\n`;
  let pieces: string[] = [];
  let messages = 0;
  for (const message of messagesOf(channel, size)) {
    pieces.push(`${messages++ === 0 ? '' : ',\n'}${JSON.stringify(message, undefined, 2)}`);
    if (pieces.length < MESSAGES_PER_PIECE) continue;
    yield pieces.join('');
    pieces = [];
  }
  yield `${pieces.join('')}\n  ],\n  "messageCount": ${messages}\n}\n`;
}

function* messagesOf(
  channel: number,
  { users, channels, messages, seed, now }: SlackSize,
): Generator<object> {
  const random = new Random(seed + channel);
  for (let id = channel; id < messages; id += channels) {
    const seconds = now - 100 * DAY + (id / messages) * 99 * DAY;
    const text = random.pick(sentences);
    const mentioned = (channel * 37 + (id % PEOPLE)) % users;
    const isMention = id % 7 === 0;
    yield {
      id: idAt(seconds, id),
      type: 'Default',
      timestamp: new Date(seconds * 1000).toISOString(),
      timestampEdited: null,
      callEndedTimestamp: null,
      isPinned: false,
      content: isMention ? `@User ${mentioned} ${text}` : text,
      author: userOf((channel * 37 + random.between(0, PEOPLE - 1)) % users),
      attachments: [],
      embeds: [],
      stickers: [],
      reactions:
        id % 11 === 0
          ? [{ emoji: { id: '', name: '👍' }, count: 2, users: [userOf(mentioned)] }]
          : [],
      mentions: isMention ? [userOf(mentioned)] : [],
      inlineEmojis: [],
    };
  }
}
