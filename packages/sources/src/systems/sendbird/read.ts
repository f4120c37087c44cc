import type { FindOriginals } from '../../rows/source-words.ts';
import type { InputKind, Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { findInFiles } from '../../reading/find-in-json.ts';
import { unreadable, withoutSecretFields, withoutSecretsIn } from '../../reading/secrets.ts';
import { momentOf } from '../../reading/times.ts';
import { object, text } from '../../reading/values.ts';
import { Chats } from '../../rows/chats.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { MessageCopies } from '../../rows/message-copies.ts';
import { leaveOutFile } from '../../rows/other-files.ts';
import { addChannel } from './channels.ts';
import { entitiesIn, type Entity, type EntityKind } from './entities.ts';
import { exportFiles } from './export-files.ts';
import { messageId } from './ids.ts';
import { type MessageContext, noteNames, ownReason, writeMessage } from './messages.ts';
import type { SendbirdOptions } from './options.ts';
import { addUser, factsOf, versions } from './users.ts';

/*
 * The whole reading:
 *
 *   for each file, for each record: note users, channels and their members; store messages by their times
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of the times of its conversation, the latest copy of it: write its rows and its reactions
 */

interface FoundRecords {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly messages: MessageCopies;
  /** Channels that have a record of their own. */
  readonly listed: Set<string>;
  readonly options: SendbirdOptions;
  readonly out: ExportRows;
}

/** Reads data exports of Sendbird, or answers of its API. */
export async function readSendbird(
  archive: Archive,
  options: SendbirdOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const found: FoundRecords = {
    users: new KnownUsers(),
    chats: new Chats(out),
    messages: new MessageCopies(out),
    listed: new Set(),
    options,
    out,
  };
  const { users, chats, messages } = found;
  const workFile = out.workFile('archive');
  const leaveOut = (file: string): void => leaveOutFile(file, 'not JSON', out);
  for await (const file of exportFiles(archive, workFile, leaveOut)) {
    if (file.beginning === undefined) leaveOut(file.file);
    for await (const batch of entitiesIn(file))
      for (const entity of batch) readEntity(entity, found);
  }
  const context: MessageContext = { users, chats, out, options };
  const write = function* write(): Generator<void> {
    const rules = {
      idOf: (message: Row) => messageId(message['message_id']),
      versionOf: (message: Row) => momentOf(message['updated_at'])?.micros ?? 0,
      // Two people may have several channels, which become one conversation.
      joinedAs: (chat: string) => chats.nameOfPair(chat),
    };
    for (const { message, chat, place, json } of messages.inOrder(rules))
      yield writeMessage(message, chat, place, json, context);
  };
  out.makeLater('messages', write(), messages, withoutSecretsIn);
  chats.write(users);
  users.write(out, options.deletedUsers);
  return (file, lines) => findInFiles(exportFiles(archive, workFile), file, lines, entitiesIn);
}

/** Types of records in the report, and the kind of their rows. */
const named: Readonly<Record<EntityKind, readonly [type: string, kind: InputKind]>> = {
  user: ['users', 'users'],
  channel: ['channels', 'groups'],
  'open channel': ['channels', 'groups'],
  'channel of messages': ['channels', 'groups'],
  message: ['messages', 'messages'],
  member: ['members', 'members'],
  operator: ['members', 'members'],
  banned: ['members', 'members'],
  muted: ['mutes', 'members'],
  other: ['other records', 'messages'],
};

function readEntity(entity: Entity, found: FoundRecords): void {
  const { kind, value, place, broken } = entity;
  const { out } = found;
  const [type, rows] = named[kind];
  if (broken !== undefined) {
    out.count(type);
    return out.brokenRow(rows, place, unreadable(broken));
  }
  if (kind !== 'channel of messages') out.count(type);
  if (!read(entity, found)) out.brokenRow(rows, place, withoutSecretFields(value));
}

/** @returns false for a record that lacks a required field */
function read(entity: Entity, found: FoundRecords): boolean {
  const { kind, value, place } = entity;
  const { users, out } = found;
  if (kind === 'user') {
    const id = text(value['user_id']);
    if (id === undefined) return false;
    if (!users.addListed(id, place, versions.listed, factsOf(value)))
      out.filter('users', 'another record of the same user is in the export');
  } else if (kind === 'channel of messages') {
    const isOpen = 'participant_count' in value;
    if (text(value['channel_url']) !== undefined)
      addChannel(value, { place, isOpen, from: 'copy' }, found);
  } else if (kind === 'channel' || kind === 'open channel') {
    const url = text(value['channel_url']);
    if (url === undefined) return false;
    const isOpen = kind === 'open channel' || 'participant_count' in value;
    addChannel(value, { place, isOpen, from: 'own' }, found);
    if (found.listed.has(url))
      out.filter('groups', 'another record of the same conversation is in the export');
    found.listed.add(url);
  } else if (kind === 'message') {
    const [id, url] = [messageId(value['message_id']), text(value['channel_url'])];
    if (id === undefined || url === undefined) return false;
    if (ownReason(value, found.options) === undefined) noteNames(value, url, place, found);
    found.messages.add(storedForm(value), url, place, momentOf(value['created_at']));
  } else if (kind === 'other') out.leaveOut('other records', 'not known', place, {});
  else readMember(entity, found);
  return true;
}

/** Reads an element of a list of the members, operators, banned or muted users of a channel. */
function readMember({ kind, value, place, channel }: Entity, found: FoundRecords): void {
  const { users, chats, out } = found;
  const person = 'user_id' in value ? value : object(value['user']);
  const uid = addUser(person, place, 'member', users);
  const url = text(value['channel_url']) ?? channel;
  if (kind === 'muted')
    return out.leaveOut('mutes', 'the service has no such thing', place, { uid, guid: url });
  if (uid === undefined || url === undefined)
    return out.leaveOut('members', 'the file does not name their channel', place, { uid });
  const isOperator = kind === 'operator' || value['role'] === 'operator';
  if (value['state'] === 'invited') return out.filter('members', 'the invitation is not accepted');
  const isFirst = chats.addMember(url, uid, place, {
    scope: isOperator ? 'admin' : undefined,
    isBanned: kind === 'banned' ? true : undefined,
  });
  if (!isFirst) out.filter('members', 'another record of the same membership is in the export');
}

/** The message without unused fields, which are longer than the used fields. */
function storedForm(message: Row): Row {
  const {
    translations: _translations,
    og_tag: _preview,
    thumbnails: _thumbnails,
    parent_message_info: _copy,
    thread_info: _counts,
    ...kept
  } = message;
  return kept;
}
