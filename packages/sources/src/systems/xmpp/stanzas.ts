import { childOf, childrenOf, textOfChild, type XmlElement } from '../../reading/xml-elements.ts';
import { bareJid, resourceOf } from './ids.ts';

/** The position in a text that names a person. */
interface Mention {
  readonly jid: string;
  /** Offsets in the characters of the text. */
  readonly begin: number;
  readonly end: number;
}

/** A message as it was sent, without parts that are not carried. */
export interface Stanza {
  readonly type: string;
  /** All ids by which other messages refer to this message. */
  readonly ids: readonly string[];
  /** The id that the sender gave the message; absent when the stanza has none. */
  readonly id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly body?: string | undefined;
  readonly subject?: string | undefined;
  readonly thread?: string | undefined;
  /** The id of the message that it corrects. */
  readonly replaces?: string | undefined;
  /** The id of the message that it takes back. */
  readonly retracts?: string | undefined;
  /** The id of the message that it reacts to. */
  readonly reactsTo?: string | undefined;
  readonly reactions?: readonly string[];
  /** The id of the message that it answers. */
  readonly answers?: string | undefined;
  readonly files: readonly string[];
  readonly mentions: readonly Mention[];
  readonly isEncrypted: boolean;
  /** Whether the server keeps the message only to show that it was deleted. */
  readonly isTombstone: boolean;
  /** Whether a room passed the message on to one occupant: another occupant's message, or an invitation. */
  readonly isOfRoom: boolean;
  /** The account of a room's writer, if the room shows it. */
  readonly realJid?: string | undefined;
  /** The time in the export, if it cannot be read. */
  readonly stamp?: string | undefined;
}

const encryptions = ['encrypted', 'openpgp'];

export function stanzaOf(message: XmlElement, archiveId?: string): Stanza {
  const { from, to, id, type = 'normal' } = message.attributes;
  const origin = childOf(message, 'origin-id')?.attributes['id'];
  const stanzaIds = childrenOf(message, 'stanza-id').map(({ attributes }) => attributes['id']);
  const ids = [id, origin, archiveId, ...stanzaIds].filter((each) => each !== undefined);
  const reactions = childOf(message, 'reactions', 'urn:xmpp:reactions:0');
  const answer = childOf(message, 'reply', 'urn:xmpp:reply:0');
  const inRoom = childOf(message, 'x', 'http://jabber.org/protocol/muc#user');
  const oob = message.children.filter(({ namespace }) => namespace === 'jabber:x:oob');
  return {
    type,
    ids: [...new Set(ids)],
    id: origin ?? id,
    from,
    to,
    body: bodyOf(message, answer !== undefined),
    subject: textOfChild(message, 'subject'),
    thread: textOfChild(message, 'thread'),
    replaces: childOf(message, 'replace', 'urn:xmpp:message-correct:0')?.attributes['id'],
    retracts: retractedBy(message),
    reactsTo: reactions?.attributes['id'],
    ...(reactions === undefined
      ? {}
      : { reactions: childrenOf(reactions, 'reaction').map(({ text }) => text.trim()) }),
    answers: answer?.attributes['id'],
    files: oob.flatMap((each) => textOfChild(each, 'url') ?? []),
    mentions: answer === undefined ? mentionsIn(message) : [],
    isEncrypted: message.children.some(
      ({ name, namespace }) => encryptions.includes(name) || namespace === 'jabber:x:encrypted',
    ),
    isTombstone: childOf(message, 'retracted') !== undefined,
    isOfRoom: type !== 'groupchat' && inRoom !== undefined,
    realJid: inRoom === undefined ? undefined : childOf(inRoom, 'item')?.attributes['jid'],
  };
}

/** The text without its quotation of the message that it answers. */
function bodyOf(message: XmlElement, isAnswer: boolean): string | undefined {
  const text = childOf(message, 'body')?.text;
  if (text === undefined || text.trim() === '') return undefined;
  const fallback = childrenOf(message, 'fallback').find(
    ({ attributes }) => attributes['for'] === 'urn:xmpp:reply:0',
  );
  const part = fallback === undefined ? undefined : childOf(fallback, 'body');
  const [start, end] = [Number(part?.attributes['start']), Number(part?.attributes['end'])];
  if (!isAnswer || !(end > start)) return text;
  const characters = Array.from(text);
  return [...characters.slice(0, start), ...characters.slice(end)].join('');
}

function mentionsIn(message: XmlElement): readonly Mention[] {
  return childrenOf(message, 'reference').flatMap(({ attributes }) => {
    const { type, uri = '', begin, end } = attributes;
    const jid = /^xmpp:([^?]+)/.exec(uri)?.[1];
    const [from, to] = [Number(begin), Number(end)];
    return type === 'mention' && jid !== undefined && to > from
      ? [{ jid: bareJid(jid), begin: from, end: to }]
      : [];
  });
}

function retractedBy(message: XmlElement): string | undefined {
  const own = childOf(message, 'retract');
  if (own !== undefined) return own.attributes['id'];
  const applied = childOf(message, 'apply-to', 'urn:xmpp:fasten:0');
  const isRetraction = applied?.children.some(
    ({ name }) => name === 'retract' || name === 'moderated',
  );
  return isRetraction === true ? applied?.attributes['id'] : undefined;
}

/** The time stamp of a message. */
export function stampOf(element: XmlElement): string | undefined {
  return childOf(element, 'delay', 'urn:xmpp:delay')?.attributes['stamp'];
}

/** When a message was sent, in milliseconds; undefined when it is not known. */
export function timeOf(element: XmlElement): number | undefined {
  const delay = stampOf(element);
  const old = childOf(element, 'x', 'jabber:x:delay')?.attributes['stamp'];
  const [, year, month, day, clock] = /^(\d{4})(\d\d)(\d\d)T([\d:]{8})$/.exec(old ?? '') ?? [];
  const stamp = delay ?? (year === undefined ? undefined : `${year}-${month}-${day}T${clock}Z`);
  const time = stamp === undefined ? Number.NaN : Date.parse(stamp);
  return Number.isNaN(time) ? undefined : time;
}

/** The conversation and the sender of a message. */
export interface Route {
  readonly conversation: string;
  /** The room, if the conversation is a room. */
  readonly room?: string;
  /** The address of the sender; in a room with the nickname if the account is not known. */
  readonly sender: string;
}

/** @param owner of the archive that has the message */
export function routeOf(stanza: Stanza, owner: string): Route {
  const { type, realJid } = stanza;
  const [from, to] = [stanza.from ?? owner, stanza.to ?? owner];
  const [fromBare, toBare] = [bareJid(from), bareJid(to)];
  if (type !== 'groupchat') {
    const people = [fromBare, toBare].toSorted((one, other) => (one < other ? -1 : 1));
    return { conversation: people.join(' '), sender: fromBare };
  }
  // A message of the owner has the room as its receiver. A message from the room is from an occupant.
  const isSent = toBare !== owner && toBare !== fromBare;
  if (isSent) return { conversation: toBare, room: toBare, sender: fromBare };
  const nick = resourceOf(from);
  const occupant = nick === undefined ? fromBare : `${fromBare}/${nick}`;
  const sender = realJid === undefined ? occupant : bareJid(realJid);
  return { conversation: fromBare, room: fromBare, sender };
}
