import { limits, type Row } from '@chatferry/contract';
import { filled, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { secondsOf } from './ids.ts';
import type { ZulipOptions } from './options.ts';
import type { Realm } from './realm.ts';

interface KnownUser {
  readonly place: Place;
  readonly row: Row;
  readonly name: string;
  /** UNIX seconds; absent for an active user. */
  readonly deactivatedAt?: number | undefined;
  /** Whether the user is a bot of the system, such as the bot that writes about new channels. */
  readonly isSystem: boolean;
}

const roles: Readonly<Record<number, string>> = {
  100: 'owner',
  200: 'administrator',
  300: 'moderator',
  400: 'member',
  600: 'guest',
};

/** The bots that write Zulip's own messages. The e-mail gateway passes on messages of people. */
const systemBots = /^(?:notification-bot|welcome-bot|new-user-bot|nagios-[\w-]*)@/;

/** All users that an export names. */
export class ZulipUsers {
  readonly #users = new Map<number, KnownUser>();
  /** Ids by full name, and undefined for a name that several users have. */
  readonly #byName = new Map<string, number | undefined>();

  add(realm: Realm, out: ExportRows): void {
    for (const table of ['zerver_userprofile', 'zerver_userprofile_mirrordummy'])
      for (const { row, place } of realm.rows(table)) {
        out.count('users');
        const id = wholeNumber(row['id']);
        if (id === undefined)
          out.brokenRow('users', place, JSON.stringify({ name: row['full_name'] }));
        else this.#add(id, row, place);
      }
    for (const { row, place } of realm.rows('zerver_userprofile_crossrealm')) {
      out.count('users');
      const [id, email] = [wholeNumber(row['id']), text(row['email']) ?? ''];
      if (id === undefined) continue;
      const name = nameOfBot(email);
      const isSystem = systemBots.test(email);
      this.#users.set(id, { place, row: { uid: String(id), name, tags: ['bot'] }, name, isSystem });
      this.#name(name, id);
    }
  }

  /** Notes a user when this place contains only the id. */
  addId(id: number, place: Place): void {
    if (this.#users.has(id)) return;
    const uid = String(id);
    const row = { uid, name: uid, tags: ['chatferry-placeholder'] };
    this.#users.set(id, { place, row, name: uid, isSystem: false });
  }

  has(id: number): boolean {
    return this.#users.has(id);
  }

  isSystem(id: number): boolean {
    return this.#users.get(id)?.isSystem === true;
  }

  nameOf(id: number): string | undefined {
    return this.#users.get(id)?.name;
  }

  /** The only user with this full name. */
  named(name: string): number | undefined {
    return this.#byName.get(name);
  }

  write(out: ExportRows, { deletedUsers }: ZulipOptions): void {
    for (const { place, row, deactivatedAt } of this.#users.values()) {
      const tags = row['tags'] as readonly string[] | undefined;
      if (tags?.includes('chatferry-placeholder') === true)
        out.note('users', 'made from the records that name them');
      const isKept = deactivatedAt === undefined || deletedUsers === 'keep';
      out.row('users', place, isKept ? row : { ...row, deactivatedAt });
    }
  }

  #add(id: number, user: Row, place: Place): void {
    const full = text(user['full_name']) ?? String(id);
    const role = roleOf(user);
    const isDummy = user['is_mirror_dummy'] === true;
    const tags = [
      ...(user['is_bot'] === true ? ['bot'] : []),
      ...(role === 'guest' ? ['guest'] : []),
      ...(isDummy ? ['foreign'] : []),
    ];
    const createdAt = secondsOf(user['date_joined']);
    const row = {
      uid: String(id),
      name: full,
      ...filled({ createdAt, tags: tags.length === 0 ? undefined : tags }),
      metadata: filled({ email: text(user['delivery_email']) ?? text(user['email']), role }),
    };
    const isActive = user['is_active'] !== false;
    // The export does not have the time of deactivation: the last known time only shows that it has passed.
    const deactivatedAt = isActive
      ? undefined
      : (secondsOf(user['last_login']) ?? createdAt ?? limits.earliestTime);
    this.#users.set(id, { place, row, name: full, deactivatedAt, isSystem: false });
    this.#name(full, id);
  }

  #name(name: string, id: number): void {
    this.#byName.set(name, this.#byName.has(name) ? undefined : id);
  }
}

/** Older exports have two booleans instead. */
function roleOf(user: Row): string | undefined {
  const role = wholeNumber(user['role']);
  if (role !== undefined) return roles[role];
  if (user['is_realm_admin'] === true) return 'administrator';
  return user['is_guest'] === true ? 'guest' : undefined;
}

/** The name of a bot of the system. The export has only its address. */
function nameOfBot(email: string): string {
  const words = (email.split('@')[0] ?? '').split('-').filter((each) => each !== '');
  const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ');
  return name === '' ? 'Bot' : name;
}
