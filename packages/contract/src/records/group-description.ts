import { z } from 'zod';
import { id } from './fields.ts';
import { description } from './role.ts';

/**
 * The description of a group, which is set after the group is imported: the import has no field for it. Source: chat API,
 * `PUT /groups/{guid}`.
 */
export const groupDescriptionRecord = z.strictObject({ guid: id, description });
