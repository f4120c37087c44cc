import { z } from 'zod';
import { id, jsonObject, name, tags, unixSeconds, url } from './fields.ts';

export const userFields = {
  uid: id,
  name,
  avatar: url.optional(),
  link: url.optional(),
  /** Must exist before the user is imported; without one the service assigns `default`. */
  role: id.optional(),
  createdAt: unixSeconds.optional(),
  lastActiveAt: unixSeconds.optional(),
  /** Kept for the app; `@private` in it is where the chat API keeps addresses for notifications. */
  metadata: jsonObject.optional(),
  tags: tags.optional(),
  /** Marks the user as deactivated. The service refuses messages of a deactivated user as if the user were unknown. */
  deactivatedAt: unixSeconds.optional(),
};

/** A person who can own groups, be a member and send messages. Source: data import reference, users. */
export const userRecord = z.strictObject(userFields);

export type UserRecord = z.infer<typeof userRecord>;
