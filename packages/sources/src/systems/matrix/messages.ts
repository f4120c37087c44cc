import { isObject, type Row } from '@chatferry/contract';
import { nameWithoutAddress } from '../../reading/media-folder.ts';
import { filled, object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { mentionedDetails, writeMessageRows } from '../../rows/message-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import type { EventStore, RelatedEvent, StoredEvent } from './event-store.ts';
import { fileOf } from './files.ts';
import { isUserId, millisecondsOf, muidOf } from './ids.ts';
import type { MatrixOptions } from './options.ts';
import type { MatrixRooms, RoomFacts } from './rooms.ts';
import { bundledEdit } from './read-event.ts';
import { textOf } from './texts.ts';

export interface MessageContext {
  readonly users: KnownUsers;
  readonly rooms: MatrixRooms;
  readonly events: EventStore;
  readonly out: ExportRows;
  readonly options: MatrixOptions;
}

/** Turns an event into rows, with the edits of its sender and the reactions to it. */
export function writeMessage(stored: StoredEvent, context: MessageContext): void {
  const { events, out, options, rooms } = context;
  const place = { file: stored.file, line: stored.line };
  const room = rooms.of(stored.room);
  const isRedacted = events.isRedacted(stored.id);
  const edits = events.editsOf(stored.id);
  const latest = isRedacted ? undefined : latestEdit(stored, edits, context);
  leaveOutEdits(edits, latest, out);
  const reason = isRedacted ? 'it was deleted' : reasonOfRoom(room, options);
  const isWritten = reason === undefined && writeContent(stored, latest, room!, place, context);
  if (!isWritten) out.filter('messages', reason ?? 'there is neither text nor file');
  writeReactions(stored, !isWritten, context);
}

/** Writes an edit of a message that the export does not have, as the message itself. */
export function writeOrphan(edit: RelatedEvent, context: MessageContext): void {
  const { events, out, options, rooms } = context;
  const place = { file: edit.file, line: edit.line };
  const versions = events.editsOf(edit.target);
  const last = versions.findLast((each) => !events.isRedacted(each.id));
  const room = rooms.of(edit.room);
  const isFiltered = events.isRedacted(edit.target) || reasonOfRoom(room, options) !== undefined;
  if (isFiltered || last?.id !== edit.id)
    return leaveOutEdit(edit, 'earlier versions, and those of filtered messages', out);
  const message = { ...edit, id: edit.target };
  if (!writeContent(message, edit, room!, place, context))
    return leaveOutEdit(edit, 'there is neither text nor file', out);
  out.note('messages', 'made of edits, because the export does not have the first version');
}

function reasonOfRoom(
  room: RoomFacts | undefined,
  { directMessages }: MatrixOptions,
): string | undefined {
  if (room?.kind === 'space') return 'the room is a space';
  return room?.kind === 'direct' && directMessages === 'skip'
    ? 'directMessages is skip'
    : undefined;
}

/** Only the sender can edit a message. */
function latestEdit(
  stored: StoredEvent,
  edits: readonly RelatedEvent[],
  { events }: MessageContext,
): RelatedEvent | undefined {
  const isValid = ({ id, sender }: RelatedEvent): boolean =>
    sender === stored.sender && !events.isRedacted(id);
  const found = edits.findLast(isValid);
  const bundled = editIn(stored);
  if (bundled === undefined || !isValid(bundled)) return found;
  return found === undefined || found.time < bundled.time ? bundled : found;
}

/** The edit inside a message: the export may not have the edit's event. */
function editIn(stored: StoredEvent): RelatedEvent | undefined {
  if (!stored.json.includes('"m.replace"')) return undefined; // Parsing all messages twice takes time.
  const edit = bundledEdit(object(JSON.parse(stored.json)));
  const time = millisecondsOf(edit?.['origin_server_ts']);
  if (edit === undefined || time === undefined) return undefined;
  const [id, sender] = [String(edit['event_id']), String(edit['sender'])];
  return { ...stored, id, sender, time, json: JSON.stringify(edit), target: stored.id };
}

function leaveOutEdits(
  edits: readonly RelatedEvent[],
  latest: RelatedEvent | undefined,
  out: ExportRows,
): void {
  for (const edit of edits)
    if (edit !== latest)
      leaveOutEdit(edit, 'earlier versions, and those of filtered messages', out);
}

function leaveOutEdit(
  { id, target, file, line }: RelatedEvent,
  reason: string,
  out: ExportRows,
): void {
  out.leaveOut('edits', reason, { file, line }, { id, message: target });
}

/** @returns false when there is no content */
function writeContent(
  stored: StoredEvent,
  edit: RelatedEvent | undefined,
  room: RoomFacts,
  place: Place,
  context: MessageContext,
): boolean {
  const { users, out, options } = context;
  const event = object(JSON.parse(stored.json));
  const first = object(event['content']);
  const edited = edit === undefined ? undefined : object(object(JSON.parse(edit.json))['content']);
  const content = edited === undefined ? first : newContent(first, edited);
  const mentioned = new Set<string>();
  const file = fileOf({ type: event['type'], content }, options, out.files);
  const shown =
    file === undefined
      ? textOf(content, (uid) => {
          if (!users.has(uid)) return false;
          mentioned.add(uid);
          return true;
        })
      : (file.caption ?? '');
  const named = file === undefined ? [] : nameWithoutAddress(file);
  const body = [shown, ...named].filter((each) => each.trim() !== '').join('\n');
  const files = file?.attachment === undefined ? [] : [{ attachment: file.attachment }];
  if (body === '' && files.length === 0) return false;
  if (file !== undefined) {
    out.count('files');
    out.note('files', file.note);
  }
  for (const uid of mentionedIn(content)) if (users.has(uid)) mentioned.add(uid);
  const isDirect = room.kind === 'direct';
  const receiver = isDirect ? room.people.find((each) => each !== stored.sender) : stored.room;
  const message = {
    muid: muidOf(stored.id),
    common: {
      sender: stored.sender,
      receiverType: isDirect ? 'user' : 'group',
      ...filled({ receiver }),
      ...(stored.time === 0 ? {} : { sentAt: Math.floor(stored.time / 1000) }),
    },
    mentioned: mentionedDetails(mentioned, (uid) => users.nameOf(uid)),
    text: body,
    files,
    metadata: metadataOf(first, content, edit, context),
  };
  writeMessageRows(message, place, Buffer.from(stored.json), out);
  return true;
}

/** An edit keeps the relation of a message. Older servers and clients put the new content into the message itself. */
function newContent(first: Row, edited: Row): Row {
  if (!isObject(edited['m.new_content'])) return first;
  const { 'm.relates_to': relation } = first;
  const isReplace = object(relation)['rel_type'] === 'm.replace';
  return { ...edited['m.new_content'], ...(isReplace ? {} : { 'm.relates_to': relation }) };
}

function mentionedIn(content: Row): readonly string[] {
  const ids: unknown = object(content['m.mentions'])['user_ids'];
  return Array.isArray(ids) ? ids.filter(isUserId) : [];
}

function metadataOf(
  first: Row,
  content: Row,
  edit: RelatedEvent | undefined,
  { events, out, options }: MessageContext,
): Row | undefined {
  if (edit !== undefined) out.note('messages', 'edited; they have the last version');
  const relation = object(first['m.relates_to']);
  const isThread = relation['rel_type'] === 'm.thread';
  const root = isThread ? text(relation['event_id']) : undefined;
  const replied = text(object(relation['m.in_reply_to'])['event_id']);
  const isReply = replied !== undefined && !(isThread && relation['is_falling_back'] === true);
  const isInThread = root !== undefined && options.threads === 'metadata';
  const isMissing = isInThread && !events.has(root);
  if (isMissing) out.note('messages', 'in threads whose first message is not in the export');
  const type = text(content['msgtype']);
  return filled({
    parentMuid: isInThread ? muidOf(root) : undefined,
    parentMissing: isMissing ? true : undefined,
    quotedMuid: isReply ? muidOf(replied) : undefined,
    editedAt: edit === undefined ? undefined : Math.floor(edit.time / 1000),
    matrixType: type === 'm.notice' || type === 'm.emote' ? type : undefined,
  });
}

function writeReactions(
  { id, room }: StoredEvent,
  isFiltered: boolean,
  { events, rooms, out }: MessageContext,
): void {
  const muid = muidOf(id);
  const facts = rooms.of(room);
  const canReact = (user: string): boolean =>
    facts?.kind === 'direct' ? facts.people.includes(user) : rooms.isMember(room, user);
  const seen = new Set<string>();
  for (const reaction of events.reactionsTo(id)) {
    const { sender: uid, time, file, line } = reaction;
    const place = { file, line };
    const relation = object(object(object(JSON.parse(reaction.json))['content'])['m.relates_to']);
    const emoji = text(relation['key']);
    const isTakenBack = events.isRedacted(reaction.id);
    const isRepeated = seen.has(`${uid} ${emoji}`);
    if (!isTakenBack) seen.add(`${uid} ${emoji}`);
    const whyNot = isTakenBack
      ? 'it was taken back'
      : isRepeated
        ? 'the user gave it twice'
        : undefined;
    const reactedAt = Math.floor(time / 1000);
    writeReaction(
      { uid, reaction: emoji, reactedAt: reactedAt > 0 ? reactedAt : undefined, whyNot },
      { muid, isFiltered, canReact },
      place,
      out,
    );
  }
}
