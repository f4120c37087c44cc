import type { Row } from '@chatferry/contract';
import { cardText } from '../../reading/cards.ts';
import { objects, text } from '../../reading/values.ts';
import { shownText } from './blocks.ts';

/**
 * The cards that are content: forwarded messages, and cards of applications. Previews repeat the content of a link;
 * they are content only if there is nothing else.
 */
export function shownCards(message: Row): readonly Row[] {
  const cards = objects(message['attachments']);
  return shownText(message).trim() === '' ? cards : cards.filter((card) => !isPreview(card));
}

/** The cards next to a text that repeat the content of a link. */
export function previewsIn(message: Row): readonly Row[] {
  const shown = new Set(shownCards(message));
  return objects(message['attachments']).filter((card) => !shown.has(card));
}

const linkFields = ['from_url', 'original_url', 'app_unfurl_url', 'service_name'];

/** Whether a card is a preview. Forwarded messages also have an address. */
function isPreview(card: Row): boolean {
  return card['is_share'] !== true && linkFields.some((name) => text(card[name]) !== undefined);
}

/** The content of a card, in the markup of Slack. */
export function markupOfCard(card: Row): string {
  return cardText(card, (address) => `<${address}>`);
}
