import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

/** A timetoken: units of 100 nanoseconds. */
export function token(seconds: number, units = 0): string {
  return `${1_709_283_600 + seconds}${String(units).padStart(7, '0')}`;
}

export function message(seconds: number, fields: object = {}): object {
  return {
    message: { text: 'hello' },
    timetoken: token(seconds),
    uuid: 'mira',
    meta: null,
    message_type: null,
    ...fields,
  };
}

export async function readChannels(
  channels: Readonly<Record<string, readonly object[]>>,
  { options = {}, files = {} }: { readonly options?: object; readonly files?: object } = {},
): Promise<WholeExport> {
  return readFiles(
    {
      'messages.json': JSON.stringify({ status: 200, error: false, channels }),
      ...Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, JSON.stringify(content)]),
      ),
    },
    options,
  );
}

/** Answers with messages, and objects of App Context. */
export const example: Readonly<Record<string, string>> = {
  'messages.json': JSON.stringify({
    status: 200,
    error: false,
    error_message: '',
    channels: {
      'chat.room1': [
        {
          message: { text: 'Second @Theo', priority: 2, api_key: 'secret' },
          timetoken: token(5),
          uuid: 'Mira',
          meta: { mentionedUsers: { 0: { id: 'theo', name: 'Theo' } } },
          message_type: null,
          custom_message_type: 'note',
          actions: {
            reaction: { '👍': [{ uuid: 'theo', actionTimetoken: token(7) }] },
            receipt: { read: [{ uuid: 'theo', actionTimetoken: token(8) }] },
          },
        },
        { message: 'First', timetoken: token(0), uuid: 'theo', message_type: 0 },
        {
          message: { message: { text: 'See' }, file: { id: 'f-1', name: 'door.jpg' } },
          timetoken: token(6),
          uuid: 'theo',
          message_type: 4,
        },
        { message: 'typing', timetoken: token(6, 1), uuid: 'theo', message_type: 1 },
      ],
      PUBNUB_INTERNAL_THREAD_chat: [],
      [`PUBNUB_INTERNAL_THREAD_chat.room1_${token(0)}`]: [
        { message: { type: 'text', text: 'In the thread' }, timetoken: token(9), uuid: 'Mira' },
      ],
    },
  }),
  'users.json': JSON.stringify({
    status: 200,
    data: [
      {
        id: 'Mira',
        name: 'Mira',
        externalId: null,
        profileUrl: 'https://h.example/m.png',
        email: 'secret@h.example',
        custom: { team: 'a' },
        updated: '2024-01-01T00:00:00Z',
        eTag: 'x',
      },
    ],
    totalCount: 1,
  }),
  'channels.json': JSON.stringify({
    data: [
      {
        id: 'chat.room1',
        name: 'Room 1',
        description: 'The first',
        custom: null,
        updated: '2024-01-01T00:00:00Z',
        eTag: 'y',
      },
    ],
  }),
};
