/** How many memberships the service allows. */
export interface MembershipLimits {
  readonly membersPerGroup: number;
  readonly groupsPerUser: number;
}

/** What a plan depends on in addition to the rows. */
export interface PlanRules {
  /** UNIX seconds at which the plan is made; recorded, and no part of the plan's identity. */
  readonly now: number;
  /** Records in one request, at most; the service takes 50. */
  readonly recordsPerRequest: number;
  /** Bytes of one request body, at most. */
  readonly maxRequestBytes: number;
  /** Queues that are sent side by side; the batches of one are sent one after the other. */
  readonly lanes: number;
  /** Whether what names a missing user is rejected, or the user is made up: named and tagged as a placeholder. */
  readonly onMissingUser: 'reject' | 'placeholder';
  /** What happens to a message to a group that its sender is no member of. */
  readonly senderNotMember: 'warn' | 'reject';
  /** Which row is planned when several have the same id and other content; `reject`: none of them. */
  readonly duplicates: 'first' | 'last' | 'reject';
  /** Whether groups of exactly two people stay groups, which is the default, or become conversations of the two. */
  readonly twoPersonGroups?: 'keep' | 'direct';
  /** Memberships beyond them are rejected. Default: those of the service. */
  readonly limits?: MembershipLimits;
}

/** @throws {RangeError} for rules that no plan can be made with */
export function checkRules({ recordsPerRequest, maxRequestBytes, lanes }: PlanRules): void {
  if (!(recordsPerRequest >= 1)) throw new RangeError('recordsPerRequest must be 1 or more');
  if (!(maxRequestBytes >= 1024)) throw new RangeError('maxRequestBytes must be 1024 or more');
  if (!(lanes >= 1 && lanes <= 1024)) throw new RangeError('lanes must be from 1 to 1024');
}
