import { z } from 'zod';
import { field, optional, schemasOf } from './field.ts';
import { id, jsonObject, name, tags, unixSeconds, url } from './fields.ts';

const IMPORT = 'data import reference, users';
const ROLE = 'data import reference, users: role, default if omitted';
const KEPT = 'chat API, User object; @private is kept for notifications and may not be shown';
const WITH_TAGS = 'chat API, GET /users: shown with withTags';
const WITH_DEACTIVATED =
  'chat API, GET /users: shown with withDeactivated; the service may set its own time';

/** Whether a user is deactivated, as the service shows it. */
export const deactivated = { as: 'deactivated', none: false } as const;

export const userTable = {
  uid: field(id).created(),
  name: field(name).created().compared('json').updated('users.update'),
  avatar: optional(url).droppable().created().compared('address').updated('users.update', 'unset'),
  link: optional(url).droppable().created().compared('json').updated('users.update', 'unset'),
  /** Must exist before the user is imported; without one the service assigns `default`. */
  role: optional(id)
    .created()
    .compared('json', ROLE, { none: 'default' })
    .updated('users.update', { as: 'default' }),
  /** Kept for the app; `@private` in it is where the chat API keeps addresses for notifications. */
  metadata: optional(jsonObject)
    .droppable()
    .created()
    .compared('metadata', KEPT)
    .updated('users.update', 'unset'),
  tags: optional(tags)
    .droppable()
    .created()
    .compared('tags', WITH_TAGS)
    .updated('users.update', { as: [] }),
  createdAt: optional(unixSeconds).droppable().compared('json', IMPORT, { isDate: true }),
  lastActiveAt: optional(unixSeconds).droppable().incidental(),
  /** Marks the user as deactivated. The service refuses messages of a deactivated user as if the user were unknown. */
  deactivatedAt: optional(unixSeconds)
    .droppable()
    .compared('presence', WITH_DEACTIVATED, deactivated)
    .updated('users.reactivate', { as: undefined }),
};

export const userFields = schemasOf(userTable);

/** A person who can own groups, be a member and send messages. Source: data import reference, users. */
export const userRecord = z.strictObject(userFields);

export type UserRecord = z.infer<typeof userRecord>;
