import type { DatabaseSync } from 'node:sqlite';
import { idHash, limits, type Problem, problem } from '@chatferry/contract';
import type { PlanRules, RelationLimits } from '../plan/plan-rules.ts';
import type { MembershipBounds } from '../references/membership-bounds.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import { RecordReader } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { fieldsOf } from '../spool/wire.ts';

/** The limits of the service, used unless the rules have others. */
const defaultLimits: RelationLimits = {
  membersPerGroup: limits.membersPerGroup,
  groupsPerUser: limits.groupsPerUser,
  friendsPerUser: limits.friendsPerUser,
};

/** The limits of the rules, with the service's limits for the others. */
export function limitsOf({ limits: given }: Pick<PlanRules, 'limits'>): RelationLimits {
  return { ...defaultLimits, ...given };
}

/** Whether there are so few users and groups that no limit can be exceeded. */
export function neverOverfull(referenceIndex: ReferenceIndex, most: RelationLimits): boolean {
  return (
    referenceIndex.userCount <= most.membersPerGroup &&
    referenceIndex.groupCount <= most.groupsPerUser
  );
}

/**
 * Finds the memberships that exceed the service's limit for a group or for a user. Memberships without `joinedAt` are rejected first,
 * then those with the latest `joinedAt`; a ban is not a membership. Memberships are read again, and sorted in a work table, only when an
 * upper bound exceeds a limit.
 *
 * @returns ordinals, in input order
 */
export function* overfull(
  work: DatabaseSync,
  spool: RecordSpool,
  most: RelationLimits,
  { ofGroup, ofUser }: MembershipBounds,
): Generator<{ readonly ordinal: number; readonly problem: Problem }> {
  if (ofGroup.highest <= most.membersPerGroup && ofUser.highest <= most.groupsPerUser) return;
  work.exec(`
    CREATE TABLE memberships (
      ordinal INTEGER PRIMARY KEY, "group" INTEGER, user INTEGER, joined INTEGER, code TEXT
    ) STRICT`);
  const insert = work.prepare('INSERT INTO memberships VALUES (?, ?, ?, ?, NULL)');
  const reader = new RecordReader(spool);
  for (let slot = 0; slot < spool.records; slot++) {
    const { ordinal, wire } = reader.read(slot);
    if (spool.dropped.has(ordinal)) continue;
    const { guid, uid, joinedAt, isBanned } = fieldsOf(wire) as unknown as Membership;
    if (isBanned === true) continue;
    const [group, user] = [idHash(guid), idHash(uid)];
    // A membership whose group and user are within the limits need not be sorted.
    if (ofGroup.of(group) <= most.membersPerGroup && ofUser.of(user) <= most.groupsPerUser)
      continue;
    insert.run(ordinal, group, user, joinedAt ?? Number.MAX_SAFE_INTEGER);
  }
  mark(work, '"group"', most.membersPerGroup, 'group-full');
  mark(work, 'user', most.groupsPerUser, 'too-many-groups');
  const found = work
    .prepare('SELECT ordinal, code FROM memberships WHERE code IS NOT NULL ORDER BY ordinal')
    .iterate() as Iterable<{ ordinal: number; code: 'group-full' | 'too-many-groups' }>;
  for (const { ordinal, code } of found) {
    const [field, limit] =
      code === 'group-full' ? ['guid', most.membersPerGroup] : ['uid', most.groupsPerUser];
    yield { ordinal, problem: problem(code, { field: field, detail: `at most ${limit}` }) };
  }
  work.exec('DROP TABLE memberships');
}

interface Membership {
  readonly guid: string;
  readonly uid: string;
  readonly joinedAt?: number;
  readonly isBanned?: boolean;
}

/** Marks the memberships over the limit that are not marked yet. */
function mark(work: DatabaseSync, by: string, limit: number, code: string): void {
  work
    .prepare(
      `UPDATE memberships SET code = ? WHERE ordinal IN (
         SELECT ordinal FROM (
           SELECT ordinal, row_number() OVER (PARTITION BY ${by} ORDER BY joined, ordinal) AS place
           FROM memberships WHERE code IS NULL
         ) WHERE place > ?)`,
    )
    .run(code, limit);
}
