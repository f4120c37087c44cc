import type { Row } from '@chatferry/contract';
import { cardText } from '../../reading/cards.ts';
import { objects, text } from '../../reading/values.ts';
import { shownText } from './blocks.ts';

/**
 * The cards that are content: forwarded messages, and what an application wrote. Previews repeat what a link leads to;
 * they are content where there is nothing else.
 */
export function shownCards(message: Row): readonly Row[] {
  const cards = objects(message['attachments']);
  return shownText(message).trim() === '' ? cards : cards.filter((card) => !isPreview(card));
}

/** The cards that repeat what a link leads to, next to a text. */
export function previewsIn(message: Row): readonly Row[] {
  const shown = new Set(shownCards(message));
  return objects(message['attachments']).filter((card) => !shown.has(card));
}

const linkFields = ['from_url', 'original_url', 'app_unfurl_url', 'service_name'];

/** Forwarded messages have the address of the message too. */
function isPreview(card: Row): boolean {
  return card['is_share'] !== true && linkFields.some((name) => text(card[name]) !== undefined);
}

/** The content of a card, in the markup of Slack. */
export function markupOfCard(card: Row): string {
  return cardText(card, (address) => `<${address}>`);
}
