import type { Row } from '@chatferry/contract';
import { text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';

/** A conversation in one file. */
export interface Chat {
  readonly place: Place;
  readonly file: string;
  /** The folder of the file in the export, with its `/`. */
  readonly folder: string;
  name: string | undefined;
  type: string;
  /** The class and number of the conversation, such as `channel15`; empty for a conversation without an id. */
  key: string;
  /** The user who made the export; undefined when the user is not known. */
  owner: string | undefined;
  readonly isLeft: boolean;
  /** The time of the latest message in UNIX seconds. The file was exported later. */
  last: number;
  /** The users who wrote, reacted or joined, each with the record that shows it. */
  readonly people: Map<string, { readonly place: Place; seen: number }>;
  /** The latest record without a sender. Older exports have no senders for the posts of a channel. */
  unsigned: { readonly place: Place; readonly seen: number } | undefined;
  readonly leavers: Leaver[];
  readonly joiners: { readonly name: string; readonly place: Place; readonly time: number }[];
  /** Titles of topics by the ids of the messages that created them. */
  readonly topics: Map<number, string>;
}

interface Leaver {
  readonly name: string;
  readonly actor: string | undefined;
  readonly actorName: string | undefined;
  readonly time: number;
}

/** Types of lists that Telegram itself keeps. */
const ownLists = new Set(['replies', 'verification_codes']);

export function isDirect({ type }: Chat): boolean {
  return type === 'personal_chat' || type === 'bot_chat';
}

/** The sender of a message that names none: in a channel, only the channel itself can have sent it. */
export function senderWithoutName({ key, type }: Chat): string | undefined {
  return key !== '' && type.endsWith('channel') ? key : undefined;
}

/** Why no message of a conversation is carried. */
export function reasonOfChat(chat: Chat, directMessages: 'keep' | 'skip'): string | undefined {
  const { key, type, owner, people } = chat;
  if (ownLists.has(type)) return 'a list that Telegram keeps by itself';
  if (type === 'saved_messages') return 'the conversation is with oneself';
  if (key === '') return undefined;
  if (!isDirect(chat)) return undefined;
  if (directMessages === 'skip') return 'directMessages is skip';
  if (owner === key) return 'the conversation is with oneself';
  const isKnown = owner !== undefined || [...people.keys()].some((each) => each !== key);
  return isKnown
    ? undefined
    : 'the export does not contain who exported it: name this user under owner';
}

/** The key of a member of a group, equal in all files. */
export function memberKey(guid: string, uid: string): string {
  return `${guid} ${uid}`;
}

/**
 * Writes the groups of all files with their members. Several files may have the same group.
 *
 * @param members receives the keys of the members
 */
export function writeGroups(
  chats: Iterable<Chat>,
  users: KnownUsers,
  members: Set<string>,
  out: ExportRows,
): void {
  const named = idsByName(users);
  const written = new Set<string>();
  for (const chat of chats) {
    out.count('conversations');
    const { key, owner, isLeft, people } = chat;
    if (isDirect(chat)) out.filter('groups', 'the conversation is of two people');
    else if (reasonOfChat(chat, 'keep') !== undefined)
      out.filter('groups', reasonOfChat(chat, 'keep')!);
    else if (key === '') out.brokenRow('groups', chat.place, JSON.stringify({ name: chat.name }));
    else {
      if (written.has(key)) out.filter('groups', 'another file has the conversation too');
      else out.row('groups', chat.place, groupOf(chat));
      written.add(key);
      addJoiners(chat, named);
      const gone = leaversOf(chat, named);
      if (owner !== undefined && !isLeft && !people.has(owner))
        people.set(owner, { place: chat.place, seen: Infinity });
      for (const [uid, { place, seen }] of people) {
        if (members.has(memberKey(key, uid))) continue;
        if ((gone.get(uid) ?? -1) >= seen) {
          people.delete(uid); // The service refuses reactions of other users.
          out.filter('members', 'the user has left the group');
          continue;
        }
        members.add(memberKey(key, uid));
        out.row('members', place, { guid: key, uid });
      }
    }
  }
}

/** Ids by name; undefined for a name that several users have. */
type IdsByName = ReadonlyMap<string, string | undefined>;

function idsByName(users: KnownUsers): IdsByName {
  const ids = new Map<string, string | undefined>();
  for (const uid of users.ids()) {
    const name = users.ownNameOf(uid);
    if (name !== undefined) ids.set(name, ids.has(name) ? undefined : uid);
  }
  return ids;
}

/** Adds users who joined. They are named without an id, so a user is found only by a unique name. */
function addJoiners({ joiners, people }: Chat, named: IdsByName): void {
  for (const { name, place, time } of joiners) {
    const uid = named.get(name);
    if (uid === undefined) continue;
    const known = people.get(uid);
    if (known === undefined) people.set(uid, { place, seen: time });
    else known.seen = Math.max(known.seen, time);
  }
}

/** When users left for the last time. */
function leaversOf({ leavers }: Chat, named: IdsByName): Map<string, number> {
  const gone = new Map<string, number>();
  for (const { name, actor, actorName, time } of leavers) {
    const uid = actorName === name ? actor : named.get(name);
    if (uid !== undefined) gone.set(uid, Math.max(time, gone.get(uid) ?? 0));
  }
  return gone;
}

function groupOf({ key, name, type, isLeft }: Chat): Row {
  const metadata = {
    ...(type.endsWith('channel') ? { channel: true } : {}),
    ...(isLeft ? { left: true } : {}),
  };
  return {
    guid: key,
    name: text(name) ?? key,
    type: type.startsWith('public') ? 'public' : 'private',
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}
