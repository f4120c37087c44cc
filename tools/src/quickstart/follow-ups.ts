import {
  DAY,
  type Forum,
  type ForumBlock,
  type ForumFriendship,
  type ForumMessage,
  type ForumReaction,
  type ForumRole,
  type ForumUser,
} from './forum-records.ts';
import { Random } from './random.ts';

const EMOJI = ['👍', '❤️', '🚋', '😂', '🎉', ':tram-bell:'];

/** What moves through the chat API: roles, replies, reactions, friends and blocks. */
export type FollowUps = Pick<Forum, 'roles' | 'reactions' | 'friends' | 'blocks'>;

const roles: readonly ForumRole[] = [
  { role: 'caretaker', name: 'Caretaker', description: 'Has the keys of the depot' },
  {
    role: 'apprentice',
    name: 'Apprentice',
    description: 'In the first year',
    settings: { listUsers: 'friendsOnly' },
  },
  { role: 'visitor', name: 'Visitor' },
];

/** Some users have a role. Most are without: they get that of everyone. */
export function withRoles(users: readonly ForumUser[]): ForumUser[] {
  return users.map((user, index) =>
    index % 9 === 4 ? { ...user, role: roles[((index / 9) % roles.length) | 0]!.role } : user,
  );
}

/** Some messages answer the one before them in their conversation. */
export function withReplies(messages: readonly ForumMessage[]): ForumMessage[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    if (index % 23 !== 7 || before === undefined || before.sentAt >= message.sentAt) return message;
    if (conversationOf(before) !== conversationOf(message) || before.sender === message.sender)
      return message;
    return { ...message, data: { ...message.data, metadata: { parentMuid: before.muid } } };
  });
}

function conversationOf({ receiverType, receiver, sender }: ForumMessage): string {
  return receiverType === 'group' ? receiver : [sender, receiver].toSorted().join(' ');
}

/** The same for the same seed. */
export function followUps(
  { users, members, messages }: Pick<Forum, 'users' | 'members' | 'messages'>,
  seed: number,
): FollowUps {
  const random = new Random(seed);
  const groups = Map.groupBy(
    members.filter(({ isBanned }) => isBanned !== true),
    ({ guid }) => guid,
  );
  const reactions: ForumReaction[] = messages
    .filter((_, index) => index % 31 === 5)
    .flatMap((message) =>
      random
        .some(readersOf(message, groups), random.between(1, 3))
        .map((uid) => reactionOf(message, uid, random)),
    );
  const active = users.filter(({ deactivatedAt }) => deactivatedAt === undefined);
  const left = users.filter(({ deactivatedAt }) => deactivatedAt !== undefined);
  const friends: ForumFriendship[] = active
    .slice(0, 120)
    .map(({ uid }, index) => ({ uid, friend: active[index + 1 + (index % 7)]!.uid }));
  const blocks: ForumBlock[] = [
    ...active.slice(40, 58).map(({ uid }, index) => ({ uid, blocked: active[150 + index]!.uid })),
    { uid: left[0]!.uid, blocked: active[0]!.uid },
  ];
  return { roles, reactions, friends, blocks };
}

function readersOf(
  { receiverType, receiver, sender }: ForumMessage,
  groups: ReadonlyMap<string, readonly { readonly uid: string }[]>,
): string[] {
  return receiverType === 'user'
    ? [sender, receiver]
    : (groups.get(receiver) ?? []).slice(0, 40).map(({ uid }) => uid);
}

function reactionOf({ muid, sentAt }: ForumMessage, uid: string, random: Random): ForumReaction {
  const reaction = random.pick(EMOJI);
  return { muid, uid, reaction, reactedAt: sentAt + random.between(20, DAY / 4) };
}
