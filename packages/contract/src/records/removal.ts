import { z } from 'zod';
import { field, optional, schemasOf } from './field.ts';
import { id, unixSeconds } from './fields.ts';

export const messageRemovalTable = {
  muid: field(z.string().min(1, 'empty-field')),
  /** From the export; the message list is searched around it. Absent for a reply: the service has set its time. */
  sentAt: optional(unixSeconds),
};

/** A message that is to be deleted for good. Source: chat API, `DELETE /messages/{id}`. */
export const messageRemovalRecord = z.strictObject(schemasOf(messageRemovalTable));

export const memberRemovalTable = { memberId: field(z.string()), guid: field(id), uid: field(id) };

/** A member who is to be removed from a group. Source: chat API, `DELETE /groups/{guid}/members/{uid}`. */
export const memberRemovalRecord = z.strictObject(schemasOf(memberRemovalTable));
