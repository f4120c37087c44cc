import type { Row } from '@chatferry/contract';
import { filled, object, text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { changeOf, secondsOf } from './ids.ts';
import { nameTheLast, peopleOf } from './people.ts';
import type { RocketchatUsers } from './users.ts';

/** The facts about a room that messages need. */
export interface Room {
  readonly kind: 'group' | 'direct' | 'customer';
  /** The people of a direct conversation. */
  readonly users: readonly string[];
  /** Absent for a room that has only the names of its people. */
  readonly title: string | undefined;
}

/** A document with its place. */
export interface Placed {
  readonly document: Row;
  readonly place: Place;
}

const CUSTOMER = 'the room is a conversation with a customer';

/** Rooms and their members. */
export class RocketchatRooms {
  readonly #rooms = new Map<string, Room & { readonly row: Row; readonly place: Place }>();
  /** By room, each user with the row of the member. */
  readonly #members = new Map<string, Map<string, Placed>>();
  /** By room without subscriptions: its writers. */
  readonly #senders = new Map<string, Map<string, Place>>();
  /** By room: the users who list the room. They are its members if the dump has no subscriptions. */
  readonly #listed = new Map<string, Map<string, Place>>();
  readonly #written = new Set<string>();
  readonly #blocks: Placed[] = [];

  /** Notes the rooms that the document of a user lists. */
  addRoomsOf(user: Row, place: Place): void {
    for (const id of texts(user['__rooms'])) {
      const known = this.#listed.get(id) ?? new Map<string, Place>();
      this.#listed.set(id, known);
      known.set(text(user['_id']) ?? '', place);
    }
  }

  add(
    rooms: readonly Placed[],
    subscriptions: readonly Placed[],
    users: RocketchatUsers,
    out: ExportRows,
  ): void {
    const subscribed = this.#subscribed(subscriptions);
    for (const [id, { document, place }] of latestOf(rooms, out)) {
      const people = peopleOf(document, subscribed.get(id) ?? [], users, place);
      const type = document['t'];
      const isDirect = type === 'd' && people.length <= 2;
      const isGroup = type === 'c' || type === 'p' || (type === 'd' && !isDirect);
      const title = text(document['fname']) ?? text(document['name']);
      const kind = isDirect ? 'direct' : isGroup ? 'group' : 'customer';
      this.#rooms.set(id, { kind, users: people, title, row: document, place });
      if (kind !== 'group') continue;
      const owner = object(document['u']);
      users.addNamed(owner, place);
      const listed: Iterable<readonly [string, Place]> = this.#listed.get(id) ?? [];
      const known = type === 'd' ? people.map((uid) => [uid, place] as const) : listed;
      const members = Array.from(known, ([uid, at]) => {
        if (type !== 'd')
          out.note('members', 'of users who list the room: there are no subscriptions');
        return [uid, { document: { guid: id, uid }, place: at }] as const;
      });
      this.#members.set(id, new Map(members));
    }
    for (const each of subscriptions) this.#addMember(each, users, out);
  }

  ids(): Iterable<string> {
    return this.#rooms.keys();
  }

  of(id: string): Room | undefined {
    return this.#rooms.get(id);
  }

  /** Notes that a user wrote in a room; a room that is not in the dump becomes a private group. */
  addSender(id: string, user: string, place: Place): void {
    this.#written.add(id);
    if (!this.#rooms.has(id)) {
      const row = { _id: id };
      this.#rooms.set(id, { kind: 'group', users: [], title: id, row, place });
    }
    if ((this.#members.get(id)?.size ?? 0) > 0 || this.#rooms.get(id)!.kind !== 'group') return;
    const known = this.#senders.get(id) ?? new Map<string, Place>();
    this.#senders.set(id, known);
    if (!known.has(user)) known.set(user, place);
  }

  isMember(id: string, user: string): boolean {
    return this.#members.get(id)?.has(user) === true || this.#senders.get(id)?.has(user) === true;
  }

  /** Writes groups with their members, and blocks. All users must be known. */
  write(out: ExportRows, users: RocketchatUsers): void {
    for (const { users: people, row, place } of this.#rooms.values())
      nameTheLast(row, people, users, place);
    for (const { document, place } of this.#blocks) out.row('blocks', place, document);
    const sets = new Set<string>();
    for (const id of this.#written) sets.add(setOf(this.#rooms.get(id)!.users));
    for (const [id, { kind, users: people, title, row, place }] of this.#rooms) {
      if (kind === 'customer') out.filter('groups', CUSTOMER);
      else if (kind === 'direct')
        out.filter(
          'groups',
          people.length < 2
            ? 'the conversation is with oneself'
            : 'the conversation is of two people',
        );
      if (kind !== 'group') continue;
      const isEmpty = people.length > 0 && !this.#written.has(id);
      if (isEmpty && sets.has(setOf(people))) {
        out.filter('groups', 'an empty conversation of people who have another one');
        continue;
      }
      sets.add(setOf(people));
      const members = this.#members.get(id)?.values() ?? [];
      if (row['t'] === undefined)
        out.note('groups', 'made for rooms that the dump does not describe');
      const names = people.map((each) => users.nameOf(each)).join(', ');
      out.row('groups', place, groupOf(id, title ?? (names === '' ? id : names), row));
      for (const member of members) out.row('members', member.place, member.document);
      for (const [uid, at] of this.#senders.get(id) ?? []) {
        out.note('members', 'made of the senders, because the room has no subscriptions');
        out.row('members', at, { guid: id, uid });
      }
    }
  }

  #subscribed(subscriptions: readonly Placed[]): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const { document } of subscriptions) {
      const [room, user] = [text(document['rid']), text(object(document['u'])['_id'])];
      if (document['t'] !== 'd' || room === undefined || user === undefined) continue;
      const known = found.get(room);
      if (known === undefined) found.set(room, [user]);
      else known.push(user);
    }
    return found;
  }

  #addMember({ document, place }: Placed, users: RocketchatUsers, out: ExportRows): void {
    const id = text(document['rid']) ?? '';
    const room = this.#rooms.get(id);
    if (room === undefined) return out.filter('members', 'the room is not in the dump');
    if (room.kind === 'customer') return out.filter('members', CUSTOMER);
    const named = object(document['u']);
    const uid = users.addNamed(named, place);
    if (uid === undefined) return out.brokenRow('members', place, JSON.stringify(document));
    leaveOutSettings(document, uid, place, out);
    if (room.kind === 'direct') {
      const other = room.users.find((each) => each !== uid);
      if (document['blocker'] === true && other !== undefined) {
        out.count('blocks');
        this.#blocks.push({ document: { uid, blocked: other }, place });
      }
      return out.filter('members', 'the conversation is of two people, or with oneself');
    }
    const members = this.#members.get(id)!;
    const isOfPeople = room.row['t'] === 'd';
    if (members.has(uid))
      return out.filter(
        'members',
        isOfPeople ? 'the conversation names the same user' : 'the user has two subscriptions',
      );
    const scope = scopeOf(texts(document['roles']));
    const joinedAt = secondsOf(document['ts']);
    // The service accepts no time before the creation of the group and of the user.
    const earliest = Math.max(secondsOf(room.row['ts']) ?? 0, users.createdAtOf(uid));
    const isLater = joinedAt !== undefined && joinedAt > earliest;
    const row = { guid: id, uid, ...filled({ scope, joinedAt: isLater ? joinedAt : undefined }) };
    members.set(uid, { document: row, place });
  }
}

/** The rooms by their ids. If a room has several documents, the document that was changed last counts. */
function latestOf(rooms: readonly Placed[], out: ExportRows): ReadonlyMap<string, Placed> {
  const found = new Map<string, Placed>();
  for (const each of rooms) {
    const id = text(each.document['_id']);
    if (id === undefined) {
      out.brokenRow('groups', each.place, JSON.stringify({ name: each.document['name'] }));
      continue;
    }
    const known = found.get(id);
    if (known !== undefined)
      out.filter('groups', 'another record of the same conversation is in the export');
    if (known === undefined || changeOf(each.document) >= changeOf(known.document))
      found.set(id, each);
  }
  return found;
}

/** A text that is the same for the same people in any order. */
function setOf(users: readonly string[]): string {
  return users.toSorted().join(' ');
}

function scopeOf(roles: readonly string[]): string | undefined {
  if (roles.includes('owner')) return 'admin';
  return roles.includes('moderator') || roles.includes('leader') ? 'moderator' : undefined;
}

function leaveOutSettings(subscription: Row, uid: string, place: Place, out: ExportRows): void {
  for (const ignored of texts(subscription['ignored'])) {
    out.count('ignored users');
    const guid = subscription['rid'];
    out.leaveOut('ignored users', 'the service has no such thing', place, { guid, uid, ignored });
  }
}

function groupOf(id: string, title: string, room: Row): Row {
  const topic = text(room['topic']);
  const description = text(room['description']);
  return {
    guid: id,
    name: title,
    type: room['t'] === 'c' ? 'public' : 'private',
    ...filled({
      owner: text(object(room['u'])['_id']),
      createdAt: secondsOf(room['ts']),
      description: description ?? topic,
      metadata: filled({
        topic: description === undefined ? undefined : topic,
        announcement: text(room['announcement']),
        archived: room['archived'] === true ? true : undefined,
        readOnly: room['ro'] === true ? true : undefined,
        parentGroup: text(room['prid']),
        teamId: text(room['teamId']),
      }),
    }),
  };
}
