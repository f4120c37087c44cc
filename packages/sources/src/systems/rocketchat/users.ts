import { limits, type Row } from '@chatferry/contract';
import { filled, objects, text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { changeOf, secondsOf } from './ids.ts';
import type { RocketchatOptions } from './options.ts';

interface KnownUser {
  readonly place: Place;
  readonly row: Row;
  readonly name: string;
  /** See `changeOf`. */
  readonly changedAt: number;
  /** UNIX seconds; absent for an active user. */
  readonly deactivatedAt?: number | undefined;
  /** Visitors of customer chats and applications are users only where a record names them. */
  isNeeded: boolean;
}

const PLACEHOLDER = 'chatferry-placeholder';

/** All users that a dump names. */
export class RocketchatUsers {
  readonly #users = new Map<string, KnownUser>();
  readonly #byUsername = new Map<string, string>();
  /** Ids by usernames in messages; undefined for a username that several users had. */
  readonly #byPastName = new Map<string, string | undefined>();

  /** Notes a user. If the user has several documents, the document that was changed last counts. @returns false for a user without an id */
  add(user: Row, place: Place, out: ExportRows): boolean {
    const id = text(user['_id']);
    if (id === undefined) return false;
    const known = this.#users.get(id);
    const changedAt = changeOf(user);
    if (known !== undefined) {
      out.filter('users', 'another record of the same user is in the export');
      if (changedAt < known.changedAt) return true;
    }
    const username = text(user['username']);
    const type = text(user['type']);
    const roles = texts(user['roles']);
    const name = text(user['name']) ?? username ?? id;
    const createdAt = secondsOf(user['createdAt']);
    const tags = [
      ...(type === 'bot' || type === 'app' || roles.includes('bot') ? ['bot'] : []),
      ...(roles.includes('guest') ? ['guest'] : []),
    ];
    const row = {
      uid: id,
      name,
      ...filled({ createdAt, tags: tags.length === 0 ? undefined : tags }),
      ...filled({
        metadata: filled({
          username,
          email: text(objects(user['emails'])[0]?.['address']),
          roles: roles.length === 0 ? undefined : roles,
        }),
      }),
    };
    // The dump does not have the time of deactivation: the last known time only shows that it has passed.
    const deactivatedAt =
      user['active'] === false
        ? (secondsOf(user['lastLogin']) ?? createdAt ?? limits.earliestTime)
        : undefined;
    const isNeeded = type !== 'unknown' && type !== 'app';
    this.#users.set(id, { place, row, name, changedAt, deactivatedAt, isNeeded });
    if (username !== undefined) this.#byUsername.set(username, id);
    return true;
  }

  /** Notes a user as a record names the user: the account may be deleted. @returns the id */
  addNamed(user: Row, place: Place): string | undefined {
    const id = text(user['_id']);
    if (id === undefined) return undefined;
    const username = text(user['username']);
    if (username !== undefined) this.#addPastName(username, id);
    const known = this.#users.get(id);
    if (known !== undefined && !isNameless(known)) known.isNeeded = true;
    else {
      const name = text(user['name']) ?? username ?? id;
      const row = { uid: id, name, tags: [PLACEHOLDER] };
      this.#users.set(id, {
        place: known?.place ?? place,
        row,
        name,
        changedAt: 0,
        isNeeded: true,
      });
    }
    return id;
  }

  ids(): Iterable<string> {
    return this.#users.keys();
  }

  has(id: string): boolean {
    return this.#users.has(id);
  }

  /** Whether only other records name the user. */
  isPlaceholder(id: string): boolean {
    return isMadeUp(this.#users.get(id)?.row);
  }

  nameOf(id: string): string | undefined {
    return this.#users.get(id)?.name;
  }

  createdAtOf(id: string): number {
    return Number(this.#users.get(id)?.row['createdAt'] ?? 0);
  }

  /** The user who has this username, or else the only user who had it. */
  named(username: string): string | undefined {
    return this.#byUsername.get(username) ?? this.#byPastName.get(username);
  }

  write(out: ExportRows, { deletedUsers }: RocketchatOptions): void {
    for (const { place, row, deactivatedAt, isNeeded } of this.#users.values()) {
      if (!isNeeded) {
        out.filter('users', 'it is a visitor or an application that wrote nothing');
        continue;
      }
      if (isMadeUp(row)) out.note('users', 'made from the records that name them');
      const isKept = deactivatedAt === undefined || deletedUsers === 'keep';
      out.row('users', place, isKept ? row : { ...row, deactivatedAt });
    }
  }

  #addPastName(username: string, id: string): void {
    const known = this.#byPastName.get(username);
    if (known === id) return;
    this.#byPastName.set(username, this.#byPastName.has(username) ? undefined : id);
  }
}

/** Whether records have named the user only by the id. */
function isNameless({ name, row }: KnownUser): boolean {
  return name === row['uid'] && isMadeUp(row);
}

function isMadeUp(user: Row | undefined): boolean {
  return texts(user?.['tags']).includes(PLACEHOLDER);
}
