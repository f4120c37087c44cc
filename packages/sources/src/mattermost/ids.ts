import { createHash } from 'node:crypto';

/** The version of the rules of this file. A plan keeps it, because other rules would make other messages of the same ones. */
export const ID_RULE = 1;

/** Names of channels are unique in their team only. */
export function channelId(team: string, channel: string): string {
  return `${team}/${channel}`;
}

/** One id for a conversation, whatever the order in which a line names its members. */
export function groupConversationId(members: readonly string[]): string {
  return `gm-${digest(sorted(members).join('\0'))}`;
}

/** A conversation of two people, which has no id of its own. */
export function directConversation(members: readonly string[]): string {
  return `dm\0${sorted(members).join('\0')}`;
}

/**
 * Posts have no id. @param createdAt milliseconds @param ordinal among posts of one user in one conversation with the
 * same time, from 1
 */
export function muidOf(
  conversation: string,
  createdAt: number,
  user: string,
  ordinal: number,
): string {
  const id = `mm-${digest(`${conversation}\0${createdAt}\0${user}`)}`;
  return ordinal === 1 ? id : `${id}-${ordinal}`;
}

export function fileMuid(muid: string, number: number): string {
  return `${muid}-f${number}`;
}

function sorted(members: readonly string[]): readonly string[] {
  return members.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 24);
}
