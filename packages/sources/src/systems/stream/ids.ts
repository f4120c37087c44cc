import { hash } from 'node:crypto';
import type { Row } from '@chatferry/contract';
import { text, texts } from '../../reading/values.ts';

/**
 * The version of the rules of this file: users and messages have the ids of Stream, channels their type and id. A plan keeps
 * it, because other rules would make other messages of the same ones.
 */
export const ID_RULE = 1;

/** Ids of channels of which these people are the members begin so. */
const DISTINCT = '!members-';

/** The id of a channel in the app, whose own id is unique only among those of its type; undefined for what names none. */
export function channelIdOf(record: Row): string | undefined {
  const whole = text(record['cid']) ?? text(record['channel_cid']);
  if (whole !== undefined) return whole;
  return idWith(
    text(record['channel_type']),
    text(record['channel_id']),
    texts(record['channel_member_ids']),
  );
}

/** The same for the record of a channel itself. */
export function ownChannelId(channel: Row): string | undefined {
  const whole = text(channel['cid']);
  if (whole !== undefined) return whole;
  return idWith(text(channel['type']), text(channel['id']), texts(channel['member_ids']));
}

export function isDistinct(channelId: string): boolean {
  return channelId.includes(`:${DISTINCT}`);
}

/** A channel without an id has that of its members, in any order. */
function idWith(
  type: string | undefined,
  id: string | undefined,
  members: readonly string[],
): string | undefined {
  if (type === undefined) return undefined;
  if (id !== undefined) return `${type}:${id}`;
  if (members.length === 0) return undefined;
  const sorted = [...new Set(members)].toSorted((one, other) => (one < other ? -1 : 1));
  return `${type}:${DISTINCT}${hash('sha256', sorted.join('\0')).slice(0, 24)}`;
}

/** A message with an id: Stream gives one to those of an import that have none. */
export function withId(message: Row, channel: string): Row {
  if (text(message['id']) !== undefined) return message;
  const { user, user_id, created_at, text: words } = message;
  const own = JSON.stringify([channel, user ?? user_id, created_at, words]);
  return { ...message, id: `stream-${hash('sha256', own).slice(0, 24)}` };
}
