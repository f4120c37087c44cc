import type { Row } from '@chatferry/contract';
import { object, objects, text } from './values.ts';

/** The text in blocks of any type, one line a block. */
export function textOfBlocks(blocks: unknown): string {
  return objects(blocks)
    .map((block) => textIn(block))
    .filter((each) => each.trim() !== '')
    .join('\n');
}

/** Blocks nest texts in `text`, `elements` and `fields`. */
const MOST_LEVELS = 8;

function textIn(block: Row, level = 0): string {
  if (level > MOST_LEVELS) return '';
  const own = block['text'];
  // The only texts in which Slack writes no entities.
  if (block['type'] === 'text' && typeof own === 'string') return escaped(own);
  if (block['type'] === 'link') return text(block['url']) ?? '';
  if (block['type'] === 'user') return `<@${String(block['user_id'])}>`;
  if (block['type'] === 'channel') return `<#${String(block['channel_id'])}>`;
  if (block['type'] === 'emoji') return `:${String(block['name'])}:`;
  if (block['type'] === 'broadcast') return `@${String(block['range'])}`;
  const inner = [
    typeof own === 'string' ? own : textIn(object(own), level + 1),
    ...objects(block['elements']).map((each) => textIn(each, level + 1)),
    ...objects(block['fields']).map((each) => textIn(each, level + 1)),
  ].filter((each) => each !== '');
  return inner.join(block['type'] === 'rich_text_section' ? '' : '\n');
}

function escaped(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The content of a card that an application sent, or of the preview of a link. */
export function cardText(card: Row): string {
  const parts = [card['pretext'], card['title'], card['text']].flatMap((each) => text(each) ?? []);
  const fields = objects(card['fields']).map(
    ({ title, value }) => `${text(title) ?? ''}: ${text(value) ?? ''}`,
  );
  const lines = [...parts, ...fields];
  if (lines.length > 0) return lines.join('\n');
  return textOfBlocks(card['blocks']) || (text(card['fallback']) ?? '');
}
