import { z } from 'zod';
import { id, unixSeconds } from './fields.ts';

/**
 * A user to be deactivated after all other kinds: the service refuses records that refer to a deactivated user, so users are
 * imported active. Source: chat API, `DELETE /users`.
 */
export const deactivationRecord = z.strictObject({
  uid: id,
  /** From the export; the service sets its own time. */
  deactivatedAt: unixSeconds,
});

export type DeactivationRecord = z.infer<typeof deactivationRecord>;
