import type { Row } from '@chatferry/contract';
import { filled, object, text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { isUserId, muidOf } from './ids.ts';
import type { MatrixOptions } from './options.ts';

interface Membership {
  readonly membership: string;
  readonly time: number;
  readonly place: Place;
}

interface Room {
  readonly id: string;
  readonly place: Place;
  /** The latest content of each type of state. */
  readonly state: Map<
    string,
    { readonly time: number; readonly content: Row; readonly sender: string }
  >;
  readonly members: Map<string, Membership[]>;
  readonly senders: Map<string, Place>;
  isDirect: boolean;
}

/** The facts about a room that messages need. */
export interface RoomFacts {
  readonly kind: 'group' | 'direct' | 'space';
  /** The people in a direct room. */
  readonly people: readonly string[];
}

/** The rooms of an export, with the results of their states. */
export class MatrixRooms {
  readonly #rooms = new Map<string, Room>();
  readonly #facts = new Map<string, RoomFacts>();
  readonly #pairs: MatrixOptions['pairs'];

  constructor({ pairs }: MatrixOptions) {
    this.#pairs = pairs;
  }

  /** Notes an event of a state. The latest event of a state counts. */
  addState(room: string, event: Row, time: number, place: Place): void {
    const found = this.#room(room, place);
    const { type, state_key: key } = event;
    const content = object(event['content']);
    const sender = text(event['sender']) ?? '';
    if (type === 'm.room.member') {
      if (!isUserId(key)) return;
      if (content['is_direct'] === true) found.isDirect = true;
      const known = found.members.get(key) ?? [];
      known.push({ membership: text(content['membership']) ?? 'leave', time, place });
      found.members.set(key, known);
      return;
    }
    if (key !== '') return;
    const before = found.state.get(String(type));
    if (before === undefined || before.time <= time)
      found.state.set(String(type), { time, content, sender });
  }

  /** Notes fields of a list of rooms, or of a conversation that Element wrote. */
  describe(room: string, place: Place, fields: Readonly<Record<string, Row | undefined>>): void {
    const found = this.#room(room, place);
    for (const [type, content] of Object.entries(fields))
      if (content !== undefined && !found.state.has(type))
        found.state.set(type, { time: 0, content, sender: text(content['creator']) ?? '' });
  }

  addSender(room: string, user: string, place: Place): void {
    const { senders } = this.#room(room, place);
    if (!senders.has(user)) senders.set(user, place);
  }

  of(room: string): RoomFacts | undefined {
    return this.#facts.get(room);
  }

  isMember(room: string, user: string): boolean {
    const found = this.#rooms.get(room);
    if (found === undefined) return false;
    const last = latest(found.members.get(user));
    return last === undefined ? found.senders.has(user) : last.membership === 'join';
  }

  /** Writes groups with their members. Nothing may be noted afterwards. */
  write(users: KnownUsers, out: ExportRows): void {
    for (const room of this.#rooms.values()) {
      out.count('rooms');
      const facts = this.#factsOf(room);
      this.#facts.set(room.id, facts);
      leaveOutPins(room, out);
      if (facts.kind === 'space') out.filter('groups', 'a space, which has no messages');
      else if (facts.kind === 'direct') out.filter('groups', 'the conversation is of two people');
      if (facts.kind !== 'group') continue;
      const group = groupOf(room, users);
      out.row('groups', room.place, group);
      writeMembers(room, group, out);
    }
  }

  #factsOf(room: Room): RoomFacts {
    const ever = [...room.members].filter(([, all]) =>
      all.some(({ membership }) => membership === 'join' || membership === 'invite'),
    );
    const people = ever.map(([user]) => user);
    const isSpace = contentOf(room, 'm.room.create')['type'] === 'm.space';
    if (isSpace) return { kind: 'space', people };
    const hasName = text(contentOf(room, 'm.room.name')['name']) !== undefined;
    const isPair =
      people.length === 2 && [...room.senders.keys()].every((user) => people.includes(user));
    const isMarked = room.isDirect || (this.#pairs === 'unnamed' && !hasName);
    return { kind: isPair && isMarked ? 'direct' : 'group', people };
  }

  #room(id: string, place: Place): Room {
    let room = this.#rooms.get(id);
    if (room === undefined) {
      room = {
        id,
        place,
        state: new Map(),
        members: new Map(),
        senders: new Map(),
        isDirect: false,
      };
      this.#rooms.set(id, room);
    }
    return room;
  }
}

