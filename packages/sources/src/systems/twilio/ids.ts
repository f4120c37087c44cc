import { hash } from 'node:crypto';
import { text } from '../../reading/values.ts';

/**
 * The version of the rules of this file: users keep their identities, conversations and messages their SIDs. A plan keeps it,
 * because with other rules the same messages would get other ids.
 */
export const ID_RULE = 1;

const sid = /^[A-Z]{2}[\da-f]{32}$/i;

export function isSid(value: unknown): value is string {
  return typeof value === 'string' && sid.test(value);
}

/** The id of a message: its SID, which is unique in the account, in lower case. */
export function muidOf(id: string): string {
  return id.toLowerCase();
}

const conversation = /(?:^|[^\da-z])(CH[\da-f]{32})(?![\da-f])/i;

/** The conversation that a path names, as in `conversations/CH…/messages.json`. */
export function conversationIn(path: string): string | undefined {
  return conversation.exec(path)?.[1];
}

const address = /^(?:[a-z][a-z-]*:)?\+\d{5,20}$/i;

/** Whether an author is an address at which a person was reached, and not an identity. */
export function isAddress(author: string): boolean {
  return address.test(author) || /^(?:messenger|whatsapp):/i.test(author);
}

/** The author of messages that were sent without an author. */
export const SYSTEM = 'system';

/** The user who sends messages that no user sent. */
export const SYSTEM_USER = 'twilio-system';

/** The channel of an address, such as `whatsapp`; a bare number belongs to text messages. */
export function channelOf(found: string, type?: unknown): string {
  return text(type)?.toLowerCase() ?? /^([a-z-]+):/i.exec(found)?.[1]?.toLowerCase() ?? 'sms';
}

/** The id of a person whose address alone is known. The id does not contain the address. */
export function hiddenAddress(found: string): string {
  return `address-${hash('sha256', found).slice(0, 16)}`;
}
