import type { Row } from '@chatferry/contract';
import { textOfBlocks } from '../reading/cards.ts';
import { text } from '../reading/values.ts';

/** What Slack shows of the text and the blocks of a message, as Slack wrote it. */
export function shownText(message: Row): string {
  const own = text(message['text']) ?? '';
  return own.trim() === '' ? textOfBlocks(message['blocks']) : own;
}
