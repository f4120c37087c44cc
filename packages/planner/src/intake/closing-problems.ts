import type { DatabaseSync } from 'node:sqlite';
import { kinds, type Problem } from '@chatferry/contract';
import type { RelationLimits } from '../plan/plan-rules.ts';
import type { RootCause } from '../plan/plan-summary.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { LandedBefore } from '../references/landed-before.ts';
import { overfull } from '../limits/overfull.ts';
import { type PlannedMessages, withoutMessage } from '../references/missing-messages.ts';
import type { MissingRecords } from '../notes/missing-records.ts';
import { reactionsFromOutside } from '../references/reactions-from-outside.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import type { RoleLimit } from '../making/role-limit.ts';
import { tooManyFriends } from '../limits/too-many-friends.ts';
import { tooManyReactions } from '../limits/too-many-reactions.ts';

interface ClosingSources {
  readonly folder: string;
  readonly work: DatabaseSync;
  readonly messages: PlannedMessages | undefined;
  readonly landedBefore: LandedBefore;
  readonly missingRecords: MissingRecords;
  readonly referenceIndex: ReferenceIndex;
  readonly limits: RelationLimits;
  readonly roleLimit: RoleLimit;
  /** The numbers of memberships; present when there may be more than the service allows. */
  readonly memberships: Parameters<typeof overfull>[3] | undefined;
}

/** Finds the records that cannot be planned for a reason that is certain only after all records of the kind are known. */
export function* closingProblems(
  spool: RecordSpool,
  sources: ClosingSources,
): Generator<{ readonly record: StoredRecord; readonly problem: Problem; root?: RootCause }> {
  const { ofMessage, changes, distinctInMessage, hasFriendLimit } = kinds[spool.kind];
  const { folder, work, messages, landedBefore, missingRecords, limits, memberships } = sources;
  if (ofMessage !== undefined && changes === undefined)
    yield* withoutMessage(spool, folder, messages, landedBefore.messages(), missingRecords);
  if (distinctInMessage !== undefined && messages !== undefined)
    yield* reactionsFromOutside(spool, folder, messages, sources.referenceIndex);
  // Counted after records without a message and refused records are removed.
  if (distinctInMessage !== undefined) yield* tooManyReactions(work, spool);
  if (memberships !== undefined) {
    const reader = new RecordReader(spool); // Memberships stay in input order, so slots are ordinals.
    for (const { ordinal, problem } of overfull(work, spool, limits, memberships))
      yield { record: reader.read(ordinal), problem };
  }
  if (spool.kind === 'roles') yield* sources.roleLimit.excess(spool);
  if (hasFriendLimit === true) yield* tooManyFriends(spool, limits.friendsPerUser);
}
