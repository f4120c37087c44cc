import { blockMistakes, friendMistakes, reactionMistakes } from './follow-up-mistakes.ts';
import type {
  Forum,
  ForumBlock,
  ForumFriendship,
  ForumGroup,
  ForumMember,
  ForumMessage,
  ForumReaction,
  ForumRole,
  ForumUser,
} from './forum-records.ts';
import { groupMistakes } from './group-mistakes.ts';
import { memberMistakes } from './member-mistakes.ts';
import { messageMistakes } from './message-mistakes.ts';
import { type Finding, noted, type SampleRow, spread, warned } from './sample-row.ts';
import { userMistakes } from './user-mistakes.ts';

/** The rows of each sample file, good ones and planted ones. */
export interface Sample {
  readonly users: readonly SampleRow<ForumUser>[];
  readonly groups: readonly SampleRow<ForumGroup>[];
  readonly members: readonly SampleRow<ForumMember>[];
  readonly messages: readonly SampleRow<ForumMessage>[];
  readonly roles: readonly SampleRow<ForumRole>[];
  readonly reactions: readonly SampleRow<ForumReaction>[];
  readonly friends: readonly SampleRow<ForumFriendship>[];
  readonly blocks: readonly SampleRow<ForumBlock>[];
}

/** Plants what goes wrong in real exports. The same places for the same forum, whatever the day. */
export function withMistakes(forum: Forum, today: number): Sample {
  return {
    users: spread(forum.users, userMistakes(forum, today)),
    groups: noted(spread(forum.groups, groupMistakes(forum, today)), aboutGroup),
    members: spread(forum.members, memberMistakes(forum, today)),
    messages: spread(forum.messages, messageMistakes(forum, today)),
    roles: spread(forum.roles, []),
    reactions: spread(forum.reactions, reactionMistakes(forum)),
    friends: spread(forum.friends, friendMistakes(forum)),
    blocks: spread(forum.blocks, blockMistakes(forum)),
  };
}

function aboutGroup({ guid }: ForumGroup): Finding | undefined {
  return guid === 'depot-news'
    ? warned('more than 300 members: no receipts, no unread counts', 'large-group')
    : undefined;
}
