import type { FindOriginals } from '../../rows/source-words.ts';
import type { InputKind, Row } from '@chatferry/contract';
import type { Archive } from '../../archive/archive.ts';
import { findInJson } from '../../reading/find-in-json.ts';
import { unreadable, withoutSecretFields, withoutSecretsIn } from '../../reading/secrets.ts';
import { object, text } from '../../reading/values.ts';
import { Chats } from '../../rows/chats.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { readJsonRecords } from '../../rows/read-json-records.ts';
import { KnownUsers } from '../../rows/known-users.ts';
import { MessageCopies } from '../../rows/message-copies.ts';
import { actionsOf } from './actions.ts';
import { entitiesIn, type Entity, type EntityKind } from './entities.ts';
import { withExactTimetokens } from './exact-numbers.ts';
import { momentOfToken, threadOf, timetokenOf, UNKNOWN_USER } from './ids.ts';
import type { MessageContext } from './message-context.ts';
import { isEncrypted, noteNames, ownReason, writeMessage } from './messages.ts';
import { channelFacts, userFacts, versionOf } from './objects.ts';
import type { PubnubOptions } from './options.ts';

/*
 * The whole reading:
 *
 *   for each file, for each record: note users, channels and memberships; store messages by their timetokens
 *   write the groups with their members, then the users, whom all of these name
 *   later, for each message in the order of its channel, the copy with the latest actions: write its rows and its reactions
 */

interface FoundRecords {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly messages: MessageCopies;
  readonly options: PubnubOptions;
  readonly out: ExportRows;
}

/** Reads answers of PubNub that were saved: messages of channels, and objects of App Context. */
export async function readPubnub(
  given: Archive,
  options: PubnubOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const archive = withExactTimetokens(given);
  const users = new KnownUsers();
  const chats = new Chats(out);
  const messages = new MessageCopies(out);
  const found: FoundRecords = { users, chats, messages, options, out };
  await readJsonRecords(archive, out, entitiesIn, (entity) => readEntity(entity, found));
  settleChannels(found);
  const context: MessageContext = { users, chats, out, options };
  const write = function* write(): Generator<void> {
    const rules = {
      idOf: ({ channel, timetoken }: Row) => `${String(channel)} ${String(timetoken)}`,
      versionOf: (message: Row) => Number(actionsOf(message).at(-1)?.timetoken ?? 0),
      joinedAs: (chat: string) => chats.nameOfPair(chat),
    };
    for (const stored of messages.inOrder(rules)) yield writeMessage(stored, context);
  };
  out.makeLater('messages', write(), messages, withoutSecretsIn);
  chats.write(users);
  users.write(out, 'keep');
  return (file, lines) => findInJson(archive, file, lines, entitiesIn);
}

/** Completes channels when all records are known: the people of channels of two, and the facts that threads take from their channels. */
function settleChannels({ chats, options }: FoundRecords): void {
  const ids = [...chats.ids()];
  for (const id of ids) {
    const senders = chats.unlistedSenders(id);
    const canBePair = chats.factsOf(id)?.canBePair === true;
    if (canBePair && senders.size === 2 && !senders.has(UNKNOWN_USER))
      for (const [user, place] of senders) chats.addMember(id, user, place);
    const isOfTwo = chats.pairOf(id) !== undefined || (canBePair && senders.size === 1);
    if (isOfTwo && options.directMessages === 'skip') chats.change(id, { reason: SKIPPED });
  }
  for (const id of ids) {
    const channel = threadOf(id)?.channel;
    if (channel === undefined) continue;
    const { type, reason } = chats.factsOf(channel) ?? channelFacts(channel, {}, options);
    chats.change(id, { ...(type === 'private' ? { type } : {}), reason });
  }
}

const SKIPPED = 'directMessages is skip';

/** Types of records in the report, and the kind of their rows. */
const named: Readonly<Record<EntityKind, readonly [type: string, kind: InputKind]>> = {
  message: ['messages', 'messages'],
  user: ['users', 'users'],
  channel: ['channels', 'groups'],
  membership: ['memberships', 'members'],
  answer: ['other answers', 'messages'],
  other: ['other records', 'messages'],
};

function readEntity(entity: Entity, found: FoundRecords): void {
  const { kind, value, place, broken } = entity;
  const { out } = found;
  const [type, rows] = named[kind];
  out.count(type);
  if (broken !== undefined) return out.brokenRow(rows, place, unreadable(broken));
  if (readers[kind](entity, found)) return;
  const isOfTime = kind === 'message' && timetokenOf(value['timetoken']) === undefined;
  const code = isOfTime ? 'bad-source-time' : 'incomplete-record';
  out.brokenRow(rows, place, withoutSecretFields(value), code);
}

/** @returns false for a record that lacks a required field */
type Reader = (entity: Entity, found: FoundRecords) => boolean;

const readers: Readonly<Record<EntityKind, Reader>> = {
  message: ({ value, place, channel }, found) => {
    const { chats, messages, options, out } = found;
    const timetoken = timetokenOf(value['timetoken']);
    if (timetoken === undefined || channel === undefined) return false;
    if (isEncrypted(value)) {
      const reason = 'they could not be decrypted when they were saved';
      out.leaveOut('messages', reason, place, { channel, timetoken });
      return true;
    }
    const thread = options.threads === 'metadata' ? threadOf(channel)?.channel : undefined;
    const chat = thread ?? channel;
    if (ownReason(value) === undefined) {
      if (chats.factsOf(chat) === undefined)
        chats.describe(chat, place, { ...channelFacts(chat, {}, options), version: 0 });
      noteNames(value, chat, place, found);
    }
    messages.add(value, chat, place, momentOfToken(timetoken));
    return true;
  },
  user: ({ value, place }, { users, out }) => {
    const id = String(value['id']);
    if (!users.addListed(id, place, versionOf(value), userFacts(value)))
      out.filter('users', 'another record of the same user is in the export');
    return true;
  },
  channel: ({ value, place }, { chats, options, out }) => {
    const id = String(value['id']);
    const isKnown = (chats.factsOf(id)?.version ?? 0) > 0;
    chats.describe(id, place, channelFacts(id, value, options));
    if (isKnown) out.filter('groups', 'another record of the same conversation is in the export');
    return true;
  },
  membership: ({ value, place, user, channel }, { users, chats, options, out }) => {
    if (user === undefined || channel === undefined) {
      const reason = 'the path of the file does not name their user or channel';
      out.leaveOut('memberships', reason, place, { user, channel });
      return true;
    }
    const member = object(value['uuid'] ?? value['user']);
    const room = object(value['channel']);
    users.add(user, place, versionOf(member), userFacts(member));
    const version = 'name' in room ? versionOf(room) : 0;
    if (chats.factsOf(channel) === undefined || version > 0)
      chats.describe(channel, place, { ...channelFacts(channel, room, options), version });
    if (!chats.addMember(channel, user, place))
      out.filter('members', 'another record of the same membership is in the export');
    return true;
  },
  answer: ({ place }, { out }) => {
    out.leaveOut('other answers', 'without messages or objects', place, {});
    return true;
  },
  other: ({ value, place }, { out }) => {
    out.leaveOut('other records', 'not known', place, { id: text(value['id']) });
    return true;
  },
};
