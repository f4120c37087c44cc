import { z } from 'zod';
import { id, unixSeconds } from './fields.ts';

/** A message that is to be deleted for good. Source: chat API, `DELETE /messages/{id}`. */
export const messageRemovalRecord = z.strictObject({
  muid: z.string().min(1, 'empty-field'),
  /** From the export; the message list is searched around it. Absent for a reply: the service has set its time. */
  sentAt: unixSeconds.optional(),
});

/** A member who is to be removed from a group. Source: chat API, `DELETE /groups/{guid}/members/{uid}`. */
export const memberRemovalRecord = z.strictObject({ memberId: z.string(), guid: id, uid: id });
