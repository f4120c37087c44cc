import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { ZipPart } from '../../zip-file.ts';

export type Tables = Record<string, unknown>;

const ivy = {
  id: 11,
  email: 'user11@lab.example',
  delivery_email: 'ivy@lab.example',
  full_name: 'Ivy',
  is_active: true,
  is_bot: false,
  role: 100,
  date_joined: 1_700_000_001.25,
  avatar_source: 'U',
  password: 'secret-hash',
  api_key: 'secret-key',
};
const otherIvy = {
  id: 12,
  email: 'user12@lab.example',
  delivery_email: 'ivy2@lab.example',
  full_name: 'Ivy',
  is_active: false,
  is_bot: false,
  role: 600,
  date_joined: 1_700_000_002,
  avatar_source: 'G',
};
const max = { id: 13, email: 'max@lab.example', full_name: 'Max', is_realm_admin: true };

/** The example of the export's description, with a third person and a group conversation. */
const realm: Tables = {
  zerver_realm: [{ id: 2, string_id: 'lab', name: 'Lab', date_created: 1_700_000_000.5 }],
  zerver_userprofile: [ivy, otherIvy, max],
  zerver_userprofile_mirrordummy: [
    {
      id: 14,
      full_name: 'Old Hand',
      email: 'old@lab.example',
      is_mirror_dummy: true,
      is_active: false,
    },
  ],
  zerver_userprofile_crossrealm: [{ id: 3, email: 'notification-bot@sys.example' }],
  zerver_stream: [
    {
      id: 5,
      name: 'bench',
      description: 'Pumps',
      invite_only: true,
      deactivated: true,
      date_created: 1_700_000_003,
      recipient: 21,
      creator: null,
    },
    { id: 6, name: 'lobby', invite_only: false, date_created: 1_700_000_003, creator: 11 },
  ],
  zerver_huddle: [{ id: 7, recipient: 24 }, { id: 8 }],
  zerver_recipient: [
    { id: 21, type: 2, type_id: 5 },
    { id: 22, type: 1, type_id: 11 },
    { id: 23, type: 1, type_id: 12 },
    { id: 24, type: 3, type_id: 7 },
    { id: 25, type: 3, type_id: 8 },
    { id: 26, type: 2, type_id: 6 },
  ],
  zerver_subscription: [
    { id: 1, user_profile: 11, recipient: 21, active: true, role: 20 },
    { id: 2, user_profile: 12, recipient: 21, active: false },
    { id: 3, user_profile: 11, recipient: 22, active: true },
    { id: 4, user_profile: 12, recipient: 23, active: true },
    { id: 5, user_profile: 11, recipient: 24, active: true },
    { id: 6, user_profile: 12, recipient: 24, active: true },
    ...[11, 12, 13].map((user, index) => ({
      id: 7 + index,
      user_profile: user,
      recipient: 25,
      active: true,
    })),
  ],
  zerver_reaction: [
    reaction(11, 100, '+1', '1f44d'),
    reaction(12, 100, '+1', '1f44d'),
    { ...reaction(11, 100, 'lab', '7'), reaction_type: 'realm_emoji' },
    reaction(11, 999, '+1', '1f44d'),
    reaction(11, 103, '+1', '1f44d'),
  ],
  zerver_muteduser: [{ user_profile: 11, muted_user: 13 }],
  zerver_usergroup: [{ id: 1 }, { id: 2 }],
};

function reaction(user: number, id: number, name: string, code: string): object {
  return {
    user_profile: user,
    message: id,
    emoji_name: name,
    emoji_code: code,
    reaction_type: 'unicode_emoji',
  };
}

export function message(fields: object = {}): object {
  return {
    id: 100,
    sender: 11,
    recipient: 21,
    subject: 'pump 3',
    content: 'hello',
    rendered_content: '<p>hello</p>',
    date_sent: 1_711_962_000.9999,
    last_edit_time: null,
    edit_history: null,
    ...fields,
  };
}

export const messages: readonly object[] = [
  message({
    content: '@**Ivy|12** see [p.pdf](/user_uploads/2/ab/Xy/p.pdf)',
    has_attachment: true,
  }),
  message({
    id: 101,
    recipient: 23,
    subject: '',
    last_edit_time: 1_711_962_009,
    edit_history: '[]',
  }),
  message({ id: 102, sender: 12, recipient: 22, subject: '\u0007', content: 'hi' }),
  message({ id: 103, sender: 3, content: 'Topic moved' }),
];

export function partsOf(
  list: readonly object[] = messages,
  tables: Tables = {},
  more: readonly ZipPart[] = [],
): ZipPart[] {
  const usermessage = list.map(() => ({ user_profile: 11, flags_mask: 1 }));
  return [
    { name: 'realm.json', text: JSON.stringify({ ...realm, ...tables }) },
    {
      name: 'messages-000001.json',
      text: JSON.stringify({ zerver_message: list, zerver_usermessage: usermessage }),
    },
    ...more,
  ];
}

export const uploaded: readonly ZipPart[] = [
  { name: 'uploads/2/ab/Xy/p.pdf', text: 'pdf' },
  {
    name: 'attachment.json',
    text: JSON.stringify({
      zerver_attachment: [
        { file_name: 'p.pdf', path_id: '2/ab/Xy/p.pdf', size: 3, messages: [100, 4711] },
      ],
    }),
  },
];

interface TarPart extends ZipPart {
  readonly type?: 'symlink' | 'file';
}

/** Writes a tar archive, compressed when its name ends in gz. */
export async function writeTar(file: string, parts: readonly TarPart[]): Promise<void> {
  const tar = pack();
  const written = file.endsWith('gz')
    ? pipeline(tar, createGzip(), createWriteStream(file))
    : pipeline(tar, createWriteStream(file));
  const mtime = new Date('2026-01-01T00:00:00Z');
  for (const { name, text, type = 'file' } of parts)
    if (type === 'symlink') tar.entry({ name, type, linkname: text, mtime });
    else tar.entry({ name, mtime }, text);
  tar.finalize();
  await written;
}
