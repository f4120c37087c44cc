import { givenTags, parsed, present } from './present.ts';

export interface UserRow {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly link: string | null;
  readonly role: string;
  readonly status_message: string | null;
  readonly metadata: string | null;
  readonly tags: string;
  readonly created_at: number;
  readonly created_at_given: number;
  readonly last_active_at: number | null;
  readonly updated_at: number | null;
  readonly deactivated_at: number | null;
}

/** The context in which a user is shown. */
interface UserView {
  readonly withTags?: boolean;
  /** The blocks between the user and the acting user. */
  readonly blocks?: Readonly<Record<string, unknown>>;
  readonly conversationId?: string;
}

/** A user in the service's form, with its fields in the recorded order. No user is ever online here. */
export function userEntity(
  row: UserRow,
  { withTags = true, blocks = {}, conversationId }: UserView = {},
): Record<string, unknown> {
  return present({
    uid: row.uid,
    name: row.name,
    link: row.link,
    avatar: row.avatar,
    statusMessage: row.status_message,
    metadata: parsed(row.metadata),
    status: 'offline',
    role: row.role,
    tags: withTags ? givenTags(row.tags) : undefined,
    ...blocks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastActiveAt: row.last_active_at,
    deactivatedAt: row.deactivated_at,
    conversationId,
  });
}

/** The columns of a user that other entities need. */
export type UserSummaryRow = Pick<
  UserRow,
  'uid' | 'name' | 'avatar' | 'link' | 'role' | 'created_at' | 'updated_at'
>;

/** The fields that other entities show of a user. */
export function userSummary(row: UserSummaryRow): Record<string, unknown> {
  return present({
    uid: row.uid,
    name: row.name,
    link: row.link,
    avatar: row.avatar,
    status: 'offline',
    role: row.role,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}
