import type { Row } from '@chatferry/contract';
import { objects, text } from '../../reading/values.ts';
import { isQuote } from './files.ts';
import { withoutQuotes } from './markdown.ts';

/**
 * The attachments whose content a message shows. Quoted content counts only if the message has no text of its own: the message then
 * forwards the content, and the original may be in a room that its readers do not see.
 */
export function shownAttachments(message: Row): readonly Row[] {
  return shownBeside(text(message['msg']), message['attachments']);
}

function shownBeside(own: string | undefined, attachments: unknown): readonly Row[] {
  const hasText = withoutQuotes(own ?? '').trim() !== '';
  return objects(attachments).flatMap((each) => {
    if (!isQuote(each)) return [each];
    return hasText ? [] : [each, ...shownBeside(text(each['text']), each['attachments'])];
  });
}
