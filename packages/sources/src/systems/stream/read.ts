import type { FindOriginals } from '../../rows/source-words.ts';
import { isObject, type Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { findInJson } from '../../reading/find-in-json.ts';
import { unreadable, withoutSecretFields, withoutSecretsIn } from '../../reading/secrets.ts';
import { momentOf } from '../../reading/times.ts';
import { objects, text, texts } from '../../reading/values.ts';
import { Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { KeyedRecords } from '../../rows/keyed-records.ts';
import { readJsonRecords } from '../../rows/read-json-records.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { MessageCopies } from '../../rows/message-copies.ts';
import { addChannel, addMember } from './channels.ts';
import { entitiesIn, type Entity, type EntityKind } from './entities.ts';
import { channelIdOf, ownChannelId, withId } from './ids.ts';
import { type MessageContext, noteNames, ownReason, writeMessage } from './messages.ts';
import type { StreamOptions } from './options.ts';
import { leaveOutRest, reactorOf } from './reactions.ts';
import { addListedUser, addUser, idOf, versionOf } from './users.ts';

/*
 * The whole reading:
 *
 *   for each file, for each record: note users, channels and memberships; store messages by their times, and reactions
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of the times of its conversation, the latest copy of it: write its rows and its reactions
 */

/** The content of an export's files so far, until all files are read. */
interface FoundRecords {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly messages: MessageCopies;
  readonly reactions: KeyedRecords;
  /** By user: the users whom they blocked, with the place of the record. */
  readonly blocks: Map<string, Map<string, Place>>;
}

/** Reads an export of Stream, or files that were made for its import. */
export async function readStream(
  archive: Archive,
  options: StreamOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const found: FoundRecords = {
    users: new KnownUsers(),
    chats: new Chats(out),
    messages: new MessageCopies(out),
    reactions: new KeyedRecords(out.workFile('reactions')),
    blocks: new Map(),
  };
  const { users, chats } = found;
  await readJsonRecords(archive, out, entitiesIn, (entity) =>
    readEntity(entity, found, options, out),
  );
  const context = { users, chats, reactions: found.reactions, out, options };
  const resources = new DisposableStack();
  resources.use(found.messages);
  resources.use(found.reactions);
  out.makeLater('messages', write(found, context), resources, withoutSecretsIn);
  chats.write(users);
  writeBlocks(found, context);
  users.write(out, options.deletedUsers);
  return (file, lines) => findInJson(archive, file, lines, entitiesIn);
}

type Reader = (
  entity: Entity,
  found: FoundRecords,
  options: StreamOptions,
  out: ExportRows,
) => void;

const readers: Readonly<Record<EntityKind, Reader>> = {
  user: ({ value, place }, { users, blocks }, _options, out) => {
    out.count('users');
    const uid = addListedUser(value, place, users, out);
    if (uid === undefined) return out.brokenRow('users', place, withoutSecretFields(value));
    const known = blocks.get(uid) ?? new Map<string, Place>();
    for (const blocked of texts(value['blocked_user_ids'])) {
      addUser(blocked, place, users);
      known.set(blocked, place);
    }
    if (known.size > 0) blocks.set(uid, known);
  },
  channel: ({ value, place }, { users, chats }, _options, out) => {
    out.count('channels');
    const id = ownChannelId(value);
    if (id === undefined) return out.brokenRow('groups', place, withoutSecretFields(value));
    if (!addChannel(id, value, place, users, chats))
      out.filter('groups', 'another record of the same conversation is in the export');
  },
  member: ({ value, place, channel }, { users, chats }, _options, out) => {
    out.count('members');
    const id = channelIdOf(value) ?? channel;
    const wrong = id === undefined ? 'broken' : addMember(id, value, place, users, chats);
    if (wrong === 'invited') out.filter('members', 'the invitation is not accepted');
    else if (wrong === 'known')
      out.filter('members', 'another record of the same membership is in the export');
    else if (wrong === 'broken') out.brokenRow('members', place, withoutSecretFields(value));
  },
  message: ({ value: record, place, channel }, found, options, out) => {
    out.count('messages');
    const id = channelIdOf(record) ?? channel;
    if (id === undefined) return out.brokenRow('messages', place, withoutSecretFields(record));
    const value = withId(record, id);
    for (const each of objects(value['latest_reactions']))
      addUser(reactorOf(each), place, found.users);
    addUser(value['pinned_by'], place, found.users);
    if (ownReason(value, options) === undefined) noteNames(value, id, place, found);
    const moment = momentOf(value['created_at'] ?? value['updated_at']);
    found.messages.add(storedForm(value), id, place, moment);
  },
  reaction: ({ value, place }, { users, reactions }, _options, out) => {
    const key = text(value['message_id']);
    if (key === undefined) {
      out.count('reactions');
      return out.brokenRow('reactions', place, withoutSecretFields(value));
    }
    addUser(reactorOf(value), place, users);
    reactions.add({ ...place, key, data: JSON.stringify(value) });
  },
  device: ({ value, place }, _found, _options, out) => {
    out.count('devices');
    out.leaveOut('devices', 'keys for notifications', place, { uid: value['user_id'] });
  },
  ban: ({ value, place }, _found, _options, out) => {
    out.count('bans from future channels');
    const { created_by: uid, target_id: banned } = value;
    out.leaveOut('bans from future channels', 'the service has no such thing', place, {
      uid,
      banned,
    });
  },
  other: ({ value, place }, _found, _options, out) => {
    out.count('other records');
    out.leaveOut('other records', 'not known', place, { name: text(value['type']) });
  },
};

function readEntity(
  entity: Entity,
  found: FoundRecords,
  options: StreamOptions,
  out: ExportRows,
): void {
  if (entity.broken === undefined) return readers[entity.kind](entity, found, options, out);
  const kind = brokenKinds[entity.kind] ?? 'messages';
  out.count(kind);
  out.brokenRow(kind, entity.place, unreadable(entity.broken));
}

const brokenKinds = {
  user: 'users',
  channel: 'groups',
  member: 'members',
  message: 'messages',
  reaction: 'reactions',
  device: undefined,
  ban: undefined,
  other: undefined,
} as const;

/** The message without unused fields, which are longer than the rest. */
function storedForm(message: Row): Row {
  const {
    html: _html,
    i18n: _translations,
    quoted_message: _copy,
    own_reactions: _none,
    thread_participants: _people,
    channel: _channel,
    pinned_by: _user,
    ...kept
  } = message;
  if (isObject(kept['user'])) kept['user'] = nameOf(kept['user']);
  if (Array.isArray(kept['mentioned_users']))
    kept['mentioned_users'] = kept['mentioned_users'].map(nameOf);
  if (Array.isArray(kept['latest_reactions']))
    kept['latest_reactions'] = objects(kept['latest_reactions']).map(
      ({ type, created_at: time, ...reaction }) => ({
        type,
        user_id: idOf(reactorOf(reaction)),
        created_at: time,
      }),
    );
  return kept;
}

/** The fields of a user that messages need. The records of users have all other fields. */
function nameOf(user: unknown): unknown {
  return isObject(user) ? { id: user['id'], name: user['name'] } : user;
}

function* write({ messages, reactions }: FoundRecords, context: MessageContext): Generator<void> {
  const rules = {
    idOf: ({ id }: Row) => text(id),
    versionOf,
    // Two people may have channels of several types, which become one conversation.
    joinedAs: (chat: string) => context.chats.nameOfPair(chat),
  };
  for (const stored of messages.inOrder(rules)) yield writeMessage(stored, context);
  leaveOutRest(reactions, context.out);
}

function writeBlocks({ blocks }: FoundRecords, { out }: MessageContext): void {
  for (const [uid, all] of blocks)
    for (const [blocked, place] of all) {
      out.count('blocks');
      out.row('blocks', place, { uid: uid, blocked: blocked });
    }
}
