import type { FindOriginals } from '../../rows/source-words.ts';
import type { InputKind, Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { findInJson } from '../../reading/find-in-json.ts';
import { unreadable, withoutSecretFields, withoutSecretsIn } from '../../reading/secrets.ts';
import { momentOf, secondsIn } from '../../reading/times.ts';
import { filled, object, text, wholeNumber } from '../../reading/values.ts';
import { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KeyedRecords } from '../../rows/keyed-records.ts';
import { readJsonRecords } from '../../rows/read-json-records.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { MessageCopies } from '../../rows/message-copies.ts';
import { entitiesIn, type Entity, type EntityKind } from './entities.ts';
import { SYSTEM_USER } from './ids.ts';
import { idOf, type MessageContext, reasonToFilter, writeMessage } from './messages.ts';
import { Muids } from './muids.ts';
import type { ServiceOptions } from './options.ts';
import { groupOf, userOf } from './records.ts';

/*
 * The whole reading:
 *
 *   for each file, for each record: note users, groups, members and relations; store messages by their times
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of the times of its conversation, the latest copy of it: write its row and its reactions
 */

interface FoundRecords extends MessageContext {
  readonly messages: MessageCopies;
}

/** Reads pages of the lists that an app of the service returns. */
export async function readService(
  archive: Archive,
  options: ServiceOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const found: FoundRecords = {
    users: new KnownUsers(),
    chats: new Chats(out),
    reactions: new KeyedRecords(out.workFile('reactions')),
    muids: new Muids(out.workFile('muids')),
    messages: new MessageCopies(out),
    out,
    options,
  };
  const { users, chats, messages, reactions, muids } = found;
  await readJsonRecords(archive, out, entitiesIn, (entity) => readEntity(entity, found));
  const resources = new DisposableStack();
  for (const each of [messages, reactions, muids]) resources.use(each);
  out.makeLater('messages', write(found), resources, withoutSecretsIn);
  chats.write(users);
  users.write(out, options.deletedUsers);
  return (file, lines) => findInJson(archive, file, lines, entitiesIn);
}

function* write(found: FoundRecords): Generator<void> {
  const { messages, reactions, out } = found;
  const rules = {
    idOf: (message: Row) => idOf(message['id']),
    versionOf: (message: Row) => secondsIn(message['updatedAt']) ?? 0,
  };
  for (const { message, place, json } of messages.inOrder(rules))
    yield writeMessage(message, place, json, found);
  for (const { key, file, line } of reactions.rest())
    out.leaveOut('reactions', 'the message is not in the export', { file, line }, { id: key });
}

/** Types of records in the report, and the kind of their rows. */
const named: Readonly<Record<EntityKind, readonly [type: string, kind: InputKind]>> = {
  user: ['users', 'users'],
  group: ['groups', 'groups'],
  member: ['members', 'members'],
  banned: ['banned users', 'members'],
  friend: ['friends', 'friends'],
  blocked: ['blocked users', 'blocks'],
  message: ['messages', 'messages'],
  reaction: ['reactions', 'reactions'],
  role: ['roles', 'roles'],
  conversation: ['conversations', 'messages'],
  secret: ['keys and tokens', 'messages'],
  other: ['other records', 'messages'],
};

function readEntity(entity: Entity, found: FoundRecords): void {
  const { kind, value, place, broken } = entity;
  const { out } = found;
  const [type, rows] = named[kind];
  out.count(type);
  if (broken !== undefined) return out.brokenRow(rows, place, unreadable(broken));
  if (!readers[kind](value, place, found, entity.of))
    out.brokenRow(rows, place, withoutSecretFields(value));
}

/** @returns false for a record that lacks a required field */
type Reader = (value: Row, place: Place, found: FoundRecords, of: string | undefined) => boolean;

const readers: Readonly<Record<EntityKind, Reader>> = {
  user: (value, place, { users, out }) => {
    const uid = text(value['uid']);
    if (uid === undefined) return false;
    if (uid === SYSTEM_USER) out.filter('users', 'every app has it');
    else if (!users.addListed(uid, place, versionOf(value), userOf(value, place, true, out)))
      out.filter('users', 'another record of the same user is in the export');
    return true;
  },
  group: (value, place, { users, chats, out }) => {
    const guid = text(value['guid']);
    if (guid === undefined) return false;
    const facts = groupOf(value, place, out);
    if (facts.owner !== undefined) users.add(facts.owner, place, 0, {});
    if (!chats.describe(guid, place, facts))
      out.filter('groups', 'another record of the same conversation is in the export');
    return true;
  },
  member: addMember(false),
  banned: addMember(true),
  friend: (value, place, { users, out }, uid) => {
    addCopy(value, place, users, out);
    users.add(uid!, place, 0, {});
    out.row('friends', place, { uid, friend: value['uid'] });
    return true;
  },
  blocked: (value, place, { users, out }, uid) => {
    if (value['blockedByMe'] === false) {
      out.leaveOut('blocked users', 'they blocked the user of the list', place, { uid });
      return true;
    }
    addCopy(value, place, users, out);
    users.add(uid!, place, 0, {});
    out.row('blocks', place, { uid, blocked: value['uid'] });
    return true;
  },
  message: (value, place, found) => {
    const id = idOf(value['id']);
    if (id === undefined) return false;
    const { users, chats, muids, messages, options } = found;
    const data = object(value['data']);
    const { sender: from, receiver: to } = object(data['entities']);
    if (reasonToFilter(value, options) === undefined) {
      for (const entity of [from, to]) {
        const copy = object(object(entity)['entity']);
        if ('uid' in copy) addCopy(copy, place, users, found.out);
      }
      const [sender, receiver] = [text(value['sender']), text(value['receiver'])];
      if (sender !== undefined) users.add(sender, place, 0, {});
      if (receiver !== undefined && value['receiverType'] === 'user')
        users.add(receiver, place, 0, {});
      if (receiver !== undefined && sender !== undefined && value['receiverType'] === 'group')
        chats.addSender(receiver, sender, place);
    }
    muids.add(id, text(value['muid']));
    const { entities: _copies, ...kept } = data;
    const chat =
      text(value['conversationId']) ??
      `${String(value['receiverType'])} ${String(value['receiver'])}`;
    // Times have whole seconds: within one, messages follow each other by their ids, which ascend.
    const moment = momentOf(value['sentAt']);
    const nanos = wholeNumber(id) ?? 0;
    messages.add({ ...value, data: kept }, chat, place, moment && { ...moment, nanos });
    return true;
  },
  reaction: (value, place, { users, reactions }) => {
    const [key, uid] = [idOf(value['messageId']), text(value['uid'])];
    if (key === undefined || uid === undefined) return false;
    users.add(uid, place, 0, {});
    reactions.add({ ...place, key, data: JSON.stringify({ ...value, reactedBy: undefined }) });
    return true;
  },
  role: ({ role, name, description, metadata, settings }, place, { out }) => {
    if (role === 'default') out.filter('roles', 'every app has it');
    else out.row('roles', place, filled({ role, name, description, metadata, settings }) ?? {});
    return true;
  },
  conversation: ({ conversationId }, place, { out }) => {
    const reason = 'they follow from the messages';
    out.leaveOut('conversations', reason, place, { conversationId });
    return true;
  },
  secret: (_value, place, { out }) => {
    out.leaveOut('keys and tokens', 'they give access to the app', place, {});
    return true;
  },
  other: (_value, place, { out }) => {
    out.leaveOut('other records', 'not known', place, {});
    return true;
  },
};

function addMember(isBanned: boolean): Reader {
  return (value, place, { users, chats, out }, guid) => {
    const uid = addCopy(value, place, users, out);
    if (uid === undefined) return false;
    if (guid === undefined) {
      out.leaveOut('members', 'the path of the file does not name their group', place, { uid });
      return true;
    }
    const scope = value['scope'];
    const isFirst = chats.addMember(guid, uid, place, {
      scope: scope === 'admin' || scope === 'moderator' ? scope : undefined,
      joinedAt: secondsIn(value['joinedAt']),
      isBanned: isBanned ? true : undefined,
    });
    if (!isFirst) out.filter('members', 'another record of the same membership is in the export');
    return true;
  };
}

/** Notes a user whom another record repeats. */
function addCopy(value: Row, place: Place, users: KnownUsers, out: ExportRows): string | undefined {
  const uid = text(value['uid']);
  if (uid !== undefined) users.add(uid, place, versionOf(value), userOf(value, place, false, out));
  return uid;
}

function versionOf(value: Row): number {
  return secondsIn(value['updatedAt']) ?? 0;
}
