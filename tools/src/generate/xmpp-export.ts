import { Random } from './random.ts';
import { sentences } from './sentences.ts';
import type { SlackSize } from './slack-export.ts';
import { writeArchive } from './write-archive.ts';

const DAY = 86_400;

/** Most messages are in rooms. One in ten is between two people, and is in the archives of both. */
const DIRECT = 10;

/** Writes an export of an XMPP server as one file of XML. Memory use does not grow with the messages. */
export async function writeXmppExport(file: string, size: SlackSize): Promise<void> {
  await writeArchive(file, size.now, (add) => add('server-data.xml', () => piecesOf(size)));
}

function* piecesOf(size: SlackSize): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<server-data xmlns="urn:xmpp:pie:0"><host jid="h.example">\n';
  for (let id = 0; id < size.users; id++) yield* userOf(id, size);
  yield '</host><host jid="rooms.h.example">\n';
  for (let id = 0; id < size.channels; id++) yield* roomOf(id, size);
  yield '</host></server-data>\n';
}

function result(id: string, time: number, attributes: string, text: string): string {
  const stamp = new Date(Math.floor(time * 1000)).toISOString();
  const body = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<result xmlns="urn:xmpp:mam:2" id="${id}"><forwarded xmlns="urn:xmpp:forward:0"><delay xmlns="urn:xmpp:delay" stamp="${stamp}"/><message xmlns="jabber:client" ${attributes}><body>${body}</body></message></forwarded></result>\n`;
}

/** A user. Users with odd numbers wrote to the user before them. */
function* userOf(id: number, { users, messages, now }: SlackSize): Generator<string> {
  yield `<user name="user.${id}" password="secret"><vCard xmlns="vcard-temp"><FN>User ${id}</FN></vCard><archive xmlns="urn:xmpp:pie:0#mam">\n`;
  const pair = Math.floor(id / 2);
  const own = Math.floor((messages / DIRECT / users) * 2);
  for (let number = 0; number < own; number++) {
    const [from, to] = number % 2 === 0 ? [pair * 2, pair * 2 + 1] : [pair * 2 + 1, pair * 2];
    const attributes = `from="user.${from}@h.example/phone" to="user.${to}@h.example" type="chat" id="p${pair}-${number}"`;
    const time = now - 100 * DAY + (number / own) * 99 * DAY + (id % 2) * 0.05;
    yield result(`u${number}`, time, attributes, sentences[(pair + number) % sentences.length]!);
  }
  yield '</archive></user>\n';
}

function* roomOf(
  id: number,
  { users, channels, messages, seed, now }: SlackSize,
): Generator<string> {
  const random = new Random(seed + id);
  const room = `room.${id}@rooms.h.example`;
  const people = Math.max(1, Math.floor((users * 3) / channels));
  const members = Array.from({ length: people }, (_, index) => (id * people + index) % users);
  yield `<user name="room.${id}"><archive xmlns="urn:xmpp:pie:0#mam">\n`;
  const own = Math.floor(((messages + id) / channels) * (1 - 1 / DIRECT));
  for (let number = 0; number < own; number++) {
    const attributes = `from="${room}/Nick ${random.pick(members)}" type="groupchat" id="r${id}-${number}"`;
    const time = now - 100 * DAY + (number / own) * 99 * DAY;
    yield result(`r${number}`, time, attributes, random.pick(sentences));
  }
  yield '</archive></user>\n';
}
