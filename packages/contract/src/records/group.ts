import { z } from 'zod';
import { limits } from '../limits.ts';
import { description } from './role.ts';
import { id, jsonObject, name, noLonger, tags, unixSeconds, url } from './fields.ts';
import { userFields } from './user.ts';

export const groupFields = {
  guid: id,
  name,
  type: z.enum(['public', 'password', 'private']),
  password: noLonger(z.string().min(1, 'empty-field'), limits.passwordLength).optional(),
  icon: url.optional(),
  owner: id.optional(),
  createdAt: unixSeconds.optional(),
  metadata: jsonObject.optional(),
  tags: tags.optional(),
};

/** A group of users. A `password` group needs its password. Source: data import reference, groups. */
export const groupRecord = z
  .strictObject({
    ...groupFields,
    /** Set after the import, which has no field for it. */
    description: description.optional(),
    groupOwnerDetails: z.strictObject(userFields).optional(),
  })
  .refine((group) => group.type !== 'password' || group.password !== undefined, {
    path: ['password'],
    error: 'missing-password',
  });

export type GroupRecord = z.infer<typeof groupRecord>;
