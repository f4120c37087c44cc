import { type Comparable, type Kind, kinds } from '@chatferry/contract';

/**
 * Whether a record that the app holds as planned is proved to be stored by the job that sent it. That its content is the same proves
 * nothing: others may have stored the same. See `provedBy` of the kinds.
 *
 * @param planned the fields that were compared, all of which are the same
 * @param begunAt milliseconds since 1970: no request of the job for the record left before
 */
export function isProved(kind: Kind, planned: Comparable, begunAt: number): boolean {
  const { provedBy, time } = kinds[kind];
  if (provedBy === 'id') return true;
  if (provedBy === undefined) return false;
  const at = planned.get(time!);
  // The service counts whole seconds.
  return at !== undefined && Number(at) < Math.floor(begunAt / 1000);
}
