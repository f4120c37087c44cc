import { limits, type Row } from '@chatferry/contract';
import { filled } from '../reading/values.ts';
import type { ExportRows, Place } from './export-rows.ts';

/** What a record contains about a user. */
export interface UserFacts {
  /** Absent where the record has only the id. */
  readonly name?: string | undefined;
  readonly avatar?: string | undefined;
  readonly tags?: readonly string[];
  readonly metadata?: Row | undefined;
  readonly isDeleted?: boolean;
}

interface NamedUser {
  readonly place: Place;
  facts: UserFacts;
  /** Of the record that has the facts. */
  time: number;
}

/** The earliest time that a record can have, in UNIX seconds. */
const EARLIEST = 1_000_000_000;

/**
 * The users of an export that has no list of them: those whom its records name. What the latest record contains counts, and
 * earlier ones have what it does not contain.
 */
export class NamedUsers {
  readonly #users = new Map<string, NamedUser>();

  /** Undefined for a name that several users have. Made when it is needed. */
  #byName: ReadonlyMap<string, string | undefined> | undefined;

  /** @param time of the record, in UNIX seconds */
  add(uid: string, place: Place, time: number, facts: UserFacts): void {
    this.#byName = undefined;
    const known = this.#users.get(uid);
    if (known === undefined) this.#users.set(uid, { place, facts, time });
    else {
      const isLatest = facts.name !== undefined && time >= known.time;
      const [before, after] = isLatest ? [known.facts, facts] : [facts, known.facts];
      known.facts = { ...filled({ ...before }), ...filled({ ...after }) };
      known.time = Math.max(known.time, time);
    }
  }

  has(uid: string): boolean {
    return this.#users.has(uid);
  }

  /** The only user with this name. */
  named(name: string): string | undefined {
    this.#byName ??= idsByName(this.#users);
    return this.#byName.get(name);
  }

  nameOf(uid: string): string | undefined {
    return this.#users.get(uid)?.facts.name;
  }

  /** @param deleted what users become whose accounts were deleted */
  write(out: ExportRows, deleted: 'deactivate' | 'keep'): void {
    for (const [uid, { place, facts, time }] of this.#users) {
      const { avatar, tags = [], metadata, isDeleted = false } = facts;
      const name = facts.name ?? (isDeleted ? 'Deleted account' : undefined);
      if (name === undefined) out.note('users', 'made from the records that name them');
      const all = name === undefined ? [...tags, 'chatferry-placeholder'] : tags;
      out.row('users', place, {
        uid,
        name: (name ?? uid).slice(0, limits.nameLength).toWellFormed(),
        ...filled({
          avatar,
          tags: all.length === 0 ? undefined : all,
          metadata,
          // The export does not have the time: that of the latest record only says that it is over.
          deactivatedAt:
            isDeleted && deleted === 'deactivate' ? Math.max(time, EARLIEST) : undefined,
        }),
      });
    }
  }
}

function idsByName(users: ReadonlyMap<string, NamedUser>): Map<string, string | undefined> {
  const ids = new Map<string, string | undefined>();
  for (const [uid, { facts }] of users)
    if (facts.name !== undefined) ids.set(facts.name, ids.has(facts.name) ? undefined : uid);
  return ids;
}
