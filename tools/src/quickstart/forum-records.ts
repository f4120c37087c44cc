/** A user as the old forum kept it. Times are UNIX seconds. */
export interface ForumUser {
  readonly uid: string;
  readonly name: string;
  readonly avatar?: string;
  readonly createdAt: number;
  readonly lastActiveAt?: number;
  readonly metadata?: Record<string, unknown>;
  readonly tags?: readonly string[];
  readonly deactivatedAt?: number;
  readonly role?: string;
}

export interface ForumGroup {
  readonly guid: string;
  readonly name: string;
  readonly type: string;
  readonly password?: string;
  readonly owner: string;
  readonly createdAt: number;
  readonly metadata?: Record<string, unknown>;
  readonly tags?: readonly string[];
}

export interface ForumMember {
  readonly guid: string;
  readonly uid: string;
  readonly scope?: string;
  readonly isBanned?: boolean;
  readonly joinedAt?: number;
}

export interface ForumMessage {
  readonly muid: string;
  readonly sender: string;
  readonly receiverType: 'user' | 'group';
  readonly receiver: string;
  readonly category: 'message' | 'custom';
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly sentAt: number;
  readonly deliveredAt?: number;
  readonly readAt?: number;
}

export interface ForumRole {
  readonly role: string;
  readonly name: string;
  readonly description?: string;
  readonly settings?: Record<string, string>;
}

export interface ForumReaction {
  readonly muid: string;
  readonly uid: string;
  readonly reaction: string;
  readonly reactedAt: number;
}

export interface ForumFriendship {
  readonly uid: string;
  readonly friend: string;
}

export interface ForumBlock {
  readonly uid: string;
  readonly blocked: string;
}

/** Everything in it is fit to be imported. */
export interface Forum {
  readonly users: readonly ForumUser[];
  readonly groups: readonly ForumGroup[];
  readonly members: readonly ForumMember[];
  /** In the order of an export: conversation by conversation. */
  readonly messages: readonly ForumMessage[];
  readonly roles: readonly ForumRole[];
  readonly reactions: readonly ForumReaction[];
  readonly friends: readonly ForumFriendship[];
  readonly blocks: readonly ForumBlock[];
}

/** Seconds. */
export const DAY = 86_400;
