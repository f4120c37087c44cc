import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Writes the files that the CSV importer of Rocket.Chat reads, in a ZIP archive. Memory use does not grow with the messages. */
export async function writeRocketchatCsv(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => {
    add('users.csv', () => piecesOf(usersOf(size)));
    add('channels.csv', () => piecesOf(channelsOf(size)));
    for (let channel = 0; channel < size.channels; channel++)
      add(`channel-${channel}/messages.csv`, () => piecesOf(messagesOf(channel, size)));
  });
}

const ROWS_PER_PIECE = 500;

function* piecesOf(rows: Iterable<readonly string[]>): Generator<string> {
  let lines: string[] = [];
  for (const cells of rows) {
    lines.push(`${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`);
    if (lines.length < ROWS_PER_PIECE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

function* usersOf({ users }: SlackSize): Generator<string[]> {
  for (let id = 0; id < users; id++)
    yield [`name${id}`, `user${id}@example.com`, id % 3 === 0 ? '' : `User ${id}`];
}

function* channelsOf({ users, channels }: SlackSize): Generator<string[]> {
  for (let id = 0; id < channels; id++) {
    const members = Array.from({ length: Math.min(users, 50) }, (_, member) => {
      return `name${(id * 31 + member * 7) % users}`;
    });
    const type = id % 3 === 0 ? 'private' : 'public';
    yield [`channel-${id}`, `name${id % users}`, type, members.join(';')];
  }
}

function* messagesOf(channel: number, size: SlackSize): Generator<string[]> {
  const { users, channels, messages, seed, now } = size;
  const random = new Random(seed + channel);
  const own = Math.floor((messages + channel) / channels);
  for (let id = 0; id < own; id++) {
    const text = random.pick(sentences);
    const milliseconds = Math.floor((now - 100 * DAY + (id / own) * 99 * DAY) * 1000);
    yield [
      `name${random.between(0, users - 1)}`,
      String(milliseconds),
      id % 7 === 0 ? `@name${id % users} ${text}` : text,
    ];
  }
}
