import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';

const MESSAGES_PER_FILE = 1000;
const DAY = 86_400;

/** Writes an export of Zulip as a compressed tar archive. Memory use does not grow with the messages. */
export async function writeZulipExport(file: string, size: SlackSize): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip(), createWriteStream(file));
  const add = (name: string, value: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      const header = { name: `export/${name}`, mtime: new Date(size.now * 1000) };
      tar.entry(header, JSON.stringify(value), (error) => (error ? reject(error) : resolve()));
    });
  await add('realm.json', realmOf(size));
  const files = Math.ceil(size.messages / MESSAGES_PER_FILE);
  for (let index = 0; index < files; index++)
    await add(`messages-${String(index + 1).padStart(6, '0')}.json`, messagesOf(index, size));
  tar.finalize();
  await written;
}

function count<Value>(length: number, make: (index: number) => Value): Value[] {
  return Array.from({ length }, (_, index) => make(index));
}

function realmOf({ users, channels, messages, now }: SlackSize): object {
  const joined = now - 1000 * DAY;
  return {
    zerver_realm: [{ id: 1, string_id: 'bulk', name: 'Bulk' }],
    zerver_userprofile: count(users, (id) => ({
      id: id + 1,
      email: `user${id}@example.com`,
      full_name: `User ${id}`,
      is_active: id % 20 !== 19,
      is_bot: false,
      role: 400,
      date_joined: joined + 0.25,
    })),
    zerver_stream: count(channels, (id) => ({
      id: id + 1,
      name: `channel ${id}`,
      description: sentences[id % sentences.length],
      invite_only: id % 3 === 0,
      date_created: joined + 0.5,
      recipient: id + 1,
    })),
    zerver_recipient: count(channels, (id) => ({ id: id + 1, type: 2, type_id: id + 1 })),
    zerver_subscription: count(users * 3, (id) => ({
      id,
      user_profile: (id % users) + 1,
      recipient: ((id * 7) % channels) + 1,
      active: true,
    })),
    zerver_reaction: count(Math.floor(messages / 11), (id) => ({
      user_profile: (id % users) + 1,
      message: id * 11 + 1,
      emoji_name: 'wave',
      emoji_code: '1f44b',
      reaction_type: 'unicode_emoji',
    })),
  };
}

function messagesOf(file: number, { users, channels, messages, seed, now }: SlackSize): object {
  const random = new Random(seed + file);
  const first = file * MESSAGES_PER_FILE;
  const length = Math.min(MESSAGES_PER_FILE, messages - first);
  const list = Array.from({ length }, (_, index) => {
    const id = first + index + 1;
    const text = random.pick(sentences);
    const content = id % 7 === 0 ? `@**User ${id % users}** ${text}` : text;
    return {
      id,
      sender: random.between(1, users),
      recipient: random.between(1, channels),
      subject: `topic ${id % 50}`,
      content,
      rendered_content: `<p>${content}</p>`,
      rendered_content_version: 1,
      date_sent: now - 100 * DAY + (id / messages) * 99 * DAY,
      last_edit_time: null,
      edit_history: null,
      has_attachment: false,
      sending_client: 1,
    };
  });
  const received = list.flatMap(({ id }) =>
    [1, 2, 3].map((user) => ({ user_profile: user, message: id, flags_mask: 1 })),
  );
  return { zerver_message: list, zerver_usermessage: received };
}
