import type { Row } from '@chatferry/contract';
import { filled, object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { channelId } from './ids.ts';
import type { MattermostOptions } from './options.ts';

interface KnownUser {
  readonly place: Place;
  readonly row: Row;
  readonly name: string;
  /** UNIX seconds; 0 for an active user. */
  readonly deletedAt: number;
  readonly isListed: boolean;
}

/** All users that an export names: in its lines, as senders, members, reactors. */
export class MattermostUsers {
  readonly #users = new Map<string, KnownUser>();

  has(name: string): boolean {
    return this.#users.has(name);
  }

  nameOf(name: string): string | undefined {
    return this.#users.get(name)?.name;
  }

  /** @returns false for a user without a name */
  addUser(user: Row, place: Place): boolean {
    const username = text(user['username']);
    if (username === undefined) return false;
    const full = [text(user['first_name']), text(user['last_name'])].filter(
      (each) => each !== undefined,
    );
    const roles = text(user['roles']);
    const isGuest = roles?.split(' ').includes('system_guest') === true;
    this.#add(username, text(user['nickname']) ?? text(full.join(' ')) ?? username, user, place, {
      metadata: filled({ email: text(user['email']), position: text(user['position']), roles }),
      ...(isGuest ? { tags: ['guest'] } : {}),
    });
    return true;
  }

  addBot(bot: Row, place: Place): boolean {
    const username = text(bot['username']);
    if (username === undefined) return false;
    this.#add(username, text(bot['display_name']) ?? username, bot, place, { tags: ['bot'] });
    return true;
  }

  /** Notes a user when this place contains only the name. */
  addName(username: string, place: Place): void {
    if (this.#users.has(username)) return;
    const row = { uid: username, name: username, tags: ['chatferry-placeholder'] };
    this.#users.set(username, { place, row, name: username, deletedAt: 0, isListed: false });
  }

  write(out: ExportRows, { deletedUsers }: MattermostOptions): void {
    for (const { place, row, deletedAt, isListed } of this.#users.values()) {
      if (!isListed) out.note('users', 'made from the posts that name them');
      const isKept = deletedAt === 0 || deletedUsers === 'keep';
      out.row('users', place, isKept ? row : { ...row, deactivatedAt: deletedAt });
    }
  }

  #add(username: string, name: string, line: Row, place: Place, fields: Row): void {
    if (this.#users.get(username)?.isListed === true) return;
    const row = { uid: username, name, ...fields };
    const deletedAt = Math.floor((wholeNumber(line['delete_at']) ?? 0) / 1000);
    this.#users.set(username, { place, row, name, deletedAt, isListed: true });
  }
}

export interface Membership {
  readonly channel: string;
  readonly user: string;
  readonly isAdmin: boolean;
  readonly place: Place;
}

/** The channels that the line of a user lists. */
export function membershipsOf(user: Row, place: Place): Membership[] {
  const username = text(user['username']) ?? '';
  return objects(user['teams']).flatMap((team) =>
    objects(team['channels']).map((channel) => ({
      channel: channelId(text(team['name']) ?? '', text(channel['name']) ?? ''),
      user: username,
      isAdmin: (text(channel['roles']) ?? '').split(' ').includes('channel_admin'),
      place,
    })),
  );
}

/** Whether a user is in a group. The members of a group are put into a set when they are first needed. */
export function membershipTest(
  memberships: ReadonlyMap<string, readonly Membership[]>,
): (group: string, user: string) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  return (group, user) => {
    let members = known.get(group);
    if (members === undefined)
      known.set(group, (members = new Set(memberships.get(group)?.map((each) => each.user))));
    return members.has(user);
  };
}

/** A channel, or a conversation of several people. */
export interface Group {
  readonly id: string;
  readonly place: Place;
  /** Empty: the name is made of the names of the members. */
  readonly name: string;
  readonly type: 'public' | 'private';
  readonly description?: string | undefined;
  readonly metadata?: Row | undefined;
}

export function channelOf(channel: Row, place: Place): Group | undefined {
  const [team, name] = [text(channel['team']), text(channel['name'])];
  if (team === undefined || name === undefined) return undefined;
  return {
    id: channelId(team, name),
    place,
    name: text(channel['display_name']) ?? name,
    type: channel['type'] === 'O' ? 'public' : 'private',
    description: text(channel['purpose']),
    metadata: filled({
      team,
      header: text(channel['header']),
      archived: (wholeNumber(channel['deleted_at']) ?? 0) > 0 ? true : undefined,
    }),
  };
}

/** The members of a conversation: current servers write `participants`, older ones `members`. */
export function participantsOf(conversation: Row): string[] {
  const names = Array.isArray(conversation['members'])
    ? conversation['members']
    : objects(conversation['participants']).map(({ username }) => username);
  return [...new Set(names.flatMap((each) => text(each) ?? []))];
}

export function writeGroup(
  { id, place, name, type, description, metadata }: Group,
  memberships: readonly Membership[],
  out: ExportRows,
): void {
  const owner = memberships.find(({ isAdmin }) => isAdmin)?.user;
  out.row('groups', place, {
    guid: id,
    name,
    type,
    ...filled({ owner, description, metadata }),
  });
  for (const member of memberships)
    out.row('members', member.place, {
      guid: id,
      uid: member.user,
      ...(member.isAdmin ? { scope: 'admin' } : {}),
    });
}

/** The fields of a line, which are in a property named after the line's type. */
export function bodyOf(line: Row): Row {
  return object(line[text(line['type']) ?? '']);
}
