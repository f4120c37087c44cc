import { isRehearsal, type JobTarget, type Rate } from '@chatferry/runner';

/** Every contract allows this many. */
const READS_PER_MINUTE = 500;

/**
 * Requests a minute for reading an app, unless the caller sets another rate. They do not count towards the quota of the import. A
 * server on this machine shares its quota with no one.
 */
export function readsPerMinute(target: JobTarget): Rate {
  return isRehearsal(target) ? 'unlimited' : READS_PER_MINUTE;
}
