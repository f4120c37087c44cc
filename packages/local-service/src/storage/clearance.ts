import { ServiceProblem } from '../terms/service-problem.ts';
import { bannedMember, findMembership, isBanned } from './members.ts';
import type { Store } from './store.ts';

/**
 * Allows only members with a sufficient scope to act on a group; without an acting user, the service itself acts.
 * @param need with `moderator`, admins are allowed as well
 * @throws {ServiceProblem} `ERR_NOT_A_MEMBER`, `ERR_BANNED_GROUPMEMBER`, `ERR_GROUP_NO_…_SCOPE`
 */
export function checkClearance(
  store: Store,
  guid: string,
  actor: string | undefined,
  need: 'admin' | 'moderator',
): void {
  if (actor === undefined) return;
  if (isBanned(store, guid, actor)) throw bannedMember(guid, actor);
  const scope = findMembership(store, guid, actor)?.scope;
  if (scope === undefined) throw notAMember(guid, actor);
  if (scope === 'admin' || scope === need) return;
  throw need === 'admin'
    ? new ServiceProblem('ERR_GROUP_NO_ADMIN_SCOPE', `${actor} is not an admin of ${guid}.`)
    : new ServiceProblem('ERR_GROUP_NO_MODERATOR_SCOPE', `${actor} does not moderate ${guid}.`);
}

/** @throws {ServiceProblem} `ERR_GROUP_NO_SELF_ACTION` */
export function checkNotSelf(actor: string | undefined, uid: string): void {
  if (actor === uid)
    throw new ServiceProblem('ERR_GROUP_NO_SELF_ACTION', `${uid} cannot do this to themselves.`);
}

export function notAMember(guid: string, uid: string): ServiceProblem {
  return new ServiceProblem('ERR_NOT_A_MEMBER', `${uid} is not a member of ${guid}.`);
}
