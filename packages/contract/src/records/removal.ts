import { z } from 'zod';
import { field, optional, schemasOf } from './field.ts';
import { id, unixSeconds } from './fields.ts';
import { memberTable } from './member.ts';

export const messageRemovalTable = {
  muid: field(z.string().min(1, 'empty-field')),
  /** From the export; the message list is searched around it. Absent for a reply: the service has set its time. */
  sentAt: optional(unixSeconds),
};

/** A message to delete for good. Source: chat API, `DELETE /messages/{id}`. */
export const messageRemovalRecord = z.strictObject(schemasOf(messageRemovalTable));

export const memberRemovalTable = {
  memberId: field(z.string()),
  guid: field(id),
  uid: field(id),
  /** When the imported membership began. A membership with another time may have been created again by other people, and stays. Absent where the app has set the time. */
  joinedAt: optional(unixSeconds).compared('json', memberTable.joinedAt.facts.compared!.source, {
    isDate: true,
  }),
};

/** A member to remove from a group. Source: chat API, `DELETE /groups/{guid}/members/{uid}`. */
export const memberRemovalRecord = z.strictObject(schemasOf(memberRemovalTable));
