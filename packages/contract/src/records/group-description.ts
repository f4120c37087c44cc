import { z } from 'zod';
import { field, schemasOf } from './field.ts';
import { id } from './fields.ts';
import { description } from './role.ts';

export const descriptionTable = {
  guid: field(id),
  description: field(description).created().compared('json').updated('groups.update'),
};

/**
 * The description of a group, which is set after the group is imported: the import has no field for it. Source: chat API,
 * `PUT /groups/{guid}`.
 */
export const groupDescriptionRecord = z.strictObject(schemasOf(descriptionTable));
