import { z } from 'zod';

/** The field of an update that names the fields to be changed. */
export const CHANGED = 'changed';

/** The field of an update with the values that the app holds of the fields to be changed; absent when they are not known. */
export const BEFORE = 'before';

/** The field of an update that names the fields that differ too, and that nothing changes; `*` when they are not known. */
export const REMAINING = 'remaining';

/** The field of an update that says that the app has given the record a time of its own: another one than the update has. */
export const DATED_BY_APP = 'datedByApp';

/**
 * A record that the app holds and that is to be changed: the record as it is to be, and the names of the fields in which the app differs.
 * The content was judged when the record itself was planned.
 */
export function updateOfRecord(key: string): z.ZodObject {
  return z.looseObject({
    [key]: z.string().min(1, 'empty-field'),
    [CHANGED]: z.array(z.string().min(1, 'empty-field')).min(1, 'empty-field'),
  });
}
