import { z } from 'zod';
import { isoTime } from './values.ts';

/** A line about one event. */
export function event<const Name extends string, Shape extends z.core.$ZodShape>(
  name: Name,
  shape: Shape,
): z.ZodObject<{ at: z.ZodString; type: z.ZodLiteral<Name> } & Shape, z.core.$strict> {
  return z.strictObject({
    at: isoTime('When it happened.'),
    type: z.literal(name).describe('The name of the event.'),
    ...shape,
  });
}
