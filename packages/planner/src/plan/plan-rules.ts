import type { IdRule } from '@chatferry/contract';

/** The numbers of memberships and friends that the service allows. */
export interface RelationLimits {
  readonly membersPerGroup: number;
  readonly groupsPerUser: number;
  readonly friendsPerUser: number;
}

/** The settings of a plan. */
export interface PlanRules {
  /** UNIX seconds at which the plan is made; recorded, but not part of the plan's identity. */
  readonly now: number;
  /** Maximum number of records in one request; the service allows 50. */
  readonly recordsPerRequest: number;
  /** Maximum size of a request body in bytes. */
  readonly maxRequestBytes: number;
  /** Number of queues. Lanes are sent concurrently; the batches of a lane are sent one after the other. */
  readonly lanes: number;
  /** What happens to a record that refers to a missing user: it is rejected, or the user is made, named and tagged as a placeholder. */
  readonly onMissingUser: 'reject' | 'placeholder';
  /** What happens to a record that refers to a missing group. Default: `reject`. */
  readonly onMissingGroup?: 'reject' | 'placeholder';
  /** Whether to make roles that users have and that have no row. Default: `false`; the app must have them then. */
  readonly createRoles?: boolean;
  /** What happens to a message to a group whose sender is not a member; `add` makes the sender a member. */
  readonly senderNotMember: 'warn' | 'reject' | 'add';
  /** Whether a membership whose `joinedAt` is before its user or group is rejected. Default: the date is dropped. */
  readonly badOptional?: 'drop' | 'reject';
  /** The row to plan when several rows have the same id and different content; `reject`: none. */
  readonly duplicates: 'first' | 'last' | 'reject';
  /** The rule by which ids were changed. Default: `map`. */
  readonly ids?: 'keep' | IdRule;
  /** Whether groups of exactly two people without a name stay groups (default) or become direct conversations. */
  readonly twoPersonGroups?: 'keep' | 'direct';
  /** Names that count as none, such as a constant of the mapping. Default: no names; a name that equals the group's id never counts. */
  readonly groupNames?: readonly string[];
  /** For a plan after another job: whether messages that landed are edited. Default: no. Other records are always updated. */
  readonly editsMessages?: true;
  /**
   * For a plan after another job: the number of gone records, which landed and which the export lacks, to remove from the app. The plan is
   * refused when the actual number differs. Default: no records are removed.
   */
  readonly removesGone?: number;
  /**
   * UNIX seconds: older messages are left to a later job, with the replies and reactions to them. Recorded like `now`, from which it is
   * calculated. Default: no messages are left.
   */
  readonly newerThan?: number;
  /**
   * Guids, and pairs of uids as `a|b`. All other conversations are left to a later job, with the users whom the listed ones do not need.
   * Default: no conversations are left.
   */
  readonly onlyConversations?: readonly string[];
  /** Memberships and friendships over these limits are rejected. Default: the limits of the service. */
  readonly limits?: Partial<RelationLimits>;
  /**
   * What a run does with the records. Default: it sends them. `remove`: it removes them from the app, kinds in reverse order. `change`: it
   * changes records that the app is known to hold.
   */
  readonly action?: 'remove' | 'change';
}

/** @throws {RangeError} for invalid rules */
export function checkRules({ recordsPerRequest, maxRequestBytes, lanes }: PlanRules): void {
  if (!(recordsPerRequest >= 1)) throw new RangeError('recordsPerRequest must be 1 or more');
  if (!(maxRequestBytes >= 1024)) throw new RangeError('maxRequestBytes must be 1024 or more');
  if (!(lanes >= 1 && lanes <= 1024)) throw new RangeError('lanes must be from 1 to 1024');
}
