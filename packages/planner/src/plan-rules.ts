/** What a plan depends on besides the rows. */
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
  /** Which row stands when several have the same id and other content; `reject`: none of them. */
  readonly duplicates: 'first' | 'last' | 'reject';
  /** Whether groups of exactly two people stay groups, which is the default, or become conversations of the two. */
  readonly twoPersonGroups?: 'keep' | 'direct';
}
