import type { Row } from '@chatferry/contract';
import { textOfBlocks } from '../../reading/cards.ts';
import { objects, text } from '../../reading/values.ts';

/** The shown text and blocks of a message, as Slack wrote them. */
export function shownText(message: Row): string {
  const own = text(message['text']) ?? '';
  return own.trim() === '' || isNotification(message) ? textOfBlocks(message['blocks']) : own;
}

/**
 * Whether the text of a message is only the text of the notification, because an application wrote blocks. The block of
 * a person's message repeats its text.
 */
export function isNotification(message: Row): boolean {
  if ((text(message['text']) ?? '').trim() === '') return false;
  const written = objects(message['blocks']).filter(({ type }) => type !== 'rich_text');
  return textOfBlocks(written) !== '';
}
