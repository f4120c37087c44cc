import { z } from 'zod';

/** The field of an update that names the fields to be changed. */
export const CHANGED = 'changed';

/** The field of an update with the app's values of the fields to be changed; absent when the values are unknown. */
export const BEFORE = 'before';

/** The field of an update that names the differing fields that nothing can change; `*` when they are unknown. */
export const REMAINING = 'remaining';

/** The field of an update that marks a record whose time was set by the app, and differs from the time in the update. */
export const DATED_BY_APP = 'datedByApp';

/**
 * An update of a record that the app holds: the whole record after the update, and the names of the fields in which the app differs. The
 * content is not judged here, because it was judged when the record itself was planned.
 */
export function updateOfRecord(key: string): z.ZodObject {
  return z.looseObject({
    [key]: z.string().min(1, 'empty-field'),
    [CHANGED]: z.array(z.string().min(1, 'empty-field')).min(1, 'empty-field'),
  });
}
