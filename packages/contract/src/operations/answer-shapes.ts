import { z } from 'zod';
import { isObject, type Json } from '../values/json.ts';

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
  // Not a record of zod, which leaves out the key `__proto__`.
  .preprocess(emptyListAsObject, z.custom<Json>(isObject).meta({ type: 'object' }))
  .optional()
  .catch(undefined);

/** An answer whose content is not documented; it may also be absent. */
export const anything = z.unknown().optional();

/** An id. It is never absent and may be sent as a number. */
export const anId = z.union([z.string().min(1), z.number().transform(String)]);

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

const place = z.looseObject({ affix: text, sentAt: number, id: optionalId });

const cursor = z.looseObject({ updatedAt: number, sentAt: number, id: optionalId, affix: text });

/** The page metadata of a list of either family. */
const listMeta = z.looseObject({
  pagination: pagination.optional().catch(undefined),
  /** Where the previous page starts. */
  previous: place.optional().catch(undefined),
  current: z.looseObject({ limit: number, count: number }).optional().catch(undefined),
  /** Where the next page starts. */
  next: place.optional().catch(undefined),
  /** Where the next page starts, in lists that mix both families. */
  cursor: cursor.optional().catch(undefined),
});

/**
 * `{"data": […], "meta": …}`. The service sometimes sends a list as an object with numbers as keys, and empty `meta` as
 * `[]`: both are accepted. Entries that are not items are left out of `data`, and `skipped` describes each of them.
 */
export function listOf<T extends z.ZodType>(item: T) {
  const items = z.array(item);
  const key = idFieldOf(item);
  const data = z.preprocess(listInObject, z.array(z.unknown()));
  const meta = z.preprocess(emptyListAsObject, listMeta.optional());
  return z
    .looseObject({ data, meta })
    .transform((page) => {
      // Parsing all of them together is faster, and nearly always succeeds.
      const whole = items.safeParse(page.data);
      const found = whole.success ? { data: whole.data } : readable(item, page.data, key);
      return { ...page, skipped: undefined, ...found };
    })
    .meta({ itemKey: key });
}

/** The field with the id of the items of a list, from the schema of its answer; undefined for items without an id. */
export function itemKeyOf(answer: z.ZodType): string | undefined {
  const inner = answer.meta() === undefined && answer instanceof z.ZodPipe ? answer.out : answer;
  return (inner as z.ZodType).meta()?.['itemKey'] as string | undefined;
}

function listInObject(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value)
    : value;
}

function readable<T extends z.ZodType>(
  item: T,
  entries: readonly unknown[],
  key: string | undefined,
): { data: z.output<T>[]; skipped?: readonly string[] | undefined } {
  const data: z.output<T>[] = [];
  const skipped: string[] = [];
  for (const entry of entries) {
    const read = item.safeParse(entry);
    if (read.success) data.push(read.data);
    else skipped.push(described(entry, key));
  }
  return { data, skipped };
}

/** Names the form of an entry, never its content, which may be personal. */
function described(entry: unknown, key: string | undefined): string {
  if (entry === null) return 'null';
  if (Array.isArray(entry)) return 'a list';
  if (typeof entry !== 'object') return `a ${typeof entry}`;
  return key === undefined ? 'an object that is not readable' : `an object without ${key}`;
}

/** The field that has the schema of an id. */
function idFieldOf(item: z.ZodType): string | undefined {
  const inner = item instanceof z.ZodPipe ? item.out : item;
  if (!(inner instanceof z.ZodObject)) return undefined;
  return Object.keys(inner.shape).find((field) => inner.shape[field] === anId);
}

/** As `listOf`, for a list that the service sends inside an object: `{"data": {"<key>": […]}}`. */
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
