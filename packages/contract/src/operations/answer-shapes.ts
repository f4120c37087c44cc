import { z } from 'zod';

/*
 * Answers are read tolerantly: unknown fields are kept, a field of an undocumented type
 * reads as absent, and known variants are converted.
 */

/** A documented text; `undefined` when it is absent or something else. */
export const text = z.string().optional().catch(undefined);

/** A documented number; the service sometimes sends it as text. */
export const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

export const boolean = z.boolean().optional().catch(undefined);

export const texts = z.array(z.string()).optional().catch(undefined);

/** A documented object; the service may send an empty one as `[]`. */
export const object = z
  .preprocess(emptyListAsObject, z.record(z.string(), z.unknown()))
  .optional()
  .catch(undefined);

/** An answer whose content is not documented; it may also be absent. */
export const anything = z.unknown().optional();

/** An id. It is never absent and may be sent as a number. */
export const anId = z.coerce.string();

/** An id that may be absent. */
export const optionalId = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined);

function emptyListAsObject(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? {} : value;
}

/** `{"data": …}`. */
export function one<T extends z.ZodType>(item: T) {
  return z.looseObject({ data: item });
}

/** `{"data": …}`, where an example shows the item inside a list of one. */
export function oneOrListOfOne<T extends z.ZodType>(item: T) {
  return one(
    z.preprocess(
      (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value),
      item,
    ),
  );
}

/** `{"data": {"<key>": …}}`, one entry for each object that the request named. */
export function mapOf<T extends z.ZodType>(item: T) {
  return one(z.preprocess(emptyListAsObject, z.record(z.string(), item)));
}

const pagination = z.looseObject({
  total: number,
  count: number,
  per_page: number,
  current_page: number,
  total_pages: number,
});

const place = z.looseObject({
  affix: text,
  id: optionalId,
  sentAt: number,
  updatedAt: number,
});

/** The page metadata of a list of either family. */
const listMeta = z.looseObject({
  pagination: pagination.optional().catch(undefined),
  current: z.looseObject({ limit: number, count: number }).optional().catch(undefined),
  /** Where the page before starts. */
  previous: place.optional().catch(undefined),
  /** Where the next page starts. */
  next: place.optional().catch(undefined),
  /** The same in lists that mix both families. */
  cursor: place.optional().catch(undefined),
});

/**
 * `{"data": […], "meta": …}`. The service sometimes sends a list as an object with numbers as keys, and empty `meta` as
 * `[]`: both are accepted.
 */
export function listOf<T extends z.ZodType>(item: T) {
  const data = z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.values(value)
        : value,
    z.array(item),
  );
  const meta = z.preprocess(emptyListAsObject, listMeta.optional());
  return z.looseObject({ data, meta });
}

/** The same, where the service sends the list inside an object: `{"data": {"<key>": […]}}`. */
export function listInside<T extends z.ZodType>(key: string, item: T) {
  return z.preprocess((answer) => {
    const inside = (answer as { data?: Record<string, unknown> } | null | undefined)?.data?.[key];
    return inside === undefined ? answer : { ...(answer as object), data: inside };
  }, listOf(item));
}

/** The result for one object that a request named. */
export const outcome = z.looseObject({ success: boolean, message: text });

/** `{"data": {"success": true, "message": "…"}}`, the answer of most deletions. */
export const done = one(outcome);
