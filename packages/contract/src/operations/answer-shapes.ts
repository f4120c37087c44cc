import { z } from 'zod';

/** A count that the service writes as a number or as digits. */
const count = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** An entity of the service: the id is sure, every other field may come, go or be new. */
export function entity<Id extends string>(
  id: Id,
): z.ZodObject<Record<Id, z.ZodType<string>>, z.core.$loose> {
  const shape = { [id]: z.coerce.string() } as unknown as Record<Id, z.ZodType<string>>;
  return z.looseObject(shape);
}

/** `{"data": …}`. */
export function one<T extends z.ZodType>(item: T) {
  return z.looseObject({ data: item });
}

const pagination = z.looseObject({
  total: count.optional(),
  count: count.optional(),
  per_page: count.optional(),
  current_page: count.optional(),
  total_pages: count.optional(),
});

const cursor = z.looseObject({
  affix: z.string().optional(),
  id: z.coerce.string().optional(),
  sentAt: z.coerce.number().optional(),
});

/** What a list says of its pages, whichever of the two families it belongs to. */
export const listMeta = z.looseObject({
  pagination: pagination.optional(),
  current: z.looseObject({ limit: count.optional(), count: count.optional() }).optional(),
  next: cursor.optional(),
});

/**
 * `{"data": […], "meta": …}`. An object with numbers as keys counts as a list, and an empty list as empty `meta`:
 * both are known to come.
 */
export function listOf<T extends z.ZodType>(item: T) {
  const data = z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.values(value)
        : value,
    z.array(item),
  );
  const meta = z.preprocess((value) => (Array.isArray(value) ? {} : value), listMeta.optional());
  return z.looseObject({ data, meta });
}

/** `{"data": {"success": true, "message": "…"}}`, the answer of most deletions. */
export const done = one(
  z.looseObject({ success: z.boolean().optional(), message: z.string().optional() }),
);
