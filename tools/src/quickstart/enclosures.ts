import type { ForumMessage } from './forum-records.ts';
import type { Random } from './random.ts';

type Content = Pick<ForumMessage, 'category' | 'type' | 'data'>;

/** A message's content: the text, now and then with a picture, a recording, a document or a poll. */
export function enclosure(guid: string, text: string, isOpener: boolean, random: Random): Content {
  const share = random.next();
  if (share < (pictures[guid] ?? 0.01)) return file('image', text, 'webp', 'image/webp', random);
  if (guid === 'depot-choir' && share > 0.94)
    return file('audio', text, 'ogg', 'audio/ogg', random);
  if (guid === 'committee' && share > 0.9)
    return file('file', text, 'pdf', 'application/pdf', random);
  if (polls.has(guid) && isOpener && text.includes('?') && share > 0.7) return poll(text, random);
  const likes = random.next() < 0.2 ? { metadata: { likes: random.between(1, 19) } } : {};
  return { category: 'message', type: 'text', data: { text, ...likes } };
}

/** Share of the messages of a group that come with a picture. */
const pictures: Record<string, number> = {
  'photo-walks': 0.3,
  'market-stall': 0.15,
  'lost-and-found': 0.15,
  'wood-shop': 0.08,
  allotments: 0.08,
};

const polls: ReadonlySet<string> = new Set(['film-nights', 'board-games', 'stage-and-lights']);

function file(
  type: string,
  text: string,
  extension: string,
  mimeType: string,
  random: Random,
): Content {
  const name = `${random.between(10_000, 99_999)}.${extension}`;
  const url = `https://files.tram-depot.example/posts/${name}`;
  const size = random.between(9_000, 4_000_000);
  return {
    category: 'message',
    type,
    data: { text, attachments: [{ url, name, mimeType, extension, size }] },
  };
}

function poll(question: string, random: Random): Content {
  const answers = random.some(['yes', 'no', 'only on weekends', 'ask me again later'], 3);
  const votes = answers.map((answer) => ({ answer, votes: random.between(0, 14) }));
  return { category: 'custom', type: 'poll', data: { customData: { question, votes } } };
}
