import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Writes answers of PubNub: a file with the messages of each channel. Memory use does not grow with the messages. */
export async function writePubnubExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    add('users.json', () => [JSON.stringify({ status: 200, data: usersOf(size) })]);
    for (let id = 0; id < size.channels; id++)
      add(`messages/channel-${id}.json`, () => messagesOf(id, size));
  });
}

function usersOf({ users }: SlackSize): object[] {
  return Array.from({ length: users }, (_, id) => ({
    id: `User.${id}`,
    name: `User ${id}`,
    externalId: null,
    profileUrl: `https://pics.example/${id}.png`,
    updated: '2024-01-01T00:00:00Z',
  }));
}

/** The messages of a channel, newest first, as in pages of PubNub. */
function* messagesOf(id: number, size: SlackSize): Generator<string> {
  const { users, channels, messages, seed, now } = size;
  const random = new Random(seed + id);
  const people = Math.max(1, Math.floor((users * 3) / channels));
  const members = Array.from({ length: people }, (_, index) => (id * people + index) % users);
  const own = Math.floor((messages + id) / channels);
  yield `{"status":200,"error":false,"channels":{"channel.${id}":[`;
  for (let number = own - 1; number >= 0; number--) {
    const time = Math.floor(now - 100 * DAY + (number / own) * 99 * DAY);
    const message = {
      message: { type: 'text', text: random.pick(sentences), priority: number % 3 },
      timetoken: `${time}${String(number % 10_000_000).padStart(7, '0')}`,
      uuid: `User.${random.pick(members)}`,
      meta: null,
      message_type: null,
      ...(number % 11 === 0
        ? {
            actions: {
              reaction: {
                '👍': [{ uuid: `User.${members[0]}`, actionTimetoken: `${now}0000000` }],
              },
            },
          }
        : {}),
    };
    yield `${number === own - 1 ? '' : ','}${JSON.stringify(message)}`;
  }
  yield ']}}';
}
