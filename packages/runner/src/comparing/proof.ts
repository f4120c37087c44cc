import { type Comparable, comparedField, type Kind, kinds } from '@chatferry/contract';

/**
 * Whether a record that the app holds as planned is proved to be stored by the job that sent it. That its content is the same proves
 * nothing: others may have stored the same. See `provedBy` of the kinds.
 *
 * @param planned the fields that were compared, all of which are the same
 * @param begunAt milliseconds since 1970: no request of the job for the record left before
 */
export function isProved(kind: Kind, planned: Comparable, begunAt: number): boolean {
  const { provedBy } = kinds[kind];
  return provedBy === 'id' || (provedBy === 'time' && isOfItsTime(kind, planned, [], begunAt));
}

/**
 * Whether a record that the app holds has the time that was planned, and this is before the first request of the job: then an import
 * of the same export has stored it, and whatever differs was changed since. Any other creation has the time of its own moment.
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
  // Where the comparison ended with this field, the time was not compared.
  if (differing.some((field) => comparedField(kind, field)?.isDecisive === true)) return false;
  // The service counts whole seconds.
  return Number(at) < Math.floor(begunAt / 1000);
}
