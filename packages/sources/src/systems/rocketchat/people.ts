import type { Row } from '@chatferry/contract';
import { texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { RocketchatUsers } from './users.ts';

/** The people of a direct conversation: by id, or else by subscription, or else by name. */
export function peopleOf(
  room: Row,
  subscribed: readonly string[],
  users: RocketchatUsers,
  place: Place,
): readonly string[] {
  if (room['t'] !== 'd') return [];
  const uids = texts(room['uids']);
  const listed = uids.length > 0 ? uids : subscribed;
  const found =
    listed.length > 0
      ? listed
      : texts(room['usernames']).flatMap((each) => users.named(each) ?? []);
  for (const id of found) users.addNamed({ _id: id }, place);
  return [...new Set(found)];
}

/**
 * Notes the username of a person whom only the lists of a conversation name. Call it when all users are known. The server sorts the ids
 * and the usernames by different rules: only if one id and one username are left, they belong together.
 */
export function nameTheLast(
  room: Row,
  people: readonly string[],
  users: RocketchatUsers,
  place: Place,
): void {
  const ids = new Set(people);
  const names = texts(room['usernames']).filter((each) => !ids.delete(users.named(each) ?? ''));
  const [id] = ids;
  if (ids.size === 1 && names.length === 1) users.addNamed({ _id: id, username: names[0] }, place);
}
