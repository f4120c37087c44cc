import type { Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { ownFields } from '../../reading/secrets.ts';
import { secondsIn } from '../../reading/times.ts';
import { filled, object, text } from '../../reading/values.ts';
import type { ChatFacts } from '../../rows/chats.ts';
import type { UserFacts } from '../../rows/known-users.ts';
import { threadOf } from './ids.ts';
import type { PubnubOptions } from './options.ts';

/** The facts about a user of App Context. */
export function userFacts(user: Row): UserFacts {
  const { fields, tooLong } = ownFields(object(user['custom']), new Set());
  return {
    name: text(user['name']),
    row: addressField('avatar', user['profileUrl']),
    metadata: filled({
      externalId: text(user['externalId']),
      type: text(user['type']),
      status: text(user['status']),
      ...fields,
    }),
    tooLong,
  };
}

/** When an object was last changed. */
export function versionOf({ updated }: Row): number {
  return secondsIn(updated) ?? 1;
}

/** The facts about a channel, from its object, its type in the Chat SDK, and its name. */
export function channelFacts(id: string, channel: Row, options: PubnubOptions): ChatFacts {
  const type = text(channel['type']);
  const canBePair = type === 'direct' || directName(id, options) !== null;
  const { fields, tooLong } = ownFields(object(channel['custom']), new Set());
  const isKnown = type === 'group' || canBePair;
  const isPublic = type === 'public' || (!isKnown && options.channels === 'public');
  return {
    name: text(channel['name']),
    type: isPublic ? 'public' : 'private',
    canBePair,
    version: versionOf(channel),
    row: filled({
      description: text(channel['description']),
      metadata: filled({
        type,
        status: text(channel['status']),
        ...fields,
      }),
    }),
    tooLong,
  };
}

/** The match of a name of a channel of two people; null for other channels, and for threads, whose names have another form. */
export function directName(
  channel: string,
  { direct }: PubnubOptions,
): readonly (string | undefined)[] | null {
  if (direct === undefined || threadOf(channel) !== undefined) return null;
  return new RegExp(direct, 'u').exec(channel);
}
