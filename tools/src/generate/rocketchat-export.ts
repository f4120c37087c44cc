import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Writes collections of Rocket.Chat as lines, in a ZIP archive. Memory use does not grow with the messages. */
export async function writeRocketchatExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    add('rocketchat_message.jsonl', () => linesOf(messagesOf(size)));
    add('rocketchat_room.jsonl', () => linesOf(roomsOf(size)));
    add('rocketchat_subscription.jsonl', () => linesOf(subscriptionsOf(size)));
    add('users.jsonl', () => linesOf(usersOf(size)));
  });
}

const LINES_PER_PIECE = 500;

function* linesOf(documents: Iterable<object>): Generator<string> {
  let lines: string[] = [];
  for (const document of documents) {
    lines.push(`${JSON.stringify(document)}\n`);
    if (lines.length < LINES_PER_PIECE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function dateOf(seconds: number): object {
  return { $date: new Date(seconds * 1000).toISOString() };
}

function* usersOf({ users, now }: SlackSize): Generator<object> {
  for (let id = 0; id < users; id++)
    yield {
      _id: `user${id}`,
      username: `name${id}`,
      name: `User ${id}`,
      emails: [{ address: `user${id}@example.com`, verified: true }],
      type: 'user',
      active: id % 20 !== 19,
      roles: ['user'],
      createdAt: dateOf(now - 1000 * DAY),
      services: { password: { bcrypt: 'x'.repeat(60) } },
    };
}

function* roomsOf({ channels, now }: SlackSize): Generator<object> {
  for (let id = 0; id < channels; id++)
    yield {
      _id: `room${id}`,
      t: id % 3 === 0 ? 'p' : 'c',
      name: `channel-${id}`,
      description: sentences[id % sentences.length],
      ts: dateOf(now - 900 * DAY),
      msgs: 1,
      usersCount: 1,
    };
}

function* subscriptionsOf({ users, channels, now }: SlackSize): Generator<object> {
  for (let id = 0; id < users * 3; id++)
    yield {
      _id: `sub${id}`,
      rid: `room${(id * 7) % channels}`,
      u: { _id: `user${id % users}`, username: `name${id % users}` },
      t: 'c',
      open: true,
      ts: dateOf(now - 500 * DAY),
      ls: dateOf(now),
    };
}

function* messagesOf({ users, channels, messages, seed, now }: SlackSize): Generator<object> {
  const random = new Random(seed);
  for (let id = 0; id < messages; id++) {
    const sender = random.between(0, users - 1);
    const text = random.pick(sentences);
    const mentioned = id % users;
    const isMention = id % 7 === 0;
    const msg = isMention ? `@name${mentioned} ${text}` : text;
    yield {
      _id: `message${id}`,
      rid: `room${random.between(0, channels - 1)}`,
      u: { _id: `user${sender}`, username: `name${sender}`, name: `User ${sender}` },
      msg,
      ts: dateOf(now - 100 * DAY + (id / messages) * 99 * DAY),
      mentions: isMention
        ? [{ _id: `user${mentioned}`, username: `name${mentioned}`, type: 'user' }]
        : [],
      channels: [],
      urls: [],
      md: [{ type: 'PARAGRAPH', value: [{ type: 'PLAIN_TEXT', value: msg }] }],
      ...(id % 11 === 0 ? { reactions: { ':wave:': { usernames: [`name${sender}`] } } } : {}),
      _updatedAt: dateOf(now),
    };
  }
}
