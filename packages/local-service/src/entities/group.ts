import { givenTags, parsed, present } from './present.ts';

export interface GroupRow {
  readonly guid: string;
  readonly name: string;
  readonly type: 'public' | 'password' | 'private';
  readonly password: string | null;
  readonly icon: string | null;
  readonly description: string | null;
  readonly owner: string;
  readonly metadata: string | null;
  readonly tags: string;
  readonly members_count: number;
  readonly created_at: number;
  readonly created_at_given: number;
  readonly updated_at: number | null;
}

/** A member's view of a group. */
export interface Membership {
  readonly scope: string;
  readonly joined_at: number;
}

export function groupConversationId(guid: string): string {
  return `group_${guid}`;
}

/** A group in the service's form; with `membership`, in the view of this member. Never contains the password. */
export function groupEntity(
  row: GroupRow,
  { withTags = true, membership }: { withTags?: boolean; membership?: Membership | undefined } = {},
): Record<string, unknown> {
  return present({
    guid: row.guid,
    name: row.name,
    description: row.description,
    icon: row.icon,
    type: row.type,
    owner: row.owner,
    metadata: parsed(row.metadata),
    tags: withTags ? givenTags(row.tags) : undefined,
    membersCount: row.members_count,
    conversationId: groupConversationId(row.guid),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    scope: membership?.scope,
    joinedAt: membership?.joined_at,
    hasJoined: membership === undefined ? undefined : true,
  });
}

/** The columns of a group that other entities need. */
export type GroupSummaryRow = Pick<
  GroupRow,
  'guid' | 'name' | 'icon' | 'type' | 'owner' | 'members_count' | 'created_at'
>;

/** The fields that other entities show of a group. */
export function groupSummary(row: GroupSummaryRow): Record<string, unknown> {
  return present({
    guid: row.guid,
    name: row.name,
    icon: row.icon,
    type: row.type,
    owner: row.owner,
    membersCount: row.members_count,
    conversationId: groupConversationId(row.guid),
    createdAt: row.created_at,
  });
}
