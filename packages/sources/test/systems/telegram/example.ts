import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

export const lost = '(File not included. Change data exporting settings to download.)';

const first = 1_709_283_600;

/** @param id also the minutes after the first message */
export function message(id: number, fields: object = {}): object {
  const seconds = first + id * 60;
  return {
    id,
    type: 'message',
    date: new Date((seconds + 3600) * 1000).toISOString().slice(0, 19),
    date_unixtime: String(seconds),
    from: 'Ola',
    from_id: 'user501',
    text: 'hello',
    text_entities: [{ type: 'plain', text: 'hello' }],
    ...fields,
  };
}

export function service(id: number, action: string, fields: object = {}): object {
  const own = { type: 'service', actor: 'Ola', actor_id: 'user501', action, text: '' };
  return message(id, { ...own, from: undefined, from_id: undefined, text_entities: [], ...fields });
}

export function chat(messages: readonly object[], fields: object = {}): object {
  const own = { name: 'Rowing', type: 'private_supergroup', id: 1_500_000_001 };
  return { ...own, ...fields, messages };
}

/** All of an account. */
export function account(chats: readonly object[], more: object = {}): object {
  return {
    about: 'Here is the data you requested.',
    personal_information: {
      user_id: 501,
      first_name: 'Ola',
      last_name: 'Dal',
      phone_number: '+47 secret',
      username: 'ola',
    },
    contacts: {
      about: '',
      list: [{ first_name: 'Per', phone_number: '+47 secret', user_id: 502 }],
    },
    chats: { about: '', list: chats },
    ...more,
  };
}

const parts = [
  { type: 'plain', text: 'Boat at ' },
  { type: 'bold', text: '6' },
  { type: 'plain', text: ', ' },
  { type: 'mention_name', text: 'Per', user_id: 502 },
  { type: 'plain', text: ' ' },
  { type: 'text_link', text: 'map', href: 'https://maps.example/1' },
];

/** The example of the exporter's description. */
export const example = chat([
  service(1, 'invite_members', { members: ['Per', null] }),
  message(2, {
    edited: '2024-03-01T10:03:00',
    edited_unixtime: '1709283780',
    text: parts.map((part) => (part.type === 'plain' ? part.text : part)),
    text_entities: parts,
    reactions: [
      {
        type: 'emoji',
        count: 3,
        emoji: '👍',
        recent: [{ from: 'Per', from_id: 'user502', date: '2024-03-01T10:05:00' }],
      },
    ],
  }),
  message(3, {
    from: null,
    from_id: 'user503',
    reply_to_message_id: 2,
    photo: lost,
    width: 100,
    text: '',
    text_entities: [],
  }),
  message(4, {
    date_unixtime: undefined,
    from: 'Rowing',
    from_id: 'channel1500000001',
    file: 'files/plan.pdf',
    file_name: 'plan.pdf',
    mime_type: 'application/pdf',
    text: 'Plan',
    text_entities: [{ type: 'plain', text: 'Plan' }],
  }),
  service(5, 'pin_message', { actor: 'Per', actor_id: 'user502', message_id: 2 }),
]);

/** Reads one conversation with these messages. */
export async function readWith(
  messages: readonly object[],
  { fields = {}, options = {} }: { readonly fields?: object; readonly options?: object } = {},
): Promise<WholeExport> {
  return await readFiles({ 'result.json': chat(messages, fields) }, options);
}
