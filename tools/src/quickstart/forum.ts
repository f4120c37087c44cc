import { conversations } from './conversations.ts';
import { followUps, withReplies, withRoles } from './follow-ups.ts';
import { DAY, type Forum, type ForumGroup } from './forum-records.ts';
import { memberships } from './memberships.ts';
import { people } from './people.ts';
import { Random } from './random.ts';
import { type Topic, topics } from './topics.ts';

/** The same forum for the same seed; every time in it moves with `today` (UNIX seconds, start of a day). */
export function buildForum(seed: number, today: number): Forum {
  const random = new Random(seed);
  const users = people(random, today);
  const active = users.filter((user) => user.deactivatedAt === undefined);
  const founders = active.filter((user) => user.createdAt < today - 900 * DAY);
  const groups = topics.map((topic) => groupOf(topic, random, random.pick(founders).uid, today));
  const members = memberships(groups, active, random, today);
  const messages = withReplies(conversations(active, members, random, today));
  const forum = { users: withRoles(users), groups, members, messages };
  return { ...forum, ...followUps(forum, seed + 1) };
}

function groupOf(topic: Topic, random: Random, owner: string, today: number): ForumGroup {
  return {
    guid: topic.guid,
    name: topic.name,
    type: topic.type,
    ...(topic.type === 'password' ? { password: 'lift-and-push' } : {}),
    owner,
    createdAt: today - random.between(400, 880) * DAY + random.between(8, 20) * 3600,
    metadata: { legacyBoard: random.between(100, 999), topicsPerPage: random.pick([10, 20, 50]) },
    ...(topic.tags.length === 0 ? {} : { tags: topic.tags }),
  };
}
