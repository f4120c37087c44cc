import { z } from 'zod';
import { field, schemasOf } from './field.ts';
import { id } from './fields.ts';

const INFIX = '_blocks_';

/** The record key of a block. */
export function blockId(uid: string, blocked: string): string {
  return uid + INFIX + blocked;
}

export const blockTable = { blockId: field(z.string()), uid: field(id), blocked: field(id) };

/** A user who has blocked another one. Source: chat API, `POST /users/{uid}/blockedusers`. */
export const blockRecord = z
  .strictObject(schemasOf(blockTable))
  .refine((row) => row.blockId === blockId(row.uid, row.blocked), {
    path: ['blockId'],
    error: 'key-differs',
  })
  .refine((row) => row.uid !== row.blocked, { path: ['blocked'], error: 'same-user' });

/** Fills in the `blockId`. @returns `key` when it was missing, or false */
export function completeBlock(row: Record<string, unknown>): 'key' | false {
  const { uid, blocked } = row;
  if (row['blockId'] !== undefined || typeof uid !== 'string' || typeof blocked !== 'string')
    return false;
  row['blockId'] = blockId(uid, blocked);
  return 'key';
}
