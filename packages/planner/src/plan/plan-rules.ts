import type { IdRule } from '@chatferry/contract';

/** How many memberships and friends the service allows. */
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
  /** Whether a record that refers to a missing user is rejected, or the user is made: named and tagged as a placeholder. */
  readonly onMissingUser: 'reject' | 'placeholder';
  /** The same for missing groups. Default: `reject`. */
  readonly onMissingGroup?: 'reject' | 'placeholder';
  /** Whether roles are made that users have and no row has. Default: `false`; the app then has to have them. */
  readonly createRoles?: boolean;
  /** What happens to a message to a group whose sender is not a member; `add`: the sender becomes one. */
  readonly senderNotMember: 'warn' | 'reject' | 'add';
  /** Whether a membership whose `joinedAt` is before its user or group is rejected. Default: the date is dropped. */
  readonly badOptional?: 'drop' | 'reject';
  /** Which row is planned when several have the same id and different content; `reject`: none of them. */
  readonly duplicates: 'first' | 'last' | 'reject';
  /** By which rule ids were changed. Default: `map`. */
  readonly ids?: 'keep' | IdRule;
  /** Whether groups of exactly two people without a name stay groups (default) or become direct conversations. */
  readonly twoPersonGroups?: 'keep' | 'direct';
  /** Names that stand for none, such as a constant of the mapping. Default: none do; a group that is called by its id never has a name. */
  readonly groupNames?: readonly string[];
  /** For a plan after another job: whether messages that landed are edited. Default: no; other records are updated. */
  readonly editsMessages?: true;
  /**
   * For a plan after another job: the number of records that landed, that the export lacks, and that are removed from the app. Another
   * number is refused. Default: none are removed.
   */
  readonly removesGone?: number;
  /**
   * UNIX seconds: messages that are older are left to a later job, with the replies and reactions to them. Recorded like `now`, of which
   * it follows. Default: none are.
   */
  readonly newerThan?: number;
  /**
   * Guids, and two uids as `a|b`: all other conversations are left to a later job, with the users whom these do not need. Default: none are.
   */
  readonly onlyConversations?: readonly string[];
  /** Memberships and friendships over these limits are rejected. Default: the limits of the service. */
  readonly limits?: Partial<RelationLimits>;
  /**
   * What a run does with the records. Default: it sends them. `remove`: it removes them from the app, kinds in reverse order. `change`: the
   * app holds them, as was found before, and it changes them.
   */
  readonly action?: 'remove' | 'change';
}

/** @throws {RangeError} for invalid rules */
export function checkRules({ recordsPerRequest, maxRequestBytes, lanes }: PlanRules): void {
  if (!(recordsPerRequest >= 1)) throw new RangeError('recordsPerRequest must be 1 or more');
  if (!(maxRequestBytes >= 1024)) throw new RangeError('maxRequestBytes must be 1024 or more');
  if (!(lanes >= 1 && lanes <= 1024)) throw new RangeError('lanes must be from 1 to 1024');
}