function leaveOutPins(room: Room, out: ExportRows): void {
  for (const id of texts(contentOf(room, 'm.room.pinned_events')['pinned'])) {
    out.count('pins');
    out.leaveOut('pins', 'not carried yet', room.place, { muid: muidOf(id) });
  }
}

function contentOf({ state }: Room, type: string): Row {
  return state.get(type)?.content ?? {};
}

function latest(all: readonly Membership[] | undefined): Membership | undefined {
  return all?.reduce((one, other) => (other.time >= one.time ? other : one));
}

/** When the present stay began, in UNIX seconds. A profile change is also a join, but of a member who is already present. */
function joinedAt(all: readonly Membership[]): number {
  const ordered = all.toSorted((one, other) => one.time - other.time);
  const left = ordered.findLastIndex(({ membership }) => membership !== 'join');
  return Math.floor(ordered[left + 1]!.time / 1000);
}

/** Sorted by id, so that the order of the events does not matter. */
function byId(members: Room['members']): [string, Membership[]][] {
  return [...members].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const ADMIN = 100;
const MODERATOR = 50;

/** The power of each user; the creators of newer rooms have more than all others. */
function powersOf(room: Room): (user: string) => number {
  const { users, users_default: usual } = contentOf(room, 'm.room.power_levels');
  const powers = object(users);
  const creators = creatorsOf(room);
  const isNew = Number(contentOf(room, 'm.room.create')['room_version']) >= 12;
  return (user) => {
    if (isNew && creators.includes(user)) return Infinity;
    const found = Object.hasOwn(powers, user) ? powers[user] : usual;
    return Number(found ?? 0);
  };
}

function creatorsOf(room: Room): readonly string[] {
  const sender = room.state.get('m.room.create')?.sender ?? '';
  const content = contentOf(room, 'm.room.create');
  const more: unknown = content['additional_creators'];
  const own = text(content['creator']) ?? sender;
  return [own, ...(Array.isArray(more) ? more : [])].filter(isUserId);
}

function groupOf(room: Room, users: KnownUsers): Row {
  const create = room.state.get('m.room.create');
  const names = byId(room.members)
    .flatMap(([user, all]) => (latest(all)!.membership === 'join' ? [users.ownNameOf(user)] : []))
    .join(', ');
  const alias = text(contentOf(room, 'm.room.canonical_alias')['alias']);
  const name = text(contentOf(room, 'm.room.name')['name']) ?? alias ?? (names || room.id);
  const joinRule = contentOf(room, 'm.room.join_rules')['join_rule'];
  const createdAt = create === undefined ? 0 : Math.floor(create.time / 1000);
  return {
    guid: room.id,
    name,
    type: joinRule === 'public' ? 'public' : 'private',
    ...filled({
      owner: creatorsOf(room)[0],
      createdAt: createdAt > 0 ? createdAt : undefined,
      description: text(contentOf(room, 'm.room.topic')['topic']),
      metadata: filled({
        alias,
        replacedBy: text(contentOf(room, 'm.room.tombstone')['replacement_room']),
        predecessor: text(object(contentOf(room, 'm.room.create')['predecessor'])['room_id']),
      }),
    }),
  };
}

function writeMembers(room: Room, { guid, createdAt }: Row, out: ExportRows): void {
  const power = powersOf(room);
  for (const [uid, place] of room.senders) {
    if (room.members.has(uid)) continue;
    out.note('members', 'made of the senders of whom the export has no membership');
    out.row('members', place, { guid, uid });
  }
  for (const [uid, all] of byId(room.members)) {
    const { membership, place } = latest(all)!;
    if (membership === 'join') {
      const time = joinedAt(all);
      const scope =
        power(uid) >= ADMIN ? 'admin' : power(uid) >= MODERATOR ? 'moderator' : undefined;
      out.row('members', place, {
        guid,
        uid,
        ...filled({ scope, joinedAt: time > Number(createdAt ?? 0) ? time : undefined }),
      });
    } else if (membership === 'ban') out.row('members', place, { guid, uid, isBanned: true });
    else out.filter('members', `the last membership is ${membership}`);
  }
}
