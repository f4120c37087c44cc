import { isObject, type Row } from '@chatferry/contract';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { eventId } from './event-id.ts';
import type { EventStore, RelatedEvent, StoredEvent } from './event-store.ts';
import { isUserId, millisecondsOf } from './ids.ts';
import type { MatrixRooms } from './rooms.ts';

/** The results of reading the events of all files. */
export interface FoundEvents {
  readonly events: EventStore;
  readonly rooms: MatrixRooms;
  readonly users: KnownUsers;
  /** By room: the time of its previous event, in milliseconds. */
  readonly lastTimes: Map<string, number>;
  readonly out: ExportRows;
}

/** Ids that a bridge gives to bots and to people of other networks. */
const bridged =
  /^@_?(?:discord|telegram|whatsapp|slack|signal|irc|facebook|instagram|gitter|mattermost|xmpp)_/;

/**
 * Reads an event.
 * @param room the room of an event that does not contain it @param id the id of an event that does not contain it
 */
export function readEvent(
  event: Row,
  place: Place,
  { room: fallback, id }: { readonly room: string; readonly id?: string | undefined },
  found: FoundEvents,
): void {
  const { out, users } = found;
  const room = text(event['room_id']) ?? fallback;
  const { sender, type } = event;
  if (!isUserId(sender) || typeof type !== 'string') {
    out.count('other events');
    return out.leaveOut('other events', 'without a sender or a type', place, {});
  }
  const given = millisecondsOf(event['origin_server_ts']);
  const time = given ?? found.lastTimes.get(room) ?? 0;
  found.lastTimes.set(room, time);
  addUser(sender, place, time, undefined, users);
  if ('state_key' in event) return readState(event, room, time, place, found);
  const content = object(event['content']);
  const own = { id: id ?? eventId(event), room, sender, time, ...place, json: storedForm(event) };
  const relation = object(content['m.relates_to']);
  const target = text(relation['event_id']);
  if (type === 'm.reaction') readReaction(event, own, target, found);
  else if (type === 'm.room.redaction') {
    out.count('deletions');
    const redacted = text(event['redacts']) ?? text(content['redacts']);
    if (redacted !== undefined) found.events.addRedaction(redacted);
  } else if (type === 'm.room.encrypted' || content['msgtype'] === 'm.bad.encrypted') {
    out.count('encrypted messages');
    const reason = 'only the people in the room can read them';
    out.leaveOut('encrypted messages', reason, place, { id: own.id, room });
  } else if (type !== 'm.room.message' && type !== 'm.sticker') {
    out.count('other events');
    out.leaveOut('other events', 'the service has no such thing', place, { type, room });
  } else if (relation['rel_type'] === 'm.replace' && target !== undefined)
    readEdit(event, { ...own, target }, found);
  else readMessage(event, own, given !== undefined, found);
}

function readState(
  event: Row,
  room: string,
  time: number,
  place: Place,
  { out, rooms, users }: FoundEvents,
): void {
  out.count('state events');
  const { type, state_key: key } = event;
  if (type === 'm.room.member' && isUserId(key)) {
    const content = object(event['content']);
    const name = content['membership'] === 'join' ? text(content['displayname']) : undefined;
    addUser(key, place, time, name, users);
  }
  rooms.addState(room, event, time, place);
}

function readReaction(
  event: Row,
  own: StoredEvent,
  target: string | undefined,
  { out, events }: FoundEvents,
): void {
  out.count('reactions');
  const leaveOut = (reason: string): void => out.leaveOut('reactions', reason, own, { id: own.id });
  if (isDeleted(event) || target === undefined) leaveOut('it was taken back');
  else if (!events.addRelated('reactions', { ...own, target })) leaveOut('another file has it too');
}

function readEdit(event: Row, own: RelatedEvent, { out, rooms, events }: FoundEvents): void {
  const { id, room, sender, target } = own;
  out.count('edits');
  if (!isObject(object(event['content'])['m.new_content'])) {
    const reason = 'without new content, which servers ignore';
    return out.leaveOut('edits', reason, own, { id, message: target });
  }
  rooms.addSender(room, sender, placeOf(own));
  const isNew = !isDeleted(event) && events.addRelated('edits', own);
  if (!isNew) out.leaveOut('edits', 'another file has it too, or it was deleted', own, { id });
}

function readMessage(
  event: Row,
  own: StoredEvent,
  hasTime: boolean,
  { out, rooms, events }: FoundEvents,
): void {
  const { content } = event;
  out.count('messages');
  if (isDeleted(event) || !isObject(content) || Object.keys(content).length === 0) {
    events.addRedaction(own.id); // Its edits, or another file, may still have the text.
    return out.filter('messages', 'it was deleted');
  }
  rooms.addSender(own.room, own.sender, placeOf(own));
  if (!hasTime)
    out.note('messages', 'with an impossible time, which have that of the event before them');
  if (!events.addMessage(own)) out.filter('messages', 'another file has it too');
}

/** The place of an event, without the event, so that rooms do not keep events in memory. */
function placeOf({ file, line }: StoredEvent): Place {
  return { file, line };
}

function isDeleted(event: Row): boolean {
  return object(event['unsigned'])['redacted_because'] !== undefined;
}

/** @param name the name that other people see, if the record has it */
export function addUser(
  uid: string,
  place: Place,
  time: number,
  name: string | undefined,
  users: KnownUsers,
): void {
  const tags = bridged.test(uid) ? { tags: ['foreign'] } : {};
  // Without a name, people see the first part of the id.
  const local = uid.slice(1, uid.indexOf(':'));
  if (!users.has(uid)) users.addNamed(uid, place, -1, { name: local, ...tags });
  if (name !== undefined) users.addNamed(uid, place, Math.floor(time / 1000), { name });
}

/** The parts from which a message is made, without the keys of encrypted files. */
function storedForm(event: Row): string {
  const { type, event_id, sender, room_id, origin_server_ts, content } = event;
  const edit = bundledEdit(event);
  const unsigned = edit === undefined ? {} : { unsigned: { 'm.relations': { 'm.replace': edit } } };
  const all = { type, event_id, sender, room_id, origin_server_ts, content, ...unsigned };
  return JSON.stringify(all, (name, value: unknown) =>
    name === 'key' && isObject(value) ? undefined : name === 'iv' ? undefined : value,
  );
}

/** The latest edit, which servers put into the message itself. */
export function bundledEdit(event: Row): Row | undefined {
  const edit = object(object(event['unsigned'])['m.relations'])['m.replace'];
  return isObject(edit) ? edit : undefined;
}
