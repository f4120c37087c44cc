import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY_MS = 86_400_000;

/** Writes a bulk export of Mattermost as a ZIP archive. Memory use does not grow with the posts. */
export async function writeMattermostExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => add('import.jsonl', () => pieces(size)));
}

/** The lines of the export, some hundred lines in each piece. */
function* pieces(size: SlackSize): Generator<string> {
  let piece = '';
  for (const line of lines(size)) {
    piece += `${JSON.stringify(line)}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* lines({ users, channels, messages, seed, now }: SlackSize): Generator<object> {
  const random = new Random(seed);
  yield { type: 'version', version: 1 };
  yield { type: 'team', team: { name: 'ops', display_name: 'Ops', type: 'O' } };
  for (let index = 0; index < channels; index++)
    yield {
      type: 'channel',
      channel: { team: 'ops', name: `c-${index}`, display_name: `Channel ${index}`, type: 'O' },
    };
  for (let index = 0; index < users; index++) {
    const own = Array.from({ length: 3 }, (_, each) => ({
      name: `c-${(index * 7 + each) % channels}`,
      roles: 'channel_user',
    }));
    yield {
      type: 'user',
      user: {
        username: `user.${index}`,
        nickname: `User ${index}`,
        delete_at: 0,
        teams: [{ name: 'ops', channels: own }],
      },
    };
  }
  for (let index = 0; index < messages; index++) {
    const text = random.pick(sentences);
    const post = {
      team: 'ops',
      channel: `c-${random.between(0, channels - 1)}`,
      user: `user.${random.between(0, users - 1)}`,
      type: '',
      message: index % 7 === 0 ? `@user.${index % users} ${text}` : text,
      props: {},
      create_at: (now - 1) * 1000 - random.between(0, 100 * DAY_MS),
      edit_at: 0,
      reactions: index % 11 === 0 ? [{ user: 'user.0', emoji_name: 'wave', create_at: 1 }] : [],
      replies: null,
    };
    yield { type: 'post', post };
  }
}
