import { limits, type Row } from '@chatferry/contract';
import { filled } from '../reading/values.ts';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';
import { leaveOutLongFields } from './long-fields.ts';

/** The facts in a record about a user; a missing fact is absent. */
export interface UserFacts {
  readonly name?: string | undefined;
  readonly avatar?: string | undefined;
  /** UNIX seconds. */
  readonly createdAt?: number | undefined;
  /** UNIX seconds; null for a user who is active. */
  readonly deactivatedAt?: number | null | undefined;
  /** Whether the account was deleted, if the export does not have the time. */
  readonly isDeleted?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Row | undefined;
  /** Names of roles for the metadata, if only some records about a user have them; empty for a user without roles. */
  readonly roles?: readonly string[] | undefined;
  /** Names of fields that are too long for the metadata. */
  readonly tooLong?: readonly string[] | undefined;
  /** Other fields of the user. */
  readonly row?: Row | undefined;
}

interface KnownUser {
  place: Place;
  facts: UserFacts;
  version: number;
  /** See `addNamed`. */
  seen: number;
  /** Whether a list of users contains the user. */
  isListed: boolean;
  /** See `isCopy`. */
  mark?: string;
}

const PLACEHOLDER = 'chatferry-placeholder';

/** All users that an export names, each with the latest facts. */
export class KnownUsers {
  readonly #users = new Map<string, KnownUser>();

  /**
   * Notes the facts in a record about a user. If several records have a field, the latest record counts.
   * @param version of the record, such as its time; 0 if only the id is certain
   */
  add(id: string, place: Place, version: number, facts: UserFacts): void {
    const known = this.#users.get(id);
    if (known === undefined) {
      this.#users.set(id, { place, facts, version, seen: 0, isListed: false });
      return;
    }
    known.facts =
      version >= known.version && version > 0
        ? { ...known.facts, ...filled({ ...facts }) }
        : { ...facts, ...filled({ ...known.facts }) };
    known.version = Math.max(known.version, version);
  }

  /** The same for an element of a list of users. @returns false when the list had the same user before */
  addListed(id: string, place: Place, version: number, facts: UserFacts): boolean {
    this.add(id, place, version, facts);
    const known = this.#users.get(id)!;
    if (known.isListed) return false;
    known.isListed = true;
    known.place = place;
    return true;
  }

  /**
   * The same for an export without a list of users: of the records that name a user, the latest record with a name counts.
   * @param seconds the UNIX time of the record; 0 or less if it has none
   */
  addNamed(id: string, place: Place, seconds: number, facts: UserFacts): void {
    this.add(id, place, facts.name === undefined ? 0 : Math.max(seconds, 0) + 1, facts);
    const known = this.#users.get(id)!;
    known.seen = Math.max(known.seen, seconds);
  }

  /**
   * Whether a record has nothing new about a user, because the record before it had the same mark: most messages repeat their
   * sender.
   */
  isCopy(id: string, mark: string): boolean {
    const known = this.#users.get(id);
    const isSame = known?.mark === mark;
    if (known !== undefined) known.mark = mark;
    return isSame;
  }

  has(id: string): boolean {
    return this.#users.has(id);
  }

  ids(): Iterable<string> {
    return this.#users.keys();
  }

  /** The name of the user, even if the export contains none. */
  nameOf(id: string): string {
    const { name, isDeleted = false } = this.#users.get(id)?.facts ?? {};
    return name ?? (isDeleted ? 'Deleted account' : id);
  }

  /** The name that the export contains. */
  ownNameOf(id: string): string | undefined {
    return this.#users.get(id)?.facts.name;
  }

  createdAtOf(id: string): number {
    return this.#users.get(id)?.facts.createdAt ?? 0;
  }

  /**
   * @param deletedUsers whether deactivated users become deactivated in the service @param uidOf returns the id of a user in the rows
   */
  write(
    out: ExportRows,
    deletedUsers: 'deactivate' | 'keep',
    uidOf: (id: string) => string = (id) => id,
  ): void {
    for (const [id, { place, facts, seen, isListed }] of this.#users) {
      const {
        name,
        avatar,
        createdAt,
        isDeleted = false,
        tags = [],
        roles = [],
        metadata,
        row,
      } = facts;
      leaveOutLongFields(facts.tooLong, 'user', place, { uid: uidOf(id) }, out);
      // A deletion without a known time gets the time of the latest record with the user.
      const { deactivatedAt = isDeleted ? Math.max(seen, limits.earliestTime) : undefined } = facts;
      const isMadeUp = !isListed && !isDeleted && name === undefined && createdAt === undefined;
      if (isMadeUp) out.note('users', 'made from the records that name them');
      const all = isMadeUp ? [...tags, PLACEHOLDER] : tags;
      const isGone = typeof deactivatedAt === 'number' && deletedUsers === 'deactivate';
      out.row('users', place, {
        uid: uidOf(id),
        name: this.nameOf(id),
        ...filled({
          avatar,
          createdAt,
          ...row,
          tags: all.length === 0 ? undefined : all,
          metadata: filled({ ...metadata, roles: roles.length === 0 ? undefined : roles }),
          deactivatedAt: isGone ? deactivatedAt : undefined,
        }),
      });
    }
  }
}
