import { hash } from 'node:crypto';

/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 2;

/** The id of a channel. Names of channels are unique only within their team. */
export function channelId(team: string, channel: string): string {
  return `${team}/${channel}`;
}

/** The id of a conversation. A line may name the members in any order. */
export function groupConversationId(members: readonly string[]): string {
  return `gm-${hash('sha256', sorted(members).join('\0')).slice(0, 24)}`;
}

/** A conversation of two people, which has no id of its own. */
export function directConversation(members: readonly string[]): string {
  return `dm\0${sorted(members).join('\0')}`;
}

/** The part that the muids of all posts in one conversation, or of one user, share. */
export function muidPart(name: string): string {
  return hash('sha256', name).slice(0, 12);
}

/**
 * The id of a post, which has none in the export. @param conversation @param user see `muidPart` @param createdAt milliseconds
 * @param rootCreatedAt time of the post that it replies to, if that is later @param ordinal number among otherwise equal posts, from 1
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
