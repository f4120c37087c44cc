import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

/** A SID with a kind and a number. */
export function sid(kind: string, number: number): string {
  return `${kind}${String(number).padStart(32, '0')}`;
}

const conversation = sid('CH', 1);

/** The example of the description of the API. */
export const messages = {
  messages: [
    {
      sid: sid('IM', 1),
      account_sid: 'AC00000000000000000000000000000001',
      conversation_sid: conversation,
      index: 0,
      author: 'Nia@Example.org',
      body: 'Parcel 7 left the depot',
      media: null,
      attributes: '{"lang":"en"}',
      participant_sid: sid('MB', 1),
      date_created: '2024-03-01T09:00:00Z',
      date_updated: '2024-03-01T09:00:00Z',
      delivery: null,
    },
    {
      sid: sid('IM', 2),
      conversation_sid: conversation,
      index: 3,
      author: '+15550100042',
      body: null,
      attributes: '{}',
      participant_sid: sid('MB', 2),
      media: [
        {
          sid: sid('ME', 1),
          content_type: 'image/jpeg',
          filename: 'door.jpg',
          size: 5120,
        },
      ],
      date_created: '2024-03-01T09:00:00Z',
      date_updated: '2024-03-01T09:05:00Z',
      delivery: { total: 1, read: 'all' },
    },
    {
      sid: sid('IM', 3),
      conversation_sid: conversation,
      index: 4,
      author: 'system',
      body: 'Case closed',
      media: null,
      attributes: 'not json',
      participant_sid: null,
      date_created: '2024-03-01T09:10:00Z',
      date_updated: '2024-03-01T09:10:00Z',
      delivery: null,
    },
  ],
  meta: {
    page: 0,
    page_size: 50,
    key: 'messages',
    previous_page_url: null,
    next_page_url: null,
    url: 'https://conversations.example/v1/Conversations/CH1/Messages?Page=0',
  },
};

export const participants = {
  participants: [
    {
      sid: sid('MB', 1),
      conversation_sid: conversation,
      identity: 'Nia@Example.org',
      messaging_binding: null,
      role_sid: sid('RL', 1),
      attributes: '{}',
      date_created: '2024-03-01T08:59:00Z',
      last_read_message_index: 4,
    },
    {
      sid: sid('MB', 2),
      conversation_sid: conversation,
      identity: null,
      messaging_binding: {
        type: 'sms',
        address: '+15550100042',
        proxy_address: '+15550100001',
      },
      role_sid: sid('RL', 2),
      attributes: '{}',
      date_created: '2024-03-01T08:59:05Z',
      last_read_message_index: null,
    },
  ],
  meta: { page: 0, page_size: 50, key: 'participants', next_page_url: null },
};

export const example: Readonly<Record<string, string>> = {
  'messages-page-0.json': JSON.stringify(messages),
  'participants.json': JSON.stringify(participants),
};

/** The conversation of messages that name no other one. */
export const town = sid('CH', 7);

export function message(number: number, fields: object = {}): object {
  return {
    sid: sid('IM', number),
    conversation_sid: town,
    index: number - 1,
    author: 'mira',
    body: 'hello',
    media: null,
    attributes: '{}',
    participant_sid: sid('MB', 1),
    date_created: '2024-03-01T09:00:00Z',
    date_updated: '2024-03-01T09:00:00Z',
    ...fields,
  };
}

export function participant(number: number, identity: string | null, fields: object = {}): object {
  return {
    sid: sid('MB', number),
    conversation_sid: town,
    identity,
    messaging_binding: null,
    role_sid: null,
    date_created: '2024-03-01T08:00:00Z',
    ...fields,
  };
}

export function conversationAt(id: string, fields: object = {}): object {
  return {
    sid: id,
    chat_service_sid: sid('IS', 1),
    friendly_name: null,
    unique_name: null,
    attributes: '{}',
    state: 'active',
    date_created: '2024-02-01T00:00:00Z',
    date_updated: '2024-02-01T00:00:00Z',
    ...fields,
  };
}

export function user(number: number, identity: string, fields: object = {}): object {
  return {
    sid: sid('US', number),
    chat_service_sid: sid('IS', 1),
    identity,
    friendly_name: identity,
    attributes: '{}',
    date_created: '2024-01-01T00:00:00Z',
    ...fields,
  };
}

/** Reads lists of resources by their names, as merged arrays. */
export async function readLists(
  lists: Readonly<Record<string, readonly object[]>>,
  options: object = {},
): Promise<WholeExport> {
  const files = Object.entries(lists).map(([name, list]) => [`${name}.json`, JSON.stringify(list)]);
  return readFiles(Object.fromEntries(files) as Record<string, string>, options);
}
