import { hash } from 'node:crypto';

/** The version of the rules of this file. A plan keeps it, because other rules would make other messages of the same ones. */
export const ID_RULE = 2;

/** Names of channels are unique in their team only. */
export function channelId(team: string, channel: string): string {
  return `${team}/${channel}`;
}

/** One id for a conversation, whatever the order in which a line names its members. */
export function groupConversationId(members: readonly string[]): string {
  return `gm-${hash('sha256', sorted(members).join('\0')).slice(0, 24)}`;
}

/** A conversation of two people, which has no id of its own. */
export function directConversation(members: readonly string[]): string {
  return `dm\0${sorted(members).join('\0')}`;
}

/** What the muids of the posts in one conversation, or of one user, have in common. */
export function muidPart(name: string): string {
  return hash('sha256', name).slice(0, 12);
}

/**
 * Posts have no id. @param conversation @param user see `muidPart` @param createdAt milliseconds @param rootCreatedAt
 * time of the post that it replies to, where that is later @param ordinal among posts for which these are the same, from 1
 */
export function muidOf(
  conversation: string,
  user: string,
  createdAt: number,
  rootCreatedAt: number | undefined,
  ordinal: number,
): string {
  const id = `mm-${conversation}-${user}-${createdAt}`;
  const early = rootCreatedAt === undefined ? id : `${id}-${rootCreatedAt}`;
  return ordinal === 1 ? early : `${early}-n${ordinal}`;
}

function sorted(members: readonly string[]): readonly string[] {
  return members.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}
