import { type FindOriginals, noOriginals } from '../../rows/source-words.ts';
import type { Archive } from '../../archive/archive.ts';
import { entryOf } from '../../reading/values.ts';
import { childOf, childrenOf, type XmlElement } from '../../reading/xml-elements.ts';
import { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { exportRecords, roomLists, type XmppRecord } from './export-files.ts';
import type { FoundExport } from './found-export.ts';
import { bareJid } from './ids.ts';
import { MessageStore } from './message-store.ts';
import { type MessageContext, writeMessage } from './messages.ts';
import type { XmppOptions } from './options.ts';
import { deniedBy, XmppPeople } from './people.ts';
import { readMessage } from './read-message.ts';
import { addRoom } from './rooms.ts';
import { xmlEntries } from './xml-entries.ts';
import { routeOf, stampOf, stanzaOf, timeOf } from './stanzas.ts';

/*
 * The whole reading:
 *
 *   for each record of each file: note accounts, contacts and rooms; store messages, corrections, deletions and reactions
 *   note the writers of each conversation, after rooms and their nicknames are known
 *   write the groups with their members, then the users
 *   later, for each message, conversation by conversation: write its rows and its reactions
 */

/** Reads an export of an XMPP server in the format that servers exchange, XEP-0227. */
export async function readXmpp(
  archive: Archive,
  options: XmppOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const messages = new MessageStore(out.workFile('messages'));
  const users = new KnownUsers();
  const people = new XmppPeople(users, out);
  const chats = new Chats(out);
  const found: FoundExport = { people, chats, messages, senders: new Map(), options, out };
  const entries = xmlEntries(archive);
  try {
    for await (const batch of exportRecords(archive, entries))
      for (const record of batch) readRecord(record, found);
    messages.connect();
  } catch (error) {
    messages[Symbol.dispose]();
    throw error;
  }
  for (const entry of archive.entries) {
    if (entries.includes(entry)) continue;
    leaveOutFile(archive.placeOf(entry), 'not XML', out);
  }
  const rooms = new Set(chats.ids());
  for (const { room } of found.senders.values()) if (room !== undefined) rooms.add(room);
  const isRoom = (jid: string): boolean => rooms.has(jid);
  people.addAccounts(isRoom);
  noteSenders(found, isRoom);
  const context: MessageContext = { people, chats, messages, isRoom, out, options };
  const write = function* write(): Generator<void> {
    for (const message of messages.messages()) yield writeMessage(message, context);
    for (const { file, line, relation } of messages.orphans()) {
      const type = relation === 'reactions' ? 'reaction messages' : 'deletions';
      out.leaveOut(type, 'the message is not in the export', { file, line }, {});
    }
  };
  out.makeLater('messages', write(), messages);
  chats.write(users);
  users.write(out, 'keep');
  people.writeRelations();
  return noOriginals;
}

/** Notes the writers, and the other person of each conversation of two. */
function noteSenders(
  { senders, people, chats }: FoundExport,
  isRoom: (jid: string) => boolean,
): void {
  for (const [conversation, { room, people: all }] of senders)
    for (const [sender, place] of all) {
      if (room === undefined) {
        const both = conversation.split(' ');
        if (both.every((each) => each.includes('@') && !isRoom(each)))
          for (const each of both) people.add(each, place);
      } else if (sender !== room) chats.addSender(room, people.add(sender, place), place);
    }
}

/** Elements that contain records, but are not records themselves. */
const outer = new Set(['server-data', 'host', 'archive', 'offline-messages', ...roomLists]);

function readRecord({ element, path, number, file }: XmppRecord, found: FoundExport): void {
  const { people, out, options } = found;
  const place = { file, line: number };
  const host = path.find(({ name }) => name === 'host')?.attributes['jid'] ?? '';
  if (element.name === 'host') people.addHost(element.attributes['jid'] ?? '');
  if (outer.has(element.name)) return;
  const list = path.findLastIndex(({ name }) => roomLists.has(name));
  const rooms = path[list]?.attributes['jid'] ?? host;
  const holder = list < 0 ? path.find(({ name }) => name === 'user') : path[list + 1];
  if (list >= 0 && holder === undefined) {
    out.count('rooms');
    if (!addRoom(element, rooms, place, found))
      out.leaveOut('rooms', 'without an address', place, {});
    return;
  }
  const { jid, name = jid } = (holder ?? element).attributes;
  if (name === undefined || (holder === undefined && element.name !== 'user'))
    return leaveOut(element, place, out);
  const owner = bareJid(name.includes('@') ? name : `${name}@${list < 0 ? host : rooms}`);
  if (element.name === 'user') {
    out.count('users');
    if (!people.addAccount(owner, place))
      out.filter('users', 'another record of the same user is in the export');
    return;
  }
  const reader =
    entryOf(readers, `${element.namespace} ${element.name}`) ?? entryOf(readers, element.name);
  if (reader === undefined) leaveOut(element, place, out);
  else reader(element, owner, place, found, options);
}

type Reader = (
  element: XmlElement,
  owner: string,
  place: Place,
  found: FoundExport,
  options: XmppOptions,
) => void;

const readers: Readonly<Record<string, Reader>> = {
  'jabber:iq:roster query': (element, owner, place, { people }, { contacts }) =>
    people.addRoster(owner, element, place, contacts),
  'jabber:iq:privacy query': (element, owner, place, { people }) =>
    people.addBlocked(owner, deniedBy(element), place),
  blocklist: (element, owner, place, { people }) => {
    const jids = childrenOf(element, 'item').flatMap(({ attributes }) => attributes['jid'] ?? []);
    people.addBlocked(owner, jids, place);
  },
  vCard: (element, owner, place, { people }) => people.addCard(owner, element, place),
  /** A message that waits for its receiver. */
  message: (element, owner, place, found) => {
    const time = timeOf(element) ?? 0;
    const stamp = time === 0 ? stampOf(element) : undefined;
    const stanza = { ...stanzaOf(element), stamp };
    readMessage(
      { ...routeOf(stanza, owner), stanza, place, time, archive: `${owner} offline` },
      found,
    );
  },
  result: (element, owner, place, found) => {
    const forwarded = childOf(element, 'forwarded');
    const message = forwarded === undefined ? undefined : childOf(forwarded, 'message');
    if (message === undefined) return leaveOut(element, place, found.out);
    const time = timeOf(forwarded!) ?? timeOf(message) ?? 0;
    const stamp = time === 0 ? (stampOf(forwarded!) ?? stampOf(message)) : undefined;
    const { id, sender } = element.attributes;
    const read = stanzaOf(message, id);
    // Tigase has the account of a room's writer outside the message.
    const stanza = { ...read, realJid: read.realJid ?? sender, stamp };
    readMessage(
      { ...routeOf(stanza, owner), stanza, place, time, archive: owner, archiveId: id },
      found,
    );
  },
};

function leaveOut({ name }: XmlElement, place: Place, out: ExportRows): void {
  out.count('other elements');
  out.leaveOut('other elements', 'not known, or only the server needs them', place, { name });
}
