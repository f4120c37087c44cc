import { z } from 'zod';
import { limits } from '../service/limits.ts';
import { field, optional, schemasOf } from './field.ts';
import { id, noLonger, unixSeconds, withoutNul } from './fields.ts';

/**
 * The record key of a reaction. Neither uid nor reaction has white space in it, so that two reactions never have the same
 * key, whatever the muid contains.
 */
function reactionId(muid: string, uid: string, reaction: string): string {
  return `${muid} ${uid} ${reaction.replaceAll(/[%\s]/gu, encodeURIComponent)}`;
}

/** The muid in the record key of a reaction. */
export function muidOfReaction(key: string): string {
  return key.slice(0, key.lastIndexOf(' ', key.lastIndexOf(' ') - 1));
}

/** A reaction is a part of the path of its request, in which `.` and `..` mean other paths. */
const noPathStep = /^(?!\.{1,2}$)/;

/** `reactedAt` decides on the order of sending. It is not sent: the service sets the time itself. */
export const reactionTable = {
  reactionId: field(z.string()),
  muid: field(withoutNul(z.string().min(1, 'empty-field'))),
  uid: field(id),
  reaction: field(
    noLonger(
      withoutNul(z.string().regex(/\S/u, 'empty-field').regex(noPathStep, 'bad-value')),
      limits.reactionLength,
    ),
  ),
  reactedAt: optional(unixSeconds).droppable().incidental(),
};

/**
 * A user's reaction to a message. Source: chat API, `POST /messages/{id}/reactions/{reaction}`.
 */
export const reactionRecord = z
  .strictObject(schemasOf(reactionTable))
  .refine((row) => row.reactionId === reactionId(row.muid, row.uid, row.reaction), {
    path: ['reactionId'],
    error: 'key-differs',
  });

/** Fills in the `reactionId`. @returns `key` when it was missing, or false */
export function completeReaction(row: Record<string, unknown>): 'key' | false {
  const { muid, uid, reaction } = row;
  if (row['reactionId'] !== undefined) return false;
  if (typeof muid !== 'string' || typeof uid !== 'string' || typeof reaction !== 'string')
    return false;
  row['reactionId'] = reactionId(muid, uid, reaction);
  return 'key';
}
