import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

const channel = {
  cid: 'messaging:!members-Ab9',
  id: '!members-Ab9',
  type: 'messaging',
  created_by: {
    id: 'Mira@acme',
    role: 'user',
    name: 'Mira',
    image: 'https://img.example/m.png',
    created_at: '2024-09-18T09:39:02.302556Z',
    updated_at: '2025-01-23T12:30:02Z',
    shoe_size: 38,
  },
  created_at: '2025-01-23T13:05:35.310709Z',
  frozen: false,
  member_count: 2,
};

const members = [
  {
    user_id: 'Mira@acme',
    user: { id: 'Mira@acme', name: 'Mira' },
    role: 'owner',
    channel_role: 'channel_member',
    created_at: '2025-01-23T13:05:35.3Z',
    banned: false,
  },
  {
    user_id: 'theo',
    user: { id: 'theo', deleted_at: '2025-02-01T00:00:00Z' },
    role: 'member',
    channel_role: 'channel_member',
    created_at: '2025-01-23T13:05:35.3Z',
    banned: true,
  },
];

/** The example of the description of the export of a channel. */
export const channelExport = {
  channel,
  members,
  messages: [
    {
      id: 'Mira@acme-1',
      text: 'hi @Theo L',
      html: '<p>hi</p>',
      type: 'regular',
      user: { id: 'Mira@acme', name: 'Mira' },
      mentioned_users: [{ id: 'theo', name: 'Theo L' }],
      attachments: [
        {
          type: 'image',
          image_url: 'https://us-east.stream-io-cdn.example/1/a.png?Expires=1&Signature=secret-1',
          title: 'a.png',
          file_size: 120,
          mime_type: 'image/png',
        },
        {
          type: 'image',
          og_scrape_url: 'https://news.example/1',
          title_link: 'https://news.example/1',
        },
      ],
      latest_reactions: [
        {
          message_id: 'Mira@acme-1',
          type: 'love',
          user_id: 'theo',
          score: 1,
          created_at: '2025-01-23T13:06:00Z',
        },
      ],
      reaction_counts: { love: 14 },
      pinned: true,
      pinned_at: '2025-01-24T00:00:00Z',
      pinned_by: { id: 'theo' },
      created_at: '2025-01-23T13:05:35.491258Z',
      updated_at: '2025-01-23T13:06:00Z',
      deleted_at: null,
      cid: channel.cid,
    },
    {
      id: 'r1',
      text: '',
      type: 'reply',
      parent_id: 'Mira@acme-1',
      show_in_channel: true,
      user: { id: 'theo' },
      attachments: [{ type: 'giphy', giphy: { original: { url: 'https://g.example/x.gif' } } }],
      created_at: '2025-01-23T13:05:35.900000001Z',
      cid: channel.cid,
    },
    {
      id: 'd1',
      text: 'secret',
      type: 'deleted',
      user: { id: 'theo' },
      created_at: '2025-01-23T13:07:00Z',
      deleted_at: '2025-01-23T13:08:00Z',
      cid: channel.cid,
    },
  ],
};

/** The example of the description of imports. */
export const records: readonly (readonly [type: string, record: object])[] = [
  [
    'user',
    {
      id: 'theo',
      name: 'Theo',
      role: 'user',
      blocked_user_ids: ['ann'],
      deactivated_at: '2025-02-01T00:00:00Z',
    },
  ],
  ['channel', { member_ids: ['theo', 'ann'], type: 'messaging', created_by: 'theo' }],
  [
    'member',
    {
      channel_type: 'messaging',
      channel_member_ids: ['ann', 'theo'],
      user_id: 'ann',
      channel_role: 'channel_moderator',
    },
  ],
  [
    'channel_member',
    { channel_type: 'messaging', channel_member_ids: ['theo', 'ann'], user_id: 'theo' },
  ],
  [
    'message',
    {
      id: 'm1',
      channel_type: 'messaging',
      channel_member_ids: ['theo', 'ann'],
      user: 'theo',
      type: 'regular',
      text: 'hey',
      mentioned_users_ids: ['ann'],
      created_at: '2025-01-01T00:00:00Z',
    },
  ],
  [
    'reaction',
    { message_id: 'm1', type: '+1', user_id: 'ann', created_at: '2025-01-01T00:00:05Z' },
  ],
  ['future_channel_ban', { created_by: 'theo', target_id: 'ann', shadow: true }],
  ['device', { id: 'secret-key', user_id: 'theo', push_provider_type: 'apn' }],
];

/** @param name of the field that has the record */
export function lines(name: 'item' | 'data', all: typeof records = records): string {
  return all.map(([type, record]) => `${JSON.stringify({ type, [name]: record })}\n`).join('');
}

/** A message in a public channel. */
export function message(fields: object = {}): object {
  return {
    id: 'm1',
    text: 'hello',
    type: 'regular',
    user: { id: 'mira', name: 'Mira' },
    cid: 'livestream:town',
    attachments: [],
    created_at: '2025-01-23T13:05:35Z',
    ...fields,
  };
}

export async function readWith(
  messages: readonly object[],
  { options = {}, around = {} }: { readonly options?: object; readonly around?: object } = {},
): Promise<WholeExport> {
  const town = {
    cid: 'livestream:town',
    id: 'town',
    type: 'livestream',
    created_by: { id: 'mira', name: 'Mira' },
    created_at: '2025-01-01T00:00:00Z',
  };
  const people = ['mira', 'theo'].map((id) => ({ user_id: id, channel_role: 'channel_member' }));
  return readFiles(
    { 'a.json': JSON.stringify({ channel: town, members: people, messages, ...around }) },
    options,
  );
}
