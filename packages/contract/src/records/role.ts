import { z } from 'zod';
import { limits } from '../service/limits.ts';
import { field, optional, schemasOf } from './field.ts';
import { id, jsonObject, name, noLonger, withoutNul } from './fields.ts';

/** A description of a role or a group. */
export const description: z.ZodString = noLonger(
  withoutNul(z.string().min(1, 'empty-field')),
  limits.descriptionLength,
);

const audience = z.enum(['all', 'friendsOnly']);

const ROLE = 'chat API, Role object';

export const roleTable = {
  role: field(id).created(),
  name: field(name).created().compared('json', ROLE, { copyOf: 'role' }).updated('roles.update'),
  description: optional(description)
    .droppable()
    .created()
    .compared('json', ROLE)
    .updated('roles.update', 'unset'),
  metadata: optional(jsonObject)
    .droppable()
    .created()
    .compared('json', ROLE)
    .updated('roles.update', 'unset'),
  /** The users whom users of the role can list, and to whom they can send messages. */
  settings: optional(
    z.strictObject({ listUsers: audience.optional(), sendMessagesTo: audience.optional() }),
  )
    .droppable()
    .created()
    .compared('json', ROLE)
    .updated('roles.update', 'unset'),
};

/** A role that users can have. Source: chat API, `POST /roles`. */
export const roleRecord = z.strictObject(schemasOf(roleTable));

/** A role without a name is named after its id. @returns whether the row was changed */
export function completeRole(row: Record<string, unknown>): boolean {
  const { role } = row;
  if (row['name'] !== undefined || typeof role !== 'string') return false;
  row['name'] = role.slice(0, limits.nameLength);
  return true;
}
