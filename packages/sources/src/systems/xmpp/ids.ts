import { hash } from 'node:crypto';

/**
 * The version of the rules of this file: users and rooms keep their addresses, messages get a hash of conversation, sender, id and
 * text. A plan keeps it, because with other rules the same messages would get other ids.
 */
export const ID_RULE = 1;

/** An address without the device, in the form in which addresses are compared. */
export function bareJid(jid: string): string {
  return jid.split('/', 1)[0]!.toLowerCase();
}

/** The part after the first `/` of an address: a device, or the nickname in a room. */
export function resourceOf(jid: string): string | undefined {
  const at = jid.indexOf('/');
  return at === -1 || at === jid.length - 1 ? undefined : jid.slice(at + 1);
}

export function hostOf(jid: string): string {
  return bareJid(jid).split('@').at(-1)!;
}

export function localPart(jid: string): string {
  const [local, host] = bareJid(jid).split('@');
  return host === undefined ? jid : local!;
}

/** A key that is the same for copies of a message. */
export function keyOf(parts: readonly (string | undefined)[]): string {
  return hash('sha256', parts.map((part) => part ?? '').join('\0')).slice(0, 32);
}

export function muidOf(key: string): string {
  return `xmpp-${key}`;
}
