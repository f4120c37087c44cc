import { readFiles } from '../../read-files.ts';
import type { WholeExport } from '../../read-all.ts';

const ann = 'Ann B@acme.test';
const pairUrl = 'sendbird_group_channel_1_aa';

/** The example of the description of data exports. */
export const users = {
  active_users: [
    {
      has_ever_logged_in: true,
      user_id: ann,
      is_active: true,
      profile_url: '',
      metadata: { tier: 'gold' },
      last_seen_at: '1969-12-31 23:59:59+0000',
      nickname: '',
      access_token: 'secret-1',
      session_tokens: ['secret-2'],
    },
    {
      user_id: 'theo',
      is_active: false,
      profile_url: 'https://img.example/t.png',
      nickname: 'Theo',
      metadata: {},
    },
  ],
};

export const channels = {
  group_channels: [
    {
      name: '',
      channel_url: pairUrl,
      cover_url: '',
      created_at: 1736855603,
      custom_type: '',
      is_distinct: true,
      is_public: false,
      is_super: false,
      data: '',
      member_count: 2,
      joined_member_count: 2,
      members: [
        { name: '', user_id: ann, is_active: true, image: '', is_bot: false },
        { name: 'Theo', user_id: 'theo', is_active: false, image: '', is_bot: false },
      ],
      read_receipt: {},
      last_message: {
        message_id: 10463405355,
        type: 'MESG',
        message: 'copy, do not import',
        created_at: 1736856656811,
      },
    },
    {
      name: 'Support',
      channel_url: 'order_17',
      created_at: 1736800000,
      is_distinct: false,
      is_public: true,
      data: '{"order":17}',
      member_count: 150,
      joined_member_count: 149,
      members: [{ name: 'Theo', user_id: 'theo', image: '' }],
    },
  ],
};

export const messages = {
  messages: [
    {
      type: 'MESG',
      message_id: 10463242990,
      message: 'hi @Theo',
      custom_type: '',
      created_at: 1736855618748,
      channel_url: pairUrl,
      updated_at: 1736855700000,
      mentioned_users: [{ user_id: 'theo', nickname: 'Theo' }],
      mention_type: 'users',
      is_removed: false,
      data: '',
      file: {},
      user: { user_id: ann, nickname: '', profile_url: '', metadata: {} },
      reactions: [{ key: 'emoji_smile', user_ids: ['theo'], updated_at: 1736855800000 }],
    },
    {
      type: 'FILE',
      message_id: 10463242991,
      message: '',
      created_at: 1736855618749,
      channel_url: pairUrl,
      updated_at: 0,
      is_removed: false,
      parent_message_id: 10463242990,
      data: 'not json',
      custom_type: 'voice',
      file: {
        url: 'https://file.example.sendbird.test/a.m4a?auth=secret-3',
        name: 'a.m4a',
        type: 'audio/mp4',
        size: 5120,
      },
      user: { user_id: 'theo', nickname: 'Theo' },
    },
    {
      type: 'ADMM',
      message_id: 10463242992,
      message: 'Theo joined',
      created_at: 1736855618750,
      channel_url: 'order_17',
      updated_at: 0,
      is_removed: false,
      data: '',
      file: {},
    },
    {
      type: 'MESG',
      message_id: 10463242993,
      message: 'oops',
      created_at: 1736855618751,
      channel_url: 'order_17',
      updated_at: 0,
      is_removed: true,
      data: '',
      file: {},
      user: { user_id: 'left-user', nickname: 'Lee' },
    },
  ],
  channel: { channel_url: 'order_17', name: 'Support', created_at: 1736800000 },
};

export const example: Readonly<Record<string, string>> = {
  'users.json': JSON.stringify(users),
  'channels.json': JSON.stringify(channels),
  'messages.json': JSON.stringify(messages),
};

/** A message in a channel that is not described. */
export function message(fields: object = {}): object {
  return {
    type: 'MESG',
    message_id: 1,
    message: 'hello',
    created_at: 1736855618748,
    channel_url: 'town',
    updated_at: 0,
    is_removed: false,
    data: '',
    file: {},
    user: { user_id: 'mira', nickname: 'Mira' },
    ...fields,
  };
}

export async function readWith(
  list: readonly object[],
  {
    options = {},
    groups = [],
    files = {},
  }: {
    readonly options?: object;
    readonly groups?: readonly object[];
    readonly files?: object;
  } = {},
): Promise<WholeExport> {
  return readFiles(
    {
      'channels.json': JSON.stringify({ group_channels: groups }),
      'messages.json': JSON.stringify({ messages: list }),
      ...Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]),
      ),
    },
    options,
  );
}

/** A channel with members. */
export function channel(url: string, people: readonly string[], fields: object = {}): object {
  return {
    channel_url: url,
    name: '',
    cover_url: '',
    is_distinct: false,
    member_count: people.length,
    members: people.map((user_id) => ({ user_id, nickname: user_id, state: 'joined' })),
    ...fields,
  };
}
