import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** The number of people who write in a conversation: an export contains no other members. */
const PEOPLE = 75;

/** Writes all conversations of an account in the form of Telegram Desktop, as one file in a ZIP archive. */
export async function writeTelegramExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => add('DataExport/result.json', () => resultOf(size)));
}

const MESSAGES_PER_PIECE = 500;

function* resultOf(size: SlackSize): Generator<string> {
  const account = { user_id: 1, first_name: 'User', last_name: '1', username: 'name1' };
  yield `{\n "about": "Here is the data you requested.",\n "personal_information": ${JSON.stringify(account)},\n "chats": {"about": "", "list": [\n`;
  for (let chat = 0; chat < size.channels; chat++) {
    yield `${chat === 0 ? '' : ',\n'}{"name": "Chat ${chat}", "type": "private_supergroup", "id": ${1000 + chat}, "messages": [\n`;
    let pieces: string[] = [];
    let isFirst = true;
    for (const message of messagesOf(chat, size)) {
      pieces.push(`${isFirst ? '' : ',\n'}${JSON.stringify(message, undefined, 1)}`);
      isFirst = false;
      if (pieces.length < MESSAGES_PER_PIECE) continue;
      yield pieces.join('');
      pieces = [];
    }
    yield `${pieces.join('')}]}`;
  }
  yield '\n]}\n}\n';
}

function* messagesOf(
  chat: number,
  { users, channels, messages, seed, now }: SlackSize,
): Generator<object> {
  const random = new Random(seed + chat);
  for (let id = chat; id < messages; id += channels) {
    const seconds = Math.floor(now - 100 * DAY + (id / messages) * 99 * DAY);
    const text = random.pick(sentences);
    const sender = (chat * 37 + random.between(0, PEOPLE - 1)) % users;
    const mentioned = (chat * 37 + (id % PEOPLE)) % users;
    const mention = { type: 'mention_name', text: `User ${mentioned}`, user_id: mentioned };
    const isMention = id % 7 === 0;
    const date = new Date(seconds * 1000).toISOString().slice(0, 19);
    yield {
      id,
      type: 'message',
      date,
      date_unixtime: String(seconds),
      from: `User ${sender}`,
      from_id: `user${sender}`,
      text: isMention ? [mention, ` ${text}`] : text,
      text_entities: [...(isMention ? [mention] : []), { type: 'plain', text: ` ${text}` }],
      ...(id % 11 === 0
        ? {
            reactions: [
              {
                type: 'emoji',
                count: 2,
                emoji: '👍',
                recent: [{ from: `User ${mentioned}`, from_id: `user${mentioned}`, date }],
              },
            ],
          }
        : {}),
    };
  }
}
