import type { Row } from '@chatferry/contract';
import { object, objects, text } from './values.ts';

/** The text in blocks of any type, one line a block. */
export function textOfBlocks(blocks: unknown): string {
  return objects(blocks)
    .map((block) => textIn(block))
    .filter((each) => each.trim() !== '')
    .join('\n');
}

/** Blocks nest texts in `text`, `elements` and `fields`, up to this depth. */
const MOST_LEVELS = 8;

function textIn(block: Row, level = 0): string {
  if (level > MOST_LEVELS) return '';
  const own = block['text'];
  const inline = inlineText(block);
  if (inline !== undefined) return inline;
  const inner = [
    ...(level === 0 && block['type'] === 'image' ? [pictureIn(block)] : []),
    typeof own === 'string' ? own : textIn(object(own), level + 1),
    ...objects(block['elements']).map((each) => textIn(each, level + 1)),
    ...objects(block['fields']).map((each) => textIn(each, level + 1)),
    ...(Array.isArray(block['rows']) ? block['rows'] : []).map((row) =>
      objects(row)
        .map((cell) => textIn(cell, level + 1))
        .join(' | '),
    ),
  ].filter((each) => each !== '');
  return inner.join(inlineParents.has(block['type']) ? '' : '\n');
}

/** Blocks whose elements are parts of one text. */
const inlineParents: ReadonlySet<unknown> = new Set([
  'rich_text_section',
  'rich_text_quote',
  'rich_text_preformatted',
]);

/** A part of a text with formatting; undefined for a block. */
function inlineText(part: Row): string | undefined {
  const own = part['text'];
  switch (part['type']) {
    // In all other texts, Slack writes entities.
    case 'text':
    case 'raw_text':
      return typeof own === 'string' ? escaped(own) : undefined;
    case 'link': {
      const url = text(part['url']) ?? '';
      return text(own) === undefined ? url : `<${url}|${escaped(String(own))}>`;
    }
    case 'user':
      return `<@${String(part['user_id'])}>`;
    case 'usergroup':
      return `<!subteam^${String(part['usergroup_id'])}>`;
    case 'channel':
      return `<#${String(part['channel_id'])}>`;
    case 'emoji':
      return `:${String(part['name'])}:`;
    case 'broadcast':
      return `@${String(part['range'])}`;
    case 'color':
      return text(part['value']);
    case 'date':
      return escaped(text(part['fallback']) ?? String(part['timestamp']));
    default:
      return undefined;
  }
}

/** A picture in a block of its own. A picture next to a text is an icon. */
function pictureIn({
  title,
  alt_text: alternative,
  image_url: url,
  slack_file: file,
}: Row): string {
  const address = text(url) ?? text(object(file)['url']);
  const shown = [
    text(object(title)['text']) ?? text(alternative),
    address === undefined ? undefined : `<${address}>`,
  ];
  return shown.filter((each) => each !== undefined).join('\n');
}

function escaped(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The content of a card of an application, or of the preview of a link, with the addresses of its title and its picture.
 * @param written returns the form of an address in the text
 */
export function cardText(card: Row, written = (address: string): string => address): string {
  const image = text(card['image_url']);
  const shown = [wordsOf(card, written), image === undefined ? '' : written(image)];
  return shown.filter((each) => each !== '').join('\n');
}

function wordsOf(card: Row, written: (address: string) => string): string {
  const [head, link] = [text(card['title']), text(card['title_link'])];
  const linked = head === undefined || link === undefined ? head : `${head} (${written(link)})`;
  const parts = [card['pretext'], linked, card['text']].flatMap((each) => text(each) ?? []);
  const fields = objects(card['fields']).map(
    ({ title, value }) => `${text(title) ?? ''}: ${text(value) ?? ''}`,
  );
  const lines = [...parts, ...fields];
  if (lines.length > 0) return lines.join('\n');
  return textOfBlocks(card['blocks']) || (text(card['fallback']) ?? '');
}
