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

const importFields = {
  ...groupFields,
  groupOwnerDetails: z.strictObject(userFields).optional(),
};

const missingPassword = { path: ['password'], error: 'missing-password' };

/** A `password` group needs its password. */
function hasPassword(group: { type: string; password?: string | undefined }): boolean {
  return group.type !== 'password' || group.password !== undefined;
}

/** A group as the import takes it. Source: data import reference, groups. */
export const importedGroup = z.strictObject(importFields).refine(hasPassword, missingPassword);

/** A group of users. Its description is set after the import, which has no field for it. */
export const groupRecord = z
  .strictObject({ ...importFields, description: description.optional() })
  .refine(hasPassword, missingPassword);

export type GroupRecord = z.infer<typeof groupRecord>;
