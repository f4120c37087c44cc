import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

export const deck = '900000000000000010';
export const deckFile = `Harbour - Crew - deck [${deck}].json`;

export function user(id: number, name: string, fields: object = {}): object {
  const nickname = name;
  const avatarUrl = `https://cdn.discordapp.com/avatars/${id}/a.png?size=512`;
  const own = { id: `80000000000000000${id}`, name, nickname, discriminator: '0000', avatarUrl };
  return { ...own, color: null, isBot: false, roles: [], ...fields };
}

export const ann = user(1, 'ann', { nickname: 'Ann A', avatarUrl: 'deck_Files\\ann.png' });
export const bo = user(2, 'bo', { nickname: 'Bo' });

/** @param id the last digits */
export function message(id: number, fields: object = {}): object {
  return {
    id: String(950_000_000_000_000_000n + BigInt(id)),
    type: 'Default',
    timestamp: '2025-05-01T10:00:00.123+02:00',
    timestampEdited: null,
    callEndedTimestamp: null,
    isPinned: false,
    content: 'hello',
    author: ann,
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
    inlineEmojis: [],
    ...fields,
  };
}

/** @param id the last digits */
export function channelFile(
  messages: readonly object[],
  fields: object = {},
  more: object = {},
): object {
  return {
    guild: { id: '900000000000000001', name: 'Harbour', iconUrl: 'https://cdn.example/i.png' },
    channel: {
      id: deck,
      type: 'GuildTextChat',
      categoryId: '900000000000000002',
      category: 'Crew',
      name: 'deck',
      topic: null,
      ...fields,
    },
    dateRange: { after: null, before: null },
    exportedAt: '2025-05-05T12:00:00.1+02:00',
    messages,
    messageCount: messages.length,
    ...more,
  };
}

export const emoji = { id: '', name: '👍', code: 'thumbsup', isAnimated: false, imageUrl: 'x.svg' };

/** The example of the exporter's description. */
export const example = channelFile([
  message(1, {
    isPinned: true,
    content: '@Bo see :anchor: chart',
    attachments: [
      {
        id: '960000000000000001',
        url: 'deck_Files\\chart%201.png',
        fileName: 'chart 1.png',
        fileSizeBytes: 99,
      },
    ],
    reactions: [{ emoji, count: 2, users: [bo] }],
    mentions: [bo],
  }),
  message(2, {
    type: 'Reply',
    timestamp: '2025-05-01T10:01:00+02:00',
    timestampEdited: '2025-05-01T10:02:00+02:00',
    content: '',
    author: user(3, 'Deleted User'),
    stickers: [{ id: '970000000000000001', name: 'wave', format: 'Png', sourceUrl: 'w.png' }],
    reference: { messageId: '949999999999999999', channelId: deck, guildId: '900000000000000001' },
  }),
  message(3, {
    type: 'ChannelPinnedMessage',
    timestamp: '2025-05-01T10:03:00+02:00',
    content: 'Pinned a message.',
    reference: { messageId: '950000000000000001', channelId: deck },
  }),
  message(4, {
    type: '20',
    timestamp: '2025-05-01T10:04:00+02:00',
    content: '',
    author: user(9, 'TideBot', { isBot: true, discriminator: '7777' }),
    embeds: [{ title: 'High tide', url: null, description: '14:20', images: [], fields: [] }],
    interaction: { id: '1', name: 'tide', user: bo },
  }),
]);

/** Reads one channel with these messages. */
export async function readWith(
  messages: readonly object[],
  { channel = {}, options = {} }: { readonly channel?: object; readonly options?: object } = {},
): Promise<WholeExport> {
  return await readFiles({ [deckFile]: channelFile(messages, channel) }, options);
}
