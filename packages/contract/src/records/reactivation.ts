import { z } from 'zod';
import { field, part, schemasOf } from './field.ts';
import { id } from './fields.ts';
import { deactivated, userTable } from './user.ts';

export const reactivationTable = {
  uid: field(id),
  deactivatedAt: part().compared(
    'presence',
    userTable.deactivatedAt.facts.compared!.source,
    deactivated,
  ),
};

/** A user to reactivate, who is deactivated in the app. Source: chat API, `PUT /users`. */
export const reactivationRecord = z.strictObject(schemasOf(reactivationTable));
