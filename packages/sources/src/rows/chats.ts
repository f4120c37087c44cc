import type { Row } from '@chatferry/contract';
import { filled } from '../reading/values.ts';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';
import type { KnownUsers } from './known-users.ts';
import { leaveOutLongFields } from './long-fields.ts';

/** The facts in an export about a conversation. */
export interface ChatFacts {
  /** Absent: the name is made of the names of the members. */
  readonly name?: string | undefined;
  readonly type: 'public' | 'private';
  readonly owner?: string | undefined;
  /** UNIX seconds. */
  readonly createdAt?: number | undefined;
  /** Other fields of the group. */
  readonly row?: Row | undefined;
  /** Names of fields that are too long for the metadata. */
  readonly tooLong?: readonly string[] | undefined;
  /** Whether the conversation is between two people if it has two members. */
  readonly canBePair: boolean;
  /** The number of members; the export may list fewer. */
  readonly memberCount?: number | undefined;
  /** When a conversation has several records, the record with the highest version counts. */
  readonly version: number;
  /** Why the conversation is filtered, with everything in it. */
  readonly reason?: string | undefined;
  /** Microseconds since 1970; messages up to this time are no longer shown. */
  readonly emptiedAt?: number | undefined;
}

export interface MemberFacts {
  readonly scope?: 'admin' | 'moderator' | undefined;
  readonly isBanned?: boolean | undefined;
  /** UNIX seconds. */
  readonly joinedAt?: number | undefined;
}

interface Chat {
  place: Place;
  /** Undefined for a conversation that the export does not describe. */
  facts: ChatFacts | undefined;
  readonly members: Map<string, MemberFacts & { readonly place: Place }>;
  readonly senders: Map<string, Place>;
}

const IS_PAIR = 'the conversation is of two people';

/** The conversations of an export with their members. Note everything before asking anything. */
export class Chats {
  readonly #chats = new Map<string, Chat>();
  readonly #out: ExportRows;

  constructor(out: ExportRows) {
    this.#out = out;
  }

  /** Notes a record of a conversation. @returns false when an earlier record described the conversation */
  describe(id: string, place: Place, facts: ChatFacts): boolean {
    const chat = this.#chat(id, place);
    const isFirst = chat.facts === undefined;
    if (isFirst || chat.facts!.version <= facts.version) {
      chat.place = place;
      chat.facts = facts;
    }
    return isFirst;
  }

  /** Notes a membership. Several records complete each other field by field. @returns false when the membership was already noted */
  addMember(id: string, user: string, place: Place, facts: MemberFacts = {}): boolean {
    const { members } = this.#chat(id, place);
    const known = members.get(user);
    members.set(user, { place, ...facts, ...filled({ ...known }) });
    return known === undefined;
  }

  /** Notes that a user wrote in a conversation. */
  addSender(id: string, user: string, place: Place): void {
    const { senders } = this.#chat(id, place);
    if (!senders.has(user)) senders.set(user, place);
  }

  /** Undefined for a conversation that the export does not describe. */
  factsOf(id: string): ChatFacts | undefined {
    return this.#chats.get(id)?.facts;
  }

  /** Changes facts that depend on facts of another conversation. */
  change(id: string, facts: Partial<ChatFacts>): void {
    const chat = this.#chats.get(id);
    if (chat?.facts !== undefined) chat.facts = { ...chat.facts, ...facts };
  }

  /** The writers of a conversation that lists no members, each with the first record. */
  unlistedSenders(id: string): ReadonlyMap<string, Place> {
    const chat = this.#chats.get(id);
    return chat === undefined || chat.members.size > 0 ? new Map() : chat.senders;
  }

  /** The people of a conversation of two, in which no other person wrote; undefined for a group. */
  pairOf(id: string): readonly string[] | undefined {
    const chat = this.#chats.get(id);
    if (chat === undefined) return undefined;
    const { facts, members, senders } = chat;
    const { canBePair = false, memberCount = members.size } = facts ?? {};
    if (!canBePair || members.size !== 2 || memberCount > 2) return undefined;
    for (const sender of senders.keys()) if (!members.has(sender)) return undefined;
    return [...members.keys()];
  }

  /** A name that all conversations of the same two people share; undefined for a group. */
  nameOfPair(id: string): string | undefined {
    return this.pairOf(id)?.toSorted().join('\0');
  }

  isMember(id: string, user: string): boolean {
    const chat = this.#chats.get(id);
    if (chat === undefined) return false;
    return chat.members.has(user) || (lacksMembers(chat) && chat.senders.has(user));
  }

  ids(): Iterable<string> {
    return this.#chats.keys();
  }

  /** @param uidOf returns the id of a user in the rows */
  write(users: KnownUsers, uidOf: (id: string) => string = (id) => id): void {
    const out = this.#out;
    for (const [guid, chat] of this.#chats) {
      const { place, facts, members } = chat;
      const reason = facts?.reason ?? (this.pairOf(guid) === undefined ? undefined : IS_PAIR);
      if (reason !== undefined) {
        if (facts !== undefined) out.filter('groups', reason);
        for (let left = members.size; left > 0; left--) out.filter('members', reason);
        continue;
      }
      if (facts === undefined)
        out.note('groups', 'made for conversations that the export does not describe');
      leaveOutLongFields(facts?.tooLong, 'group', place, { guid }, out);
      const all = new Map(members);
      if (lacksMembers(chat))
        for (const [user, at] of chat.senders) {
          if (all.has(user)) continue;
          out.note('members', 'made of the senders, because the list of members is not complete');
          all.set(user, { place: at });
        }
      out.row('groups', place, {
        guid,
        name: nameOf(guid, chat, [...all.keys()], users),
        type: facts?.type ?? 'private',
        ...filled({
          owner: facts?.owner === undefined ? undefined : uidOf(facts.owner),
          createdAt: facts?.createdAt,
          ...facts?.row,
        }),
      });
      for (const [user, { place: at, joinedAt, ...fields }] of all) {
        // The service accepts no time before the creation of the group and of the user.
        const earliest = Math.max(facts?.createdAt ?? 0, users.createdAtOf(user));
        const isLater = joinedAt !== undefined && joinedAt > earliest;
        const known = filled({ ...fields, joinedAt: isLater ? joinedAt : undefined });
        out.row('members', at, { guid, uid: uidOf(user), ...known });
      }
    }
  }

  #chat(id: string, place: Place): Chat {
    let chat = this.#chats.get(id);
    if (chat === undefined) {
      chat = { place, facts: undefined, members: new Map(), senders: new Map() };
      this.#chats.set(id, chat);
    }
    return chat;
  }
}

/** Whether an export lists fewer members than the conversation has. */
function lacksMembers({ facts, members }: Chat): boolean {
  return facts === undefined || members.size === 0 || members.size < (facts.memberCount ?? 0);
}

function nameOf(
  id: string,
  { facts }: Chat,
  members: readonly string[],
  users: KnownUsers,
): string {
  const names = members.map((each) => users.nameOf(each)).join(', ');
  return facts?.name ?? (names === '' ? id : names);
}
