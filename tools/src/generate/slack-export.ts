import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import { writeArchive } from './write-archive.ts';

export interface SlackSize {
  readonly users: number;
  readonly channels: number;
  readonly messages: number;
  /** The number of files: one for each day and channel with messages. */
  readonly files: number;
  readonly seed: number;
  /** UNIX seconds; the last day of the messages. */
  readonly now: number;
}

const DAY = 86_400;

/** Every message whose number is a multiple of the value has the feature. */
const every = { reply: 5, mention: 7, reaction: 11, file: 50, join: 97, bot: 23 };

/** Writes an export of Slack as a ZIP archive. Memory use does not grow with the messages. */
export async function writeSlackExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (addFile) => {
    const add = (name: string, make: () => unknown): void =>
      addFile(name, () => [JSON.stringify(make(), undefined, 4)]);
    add('users.json', () => Array.from({ length: size.users }, (_, index) => userOf(index, size)));
    add('channels.json', () =>
      Array.from({ length: size.channels }, (_, index) => channelOf(index, size)),
    );
    const days = Math.ceil(size.files / size.channels);
    for (let number = 0; number < size.files; number++) {
      const day = days - Math.floor(number / size.channels);
      const date = new Date((size.now - day * DAY) * 1000).toISOString().slice(0, 10);
      const messages = Math.floor((size.messages + number) / size.files);
      add(`channel-${number % size.channels}/${date}.json`, () =>
        dayOf(number, messages, date, size),
      );
    }
  });
}

function idOf(letter: string, index: number): string {
  return letter + index.toString(36).toUpperCase().padStart(8, '0');
}

function userOf(index: number, { now }: SlackSize): object {
  return {
    id: idOf('U', index),
    team_id: 'T00000001',
    name: `user.${index}`,
    deleted: index % 20 === 19,
    real_name: `User ${index}`,
    tz: 'Europe/Berlin',
    updated: now - 30 * DAY,
    profile: {
      real_name: `User ${index}`,
      display_name: index % 3 === 0 ? '' : `user${index}`,
      email: `user${index}@example.com`,
      image_512: `https://avatars.example/${index}_512.png`,
      fields: null,
    },
  };
}

function channelOf(index: number, { users, now }: SlackSize): object {
  const members = Array.from({ length: Math.min(users, 50) }, (_, member) =>
    idOf('U', (index * 31 + member * 7) % users),
  );
  return {
    id: idOf('C', index),
    name: `channel-${index}`,
    created: now - 1000 * DAY,
    creator: idOf('U', index % users),
    is_archived: false,
    members,
    topic: { value: '' },
    purpose: { value: sentences[index % sentences.length] },
  };
}

function dayOf(number: number, messages: number, date: string, size: SlackSize): object[] {
  const random = new Random(size.seed + number);
  const begin = Date.parse(date) / 1000;
  const first = `${begin}.000100`;
  return Array.from({ length: messages }, (_, index) => {
    const second = begin + Math.floor((index * DAY) / (messages + 1));
    const ts = index === 0 ? first : `${second}.${String(100 + index).padStart(6, '0')}`;
    const user = idOf('U', random.between(0, size.users - 1));
    const text = random.pick(sentences);
    const id = number + index;
    if (id % every.join === 0)
      return { type: 'message', subtype: 'channel_join', user, text: `<@${user}> has joined`, ts };
    if (id % every.bot === 0)
      return { type: 'message', subtype: 'bot_message', bot_id: 'B00000001', text, ts };
    return {
      client_msg_id: `${String(id).padStart(8, '0')}-0000-4000-8000-000000000000`,
      type: 'message',
      user,
      text:
        id % every.mention === 0 ? `<@${idOf('U', id % size.users)}> ${text} &amp; so on` : text,
      ts,
      team: 'T00000001',
      user_team: 'T00000001',
      source_team: 'T00000001',
      user_profile: {
        real_name: 'User',
        name: 'user',
        team: 'T00000001',
        image_72: 'https://avatars.example/72.png',
      },
      blocks: [
        {
          type: 'rich_text',
          block_id: 'b1',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
        },
      ],
      ...(id % every.reply === 0 && index > 0 ? { thread_ts: first, parent_user_id: user } : {}),
      ...(id % every.reaction === 0
        ? { reactions: [{ name: 'clap', users: [user], count: 1 }] }
        : {}),
      ...(id % every.file === 0
        ? {
            files: [
              {
                id: idOf('F', id),
                name: 'picture.png',
                mimetype: 'image/png',
                mode: 'hosted',
                size: 1234,
                url_private: `https://files.slack.com/files-pri/T1-F${id}/picture.png?t=xoxe-1`,
              },
            ],
          }
        : {}),
    };
  });
}
