import { z } from 'zod';
import { groupFields } from './group.ts';
import { userFields } from './user.ts';

/** A user inside another record; the service creates the user if it does not exist. */
export const userDetails = z.strictObject(userFields);

/** A group inside a member or a message. */
export const groupDetails = z.strictObject(groupFields);

/** Users that a message's text mentions as `<@uid:UID>`, by uid. */
export const mentionedUsers = z
  .record(z.string(), userDetails)
  .refine(hasMatchingKeys, 'key-differs');

function hasMatchingKeys(users: Readonly<Record<string, { readonly uid: string }>>): boolean {
  for (const uid in users) if (users[uid]!.uid !== uid) return false;
  return true;
}
