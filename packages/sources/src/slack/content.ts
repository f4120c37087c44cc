import type { Row } from '@chatferry/contract';
import { object, objects, text } from '../reading/values.ts';
import { cardText, textOfBlocks } from '../reading/cards.ts';
import { captionOf } from './files.ts';

/** Old exports announce a file in the text, and have the caption elsewhere. */
const announcement =
  /^<@[UW][A-Z0-9]+(?:\|[^>]*)?> (?:uploaded|shared|commented on|mentioned) .*?<[^>]+>(?: and commented: (.*))?$/s;

/** The text of a message as Slack wrote it: from its text, else from the blocks or cards that are its only content. */
export function markupOf(message: Row): string {
  if (message['subtype'] === 'file_comment')
    return text(object(message['comment'])['comment']) ?? '';
  const own = text(message['text']) ?? '';
  if (message['subtype'] === 'file_share') {
    const announced = announcement.exec(own);
    if (announced !== null) return captionOf(message) ?? announced[1] ?? '';
  }
  if (own.trim() !== '') return own;
  return (
    textOfBlocks(message['blocks']) || objects(message['attachments']).map(cardText).join('\n')
  );
}
