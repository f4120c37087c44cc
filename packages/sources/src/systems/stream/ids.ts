import { hash } from 'node:crypto';
import type { Row } from '@chatferry/contract';
import { text, texts } from '../../reading/values.ts';

/**
 * The version of the rules of this file: users and messages keep the ids of Stream, channels get their type and id. A plan keeps
 * it, because with other rules the same messages would get other ids.
 */
export const ID_RULE = 1;

/** The beginning of the id of a channel that is defined by its members. */
const DISTINCT = '!members-';

/** The id of a channel in the app, from a record. The channel's own id is unique only within its type. Undefined for other records. */
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

/** The id of a channel. A channel without an id gets an id from its members, in any order. */
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

/** A message with an id: Stream gives ids to imported messages without one. */
export function withId(message: Row, channel: string): Row {
  if (text(message['id']) !== undefined) return message;
  const { user, user_id, created_at, text: words } = message;
  const own = JSON.stringify([channel, user ?? user_id, created_at, words]);
  return { ...message, id: `stream-${hash('sha256', own).slice(0, 24)}` };
}
