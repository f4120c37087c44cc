import { hash } from 'node:crypto';
import { text } from '../../reading/values.ts';

/**
 * The version of the rules of this file: users have their identities, conversations and messages their SIDs. A plan keeps it,
 * because other rules would make other messages of the same ones.
 */
export const ID_RULE = 1;

const sid = /^[A-Z]{2}[\da-f]{32}$/i;

export function isSid(value: unknown): value is string {
  return typeof value === 'string' && sid.test(value);
}

/** SIDs are unique in the account, and written in lower case. */
export function muidOf(id: string): string {
  return id.toLowerCase();
}

const conversation = /(?:^|[^\da-z])(CH[\da-f]{32})(?![\da-f])/i;

/** The conversation that a path names, as in `conversations/CH…/messages.json`. */
export function conversationIn(path: string): string | undefined {
  return conversation.exec(path)?.[1];
}

const address = /^(?:[a-z][a-z-]*:)?\+\d{5,20}$/i;

/** Whether an author is a number at which a person was reached, and not an identity. */
export function isAddress(author: string): boolean {
  return address.test(author) || /^(?:messenger|whatsapp):/i.test(author);
}

/** What was sent without an author has this one. */
export const SYSTEM = 'system';

/** The user to whom messages belong that no user sent. */
export const SYSTEM_USER = 'twilio-system';

/** The channel of an address, such as `whatsapp`; numbers alone are those of text messages. */
export function channelOf(found: string, type?: unknown): string {
  return text(type)?.toLowerCase() ?? /^([a-z-]+):/i.exec(found)?.[1]?.toLowerCase() ?? 'sms';
}

/** The id of a person of whom only the address is known, which does not contain it. */
export function hiddenAddress(found: string): string {
  return `address-${hash('sha256', found).slice(0, 16)}`;
}
