import { z } from 'zod';
import { limits } from '../service/limits.ts';
import { field, optional, schemasOf } from './field.ts';
import { description } from './role.ts';
import { id, jsonObject, name, noLonger, tags, unixSeconds, url } from './fields.ts';
import { userFields } from './user.ts';

const IMPORT = 'data import reference, groups';
const TYPE = 'chat API, GET /groups: created as password, listed as protected';
const WITH_TAGS = 'chat API, GET /groups: shown with withTags';

/** The fields of a group, also where it is inside another record. */
const ofAnyGroup = {
  guid: field(id).created(),
  name: field(name).created().compared('json').updated('groups.update'),
  type: field(z.enum(['public', 'password', 'private']))
    .created()
    .compared('group-type', TYPE)
    .updated('groups.update'),
  /** Only a group of type `password` has a password. No list shows it. */
  password: optional(noLonger(z.string().min(1, 'empty-field'), limits.passwordLength))
    .created()
    .updated('groups.update', { as: undefined }),
  icon: optional(url).droppable().created().compared('address').updated('groups.update', 'unset'),
  owner: optional(id).created().compared('json').updated('groups.update'),
  metadata: optional(jsonObject)
    .droppable()
    .created()
    .compared('json')
    .updated('groups.update', 'unset'),
  tags: optional(tags)
    .droppable()
    .created()
    .compared('tags', WITH_TAGS)
    .updated('groups.update', { as: [] }),
  createdAt: optional(unixSeconds).droppable().compared('json', IMPORT, { isDate: true }),
};

const imported = {
  ...ofAnyGroup,
  groupOwnerDetails: optional(z.strictObject(userFields)),
};

export const groupTable = {
  ...imported,
  /** Set after the import, which has no field for it: see `groupDescriptionRecord`. */
  description: optional(description).droppable(),
};

export const groupFields = schemasOf(ofAnyGroup);

const missingPassword = { path: ['password'], error: 'missing-password' };

/** A `password` group needs its password. */
function hasPassword(group: { type: string; password?: string | undefined }): boolean {
  return group.type !== 'password' || group.password !== undefined;
}

/** A group as the import takes it. Source: data import reference, groups. */
export const importedGroup = z
  .strictObject(schemasOf(imported))
  .refine(hasPassword, missingPassword);

/** A group of users. Its description is set after the import, which has no field for it. */
export const groupRecord = z
  .strictObject(schemasOf(groupTable))
  .refine(hasPassword, missingPassword);

export type GroupRecord = z.infer<typeof groupRecord>;
