import { z } from 'zod';
import { limits } from '../service/limits.ts';

/** The form of every uid, guid and role id. The service lower-cases the ids that it receives. */
const idPattern: RegExp = /^[a-z0-9_-]+$/;

/*
 * The message of each check is a problem code (see problems/problems.ts), not a text: texts are made only
 * for rows that fail.
 */

/** At most `limit` UTF-16 units. zod's own `max` counts code points, and the service does not document what it counts. */
export function noLonger<Text extends z.ZodType<string>>(text: Text, limit: number): Text {
  return text.refine((value) => value.length <= limit, {
    error: 'too-long',
    params: { maximum: limit },
  });
}

/** Without U+0000. Many programs end a text there, so two ids may become one, and a name may be truncated. */
export function withoutNul<Text extends z.ZodType<string>>(text: Text): Text {
  return text.refine((value) => !value.includes('\0'), 'null-character');
}

/** A uid, guid or role id in the service's form. */
export const id: z.ZodString = noLonger(
  z.string().min(1, 'empty-field').regex(idPattern, 'bad-id'),
  limits.idLength,
);

/** A displayed name: any language, any emoji. */
export const name: z.ZodString = noLonger(
  withoutNul(z.string().regex(/\S/u, 'empty-field')),
  limits.nameLength,
);

export const url: z.ZodURL = noLonger(
  z.url({ protocol: /^https?$/, error: 'bad-url' }),
  limits.urlLength,
);

/** UNIX time in seconds, ten digits: 2001-09-09 to 2286-11-20. */
export const unixSeconds: z.ZodInt = z
  .int('not-seconds')
  .min(limits.earliestTime, 'not-seconds')
  .max(limits.latestTime, 'not-seconds');

export const tags: z.ZodArray<z.ZodString> = z
  .array(noLonger(z.string().min(1, 'empty-field'), limits.tagLength))
  .max(limits.tags, 'too-many');

/** Any JSON object. Its size is checked in the record's wire form. */
export const jsonObject: z.ZodType<Record<string, unknown>, Record<string, unknown>> = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'wrong-type',
  )
  .meta({ type: 'object' });
