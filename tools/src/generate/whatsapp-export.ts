import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** The number of people who write in a chat. */
const PEOPLE = 75;

/** Every message whose number is a multiple of the value has the feature. */
const every = { lines: 5, mention: 7, file: 50, deleted: 97 };

/** Writes the chats of a phone in the form of an Android export, one text for each chat, into one ZIP archive. */
export async function writeWhatsappExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    for (let chat = 0; chat < size.channels; chat++)
      add(`WhatsApp Chat with Chat ${chat}.txt`, () => piecesOf(chat, size));
  });
}

const MESSAGES_PER_PIECE = 500;

function* piecesOf(chat: number, size: SlackSize): Generator<string> {
  let lines: string[] = [
    `${headerAt(size.now - 100 * DAY)}Messages and calls are end-to-end encrypted.`,
    `${headerAt(size.now - 100 * DAY)}User 0 created group "Chat ${chat}"`,
  ];
  for (const line of messagesOf(chat, size)) {
    lines.push(line);
    if (lines.length < MESSAGES_PER_PIECE) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

function* messagesOf(
  chat: number,
  { users, channels, messages, seed, now }: SlackSize,
): Generator<string> {
  const random = new Random(seed + chat);
  for (let id = chat; id < messages; id += channels) {
    const seconds = Math.floor(now - 100 * DAY + (id / messages) * 99 * DAY);
    const sender = (chat * 37 + random.between(0, PEOPLE - 1)) % users;
    const text = random.pick(sentences).replaceAll('\n', ' ');
    const mention = id % every.mention === 0 ? `@\u2068User ${sender}\u2069 ` : '';
    const content =
      id % every.deleted === 0
        ? 'This message was deleted'
        : id % every.file === 0
          ? '<Media omitted>'
          : `${mention}${text}${id % every.lines === 0 ? `\n${text}` : ''}`;
    yield `${headerAt(seconds)}User ${sender}: ${content}`;
  }
}

function headerAt(seconds: number): string {
  const [year, month, day, hour, minute] = new Date(seconds * 1000).toISOString().split(/\D/);
  return `${day}/${month}/${year}, ${hour}:${minute} - `;
}
