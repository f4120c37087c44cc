import { limits, type Row } from '@chatferry/contract';
import { filled } from '../reading/values.ts';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';
import { leaveOutLongFields } from './long-fields.ts';

/** What a record contains about a user; absent is what it does not contain. */
export interface UserFacts {
  readonly name?: string | undefined;
  readonly avatar?: string | undefined;
  /** UNIX seconds. */
  readonly createdAt?: number | undefined;
  /** UNIX seconds; null for a user who is active. */
  readonly deactivatedAt?: number | null | undefined;
  /** Whether the account was deleted, where the export does not have the time. */
  readonly isDeleted?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Row | undefined;
  /** Names of roles for the metadata, where some records about a user have them and others do not; empty for a user without any. */
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
  /** Whether a list of users has it. */
  isListed: boolean;
  /** See `isCopy`. */
  mark?: string;
}

const PLACEHOLDER = 'chatferry-placeholder';

/** All users that an export names, with the latest that it contains about each. */
export class KnownUsers {
  readonly #users = new Map<string, KnownUser>();

  /**
   * Notes what a record contains about a user. Of several records, each field counts that the latest one has.
   * @param version of the record, such as its time; 0 where only the id is certain
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

  /** The same for an element of a list of users. @returns false when another one of the same user came before */
  addListed(id: string, place: Place, version: number, facts: UserFacts): boolean {
    this.add(id, place, version, facts);
    const known = this.#users.get(id)!;
    if (known.isListed) return false;
    known.isListed = true;
    known.place = place;
    return true;
  }

  /**
   * The same for an export that has no list of users: of the records that name one, the latest with a name counts.
   * @param seconds the UNIX time of the record; 0 or less where it has none
   */
  addNamed(id: string, place: Place, seconds: number, facts: UserFacts): void {
    this.add(id, place, facts.name === undefined ? 0 : Math.max(seconds, 0) + 1, facts);
    const known = this.#users.get(id)!;
    known.seen = Math.max(known.seen, seconds);
  }

  /**
   * Whether a record says nothing new about a user, because the one before had the same mark: most messages repeat their
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

  /** The name of the user, also where the export contains none. */
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
   * @param deletedUsers whether users who were deactivated are so in the service too @param uidOf the id of a user in the rows
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
      // A deletion whose time is not known counts from the latest record in which the user was seen.
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
