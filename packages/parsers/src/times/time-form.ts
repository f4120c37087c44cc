import { IANAZone } from 'luxon';
import { z } from 'zod';
import { openPart } from './whole-date.ts';

/** An IANA zone name such as `Europe/Berlin`, or `UTC`. */
export const zoneName = z
  .string()
  .refine((name) => IANAZone.isValidZone(name), 'must be a zone such as Europe/Berlin or UTC');

const timeUnit = z.enum(['seconds', 'milliseconds', 'microseconds', 'iso', 'rfc2822', 'mixed']);

const format = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const message = openPart(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/**
 * How a column writes times: a unit of UNIX time, `iso`, `rfc2822`, or a format in Luxon's tokens such as
 * `dd/MM/yyyy HH:mm`; or `mixed`, where each value shows its form. `zone` applies to times without a zone.
 */
export const timeForm = z.union([
  timeUnit,
  z.strictObject({
    format: z
      .union([z.enum(['iso', 'rfc2822']), format])
      .describe('iso, rfc2822, or tokens such as dd/MM/yyyy HH:mm.'),
    zone: zoneName.optional().describe('The zone of times that name none.'),
  }),
]);

export type TimeForm = z.infer<typeof timeForm>;
