import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, jsonObject, name, noLonger, withoutNul } from './fields.ts';

/** A description of a role or a group. */
export const description: z.ZodString = noLonger(
  withoutNul(z.string().min(1, 'empty-field')),
  limits.descriptionLength,
);

const audience = z.enum(['all', 'friendsOnly']);

/** A role that users can have. Source: chat API, `POST /roles`. */
export const roleRecord = z.strictObject({
  role: id,
  name,
  description: description.optional(),
  metadata: jsonObject.optional(),
  /** Whom users of the role can list, and to whom they can send messages. */
  settings: z
    .strictObject({ listUsers: audience.optional(), sendMessagesTo: audience.optional() })
    .optional(),
});

/** A role without a name is named after its id. @returns whether the row was changed */
export function completeRole(row: Record<string, unknown>): boolean {
  const { role } = row;
  if (row['name'] !== undefined || typeof role !== 'string') return false;
  row['name'] = role.slice(0, limits.nameLength);
  return true;
}
