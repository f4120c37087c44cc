import type { Row } from '@chatferry/contract';
import { object, text } from '../../reading/values.ts';
import { shownText } from './blocks.ts';
import { markupOfCard, shownCards } from './cards.ts';
import { captionOf } from './files.ts';

/** Old exports announce a file in the text, and have the caption in another field. */
const announcement =
  /^<@[UW][A-Z0-9]+(?:\|[^>]*)?> (?:uploaded|shared|commented on|mentioned) .*?<[^>]+>(?: and commented: (.*))?$/s;

/** The text of a message as Slack wrote it: its text or its blocks, and the texts of its cards. */
export function markupOf(message: Row): string {
  return [ownMarkupOf(message), ...shownCards(message).map(markupOfCard)]
    .filter((each) => each.trim() !== '')
    .join('\n');
}

function ownMarkupOf(message: Row): string {
  if (message['subtype'] === 'file_comment')
    return text(object(message['comment'])['comment']) ?? '';
  const own = text(message['text']) ?? '';
  if (message['subtype'] === 'file_share') {
    const announced = announcement.exec(own);
    if (announced !== null) return captionOf(message) ?? announced[1] ?? '';
  }
  return shownText(message);
}
