import { z } from 'zod';
import { limits } from '../service/limits.ts';

/*
 * The query and body fields of operations that only the chat API has. Fields of records (names, addresses, tags) have
 * the schemas of the import records.
 */

/** A uid, guid or role id in either case. The service lower-cases it. */
export const anyCaseId = z
  .string()
  .max(limits.idLength, 'too-long')
  .regex(/^[a-z0-9_-]+$/i, 'bad-id');

export const uids = z.array(anyCaseId);

export const scope = z.enum(['admin', 'moderator', 'participant']);

/** A boolean of a query, where all values are text. */
export const flag = z.boolean().optional();

/** A list of words in a query, joined with commas. */
export const words = z.array(z.string()).optional();

/** Numbered pages. */
export const pageQuery = {
  perPage: z.int().min(1).max(limits.pageSize).optional(),
  page: z.int().min(1).optional(),
};

/** Cursor pages: `append` continues with newer items, `prepend` with older ones. */
export const cursorQuery = {
  limit: z.int().min(1).max(limits.pageSize).optional(),
  affix: z.enum(['append', 'prepend']).optional(),
  /** A message's or a reaction's id, in digits. */
  id: z
    .string()
    .regex(/^\d{1,15}$/, 'must be an id in digits')
    .optional(),
  /** UNIX seconds. */
  sentAt: z.int().optional(),
  /** The time of a change, in UNIX seconds. */
  updatedAt: z.int().optional(),
};
