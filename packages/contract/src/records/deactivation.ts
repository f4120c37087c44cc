import { z } from 'zod';
import { field, schemasOf } from './field.ts';
import { id, unixSeconds } from './fields.ts';
import { deactivated, userTable } from './user.ts';

export const deactivationTable = {
  uid: field(id),
  /** From the export; the service sets its own time. */
  deactivatedAt: field(unixSeconds)
    .incidental()
    .compared('presence', userTable.deactivatedAt.facts.compared!.source, deactivated),
};

/**
 * A user to be deactivated after all other kinds: the service refuses records that refer to a deactivated user, so users are
 * imported active. Source: chat API, `DELETE /users`.
 */
export const deactivationRecord = z.strictObject(schemasOf(deactivationTable));

export type DeactivationRecord = z.infer<typeof deactivationRecord>;
