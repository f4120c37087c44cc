import { DAY, type ForumGroup, type ForumMember, type ForumUser } from './forum-records.ts';
import type { Random } from './random.ts';
import { topics } from './topics.ts';

const MEMBERSHIPS = 2000;

/** Who is in which group; the owner is first. The latest join is 155 days ago. */
export function memberships(
  groups: readonly ForumGroup[],
  users: readonly ForumUser[],
  random: Random,
  today: number,
): ForumMember[] {
  const chosen = groups.map((one, index) => {
    const share = topics[index]!.share;
    const others = users.filter((user) => user.uid !== one.owner);
    const owner = users.find((user) => user.uid === one.owner)!;
    return [owner, ...random.some(others, Math.round(share * users.length) - 1)];
  });
  let missing = MEMBERSHIPS - chosen.reduce((total, those) => total + those.length, 0);
  while (missing > 0) {
    const those = random.pick(chosen);
    const user = random.pick(users);
    if (those.includes(user)) continue;
    those.push(user);
    missing--;
  }
  return groups.flatMap((one, index) =>
    chosen[index]!.map((user, position) => member(one, user, position, random, today)),
  );
}

function member(
  group: ForumGroup,
  user: ForumUser,
  position: number,
  random: Random,
  today: number,
): ForumMember {
  const possible = Math.max(group.createdAt, user.createdAt) + 3600;
  const latest = Math.max(possible + 1, today - 155 * DAY);
  const isModerator = position > 0 && random.chance(0.03);
  return {
    guid: group.guid,
    uid: user.uid,
    scope: position === 0 ? 'admin' : isModerator ? 'moderator' : 'participant',
    ...(position > 0 && !isModerator && random.chance(0.004) ? { isBanned: true } : {}),
    ...(random.chance(0.03) ? {} : { joinedAt: random.between(possible, latest) }),
  };
}
