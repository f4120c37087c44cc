import type { Kind } from '../kinds/kinds.ts';

/**
 * Sent fields that cannot be compared, because no list of the service shows them or because using the app changes them. The report, the
 * printed results and the docs list the same fields.
 */
export const notComparedFields: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  users: [
    'lastActiveAt',
    'the time of deactivatedAt',
    '@private in metadata where it is not shown',
  ],
  groups: ['the password'],
  members: ["the scope of a group's owner", 'the scope and joinedAt of a banned user'],
  messages: ['the order within one second', 'mentionedUserDetails', 'the content of attachments'],
  replies: ['times', 'the content of attachments'],
  reactions: ['their times'],
  friends: ['which of the two users asked'],
  deactivations: ['their times'],
};
