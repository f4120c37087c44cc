import { type IdRule, limits } from '@chatferry/contract';
import { groupNamesIn } from './group-names.ts';
import type { Cleaning, ReadRules, ThreadPolicy } from '@chatferry/parsers';
import type { PlanRules } from '@chatferry/planner';
import { LANES } from './lanes.ts';
import { newerThanOf } from './newer-than.ts';
import { chosenConversations } from './only-conversations.ts';
import { oldestSentAt } from './oldest-sent-at.ts';

/** The settings of a plan, except those for reading columns. */
export interface PlanSettings {
  /** For ids that the service does not accept: `keep` rejects them, any other value changes them by this rule, see `serviceId`. */
  readonly ids: 'keep' | IdRule;
  /** Put before every message id, so that the ids of two exports differ in one app. */
  readonly muidPrefix?: string;
  /** Put before every uid and guid, also in references. */
  readonly idPrefix?: string;
  readonly onMissingUser: 'reject' | 'placeholder';
  readonly onMissingGroup: 'reject' | 'placeholder';
  /** Whether to plan roles that users have, but that are in no row. */
  readonly createRoles?: boolean;
  /** After another job: whether messages that landed and have changed since are edited. Default: they are listed. */
  readonly editMessages?: boolean;
  /**
   * After another job: the number of landed records that the export lacks, to remove these records from the app. Any other number is
   * refused. Default: they are listed.
   */
  readonly removeGone?: number;
  /**
   * Messages that are older than this age or day, with the replies and reactions to them, are left to a later job: `12h`, `7d`, `2w`,
   * `2026-11-20`. Default: all are sent.
   */
  readonly newerThan?: string;
  /**
   * Ids of groups, and of two users as `a|b`, as the export has them. All other conversations are left to a later job, with the users whom
   * the listed conversations do not need. Default: all are sent.
   */
  readonly onlyConversations?: readonly string[];
  readonly senderNotMember: 'warn' | 'reject' | 'add';
  /** Which row is kept when several have the same id and different content. */
  readonly duplicates: 'first' | 'last' | 'reject';
  /** Whether groups of exactly two people stay groups, or their messages are sent to the other person. */
  readonly twoPersonGroups: 'keep' | 'direct';
  /** Months for which the service keeps messages; older messages are rejected. */
  readonly retentionMonths: number | 'none';
  readonly recordsPerRequest: number;
  readonly maxRequestBytes: number;
  readonly cleaning?: Cleaning;
  /** What happens to messages with `data.metadata.parentMuid`. */
  readonly threads: ThreadPolicy;
  /** How many memberships and friends the app allows; further ones are rejected. */
  readonly limits?: {
    readonly membersPerGroup?: number | undefined;
    readonly groupsPerUser?: number | undefined;
    readonly friendsPerUser?: number | undefined;
  };
}

export const defaultPlanSettings: PlanSettings = {
  ids: 'map',
  onMissingUser: 'reject',
  onMissingGroup: 'reject',
  senderNotMember: 'warn',
  duplicates: 'first',
  twoPersonGroups: 'keep',
  threads: 'metadata',
  retentionMonths: limits.retentionMonths,
  recordsPerRequest: limits.recordsPerImport,
  maxRequestBytes: 1_000_000,
};

export interface Rules {
  readonly plan: PlanRules;
  readonly read: ReadRules;
}

/**
 * @param now UNIX seconds
 * @param mappings of all inputs
 */
export function rulesFrom(
  settings: PlanSettings,
  now: number,
  mappings: Parameters<typeof groupNamesIn>[0] = [],
): Rules {
  const { ids, muidPrefix, idPrefix, cleaning, retentionMonths, onlyConversations } = settings;
  const newerThan =
    settings.newerThan === undefined ? undefined : newerThanOf(settings.newerThan, now);
  const groupNames = groupNamesIn(mappings);
  const { recordsPerRequest, maxRequestBytes } = settings;
  const { onMissingUser, onMissingGroup, senderNotMember, duplicates, twoPersonGroups } = settings;
  return {
    plan: {
      now,
      recordsPerRequest,
      maxRequestBytes,
      lanes: LANES,
      onMissingUser,
      onMissingGroup,
      senderNotMember,
      duplicates,
      twoPersonGroups,
      ...(twoPersonGroups === 'direct' && groupNames.length > 0 ? { groupNames } : {}),
      ...(ids === 'map' ? {} : { ids }),
      ...(cleaning?.badOptional === 'reject' ? { badOptional: 'reject' as const } : {}),
      ...(settings.createRoles === true ? { createRoles: true } : {}),
      ...(settings.editMessages === true ? { editsMessages: true as const } : {}),
      ...(settings.removeGone === undefined ? {} : { removesGone: settings.removeGone }),
      ...(newerThan === undefined ? {} : { newerThan }),
      ...(onlyConversations && {
        onlyConversations: chosenConversations(onlyConversations, settings),
      }),
      limits: {
        membersPerGroup: settings.limits?.membersPerGroup ?? limits.membersPerGroup,
        groupsPerUser: settings.limits?.groupsPerUser ?? limits.groupsPerUser,
        friendsPerUser: settings.limits?.friendsPerUser ?? limits.friendsPerUser,
      },
    },
    read: {
      now,
      ids,
      ...(muidPrefix === undefined ? {} : { muidPrefix }),
      ...(idPrefix === undefined ? {} : { idPrefix }),
      ...(cleaning === undefined ? {} : { cleaning }),
      ...(twoPersonGroups === 'direct' ? { groupsMayLackNames: true as const } : {}),
      ...(settings.threads === 'metadata' ? {} : { replies: settings.threads }),
      ...(retentionMonths === 'none' ? {} : oldest(now, retentionMonths, newerThan)),
    },
  };
}

/** Messages that are left to a later job are not rejected in this job. */
function oldest(now: number, months: number, newerThan = -Infinity): { oldestSentAt?: number } {
  const time = oldestSentAt(now, months);
  return newerThan >= time ? {} : { oldestSentAt: time };
}
