import { z } from 'zod';
import { field, part, schemasOf } from './field.ts';
import { id } from './fields.ts';
import { banned, memberTable } from './member.ts';

export const unbanTable = {
  memberId: field(z.string()),
  guid: field(id),
  uid: field(id),
  isBanned: part().compared('presence', memberTable.isBanned.facts.compared!.source, banned),
};

/**
 * A ban to lift, so that the user can be a member again. Source: chat API, `DELETE /groups/{guid}/bannedusers/{uid}`.
 */
export const unbanRecord = z.strictObject(schemasOf(unbanTable));
