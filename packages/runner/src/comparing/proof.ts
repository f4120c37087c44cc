import { type Comparable, comparedField, type Kind, kinds } from '@chatferry/contract';

/**
 * Whether the job is proved to have stored a record that the app holds as planned. Equal content proves nothing: other people may
 * have stored the same content. See `provedBy` of the kinds.
 *
 * @param planned the compared fields, all of which are equal
 * @param begunAt milliseconds since 1970; the job made no request for the record before this time
 */
export function isProved(kind: Kind, planned: Comparable, begunAt: number): boolean {
  const { provedBy } = kinds[kind];
  return provedBy === 'id' || (provedBy === 'time' && isOfItsTime(kind, planned, [], begunAt));
}

/**
 * Whether a record that the app holds has the planned time, and this time is before the first request of the job. Then an import of the
 * same export has stored the record, and the differing fields were changed since. A record created in any other way has the time of its
 * creation.
 *
 * @param differing the names of the fields that differ
 */
export function isOfItsTime(
  kind: Kind,
  planned: Comparable,
  differing: readonly string[],
  begunAt: number,
): boolean {
  const { time, provedBy } = kinds[kind];
  const at = time === undefined ? undefined : planned.get(time);
  if (provedBy === undefined || at === undefined || differing.includes(time!)) return false;
  // A decisive field ends the comparison before the time is compared.
  if (differing.some((field) => comparedField(kind, field)?.isDecisive === true)) return false;
  // The service counts whole seconds.
  return Number(at) < Math.floor(begunAt / 1000);
}
