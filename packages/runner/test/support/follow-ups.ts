import type { Rows } from './make-plan.ts';
import type { Rig } from './rig.ts';
import { lastMonth, town } from './rows.ts';

/** The kinds that are sent through the chat API because there is no import for them, and deactivations. */
export type FollowUp = 'roles' | 'descriptions' | 'reactions' | 'friends' | 'blocks';

export const followUps: readonly FollowUp[] = [
  'roles',
  'descriptions',
  'reactions',
  'friends',
  'blocks',
];

/** The operation that each is sent with. */
export const operationOf: Readonly<Record<FollowUp, string>> = {
  roles: 'roles.create',
  descriptions: 'groups.update',
  reactions: 'messages.reactions.add',
  friends: 'users.friends.add',
  blocks: 'users.blockedUsers.block',
};

/** A town with roles, a described group, reactions, three friendships and two blocks. */
export function townWithFollowUps(people = 6, messages = 6): Rows {
  const rows = town(people, messages);
  return {
    ...rows,
    roles: [
      { role: 'elder', name: 'Elder', description: 'Has been here for long' },
      { role: 'guest', name: 'Guest', settings: { listUsers: 'friendsOnly' } },
      { role: 'clerk' },
    ],
    users: rows.users!.map((user, index) => (index < 2 ? { ...user, role: 'elder' } : user)),
    groups: rows.groups!.map((group) => ({ ...group, description: 'Where all meet' })),
    reactions: [
      { muid: 'm1', uid: 'u1', reaction: '👍', reactedAt: lastMonth + 9000 },
      { muid: 'm1', uid: 'u2', reaction: '👍' },
      { muid: 'm1', uid: 'u3', reaction: ':a b/c?%:' },
      { muid: 'm4', uid: 'u2', reaction: '🎉' },
    ],
    friends: [
      { uid: 'u1', friend: 'u2' },
      { uid: 'u3', friend: 'u1' },
      { uid: 'u4', friend: 'u5' },
    ],
    blocks: [
      { uid: 'u2', blocked: 'u6' },
      { uid: 'u6', blocked: 'u2' },
    ],
  };
}

/** What the service holds of a kind, in a form to compare. */
export function heldOf(rig: Rig, kind: FollowUp): readonly string[] {
  const sql: Readonly<Record<FollowUp, string>> = {
    roles: `SELECT role || ' ' || name AS it FROM roles WHERE role <> 'default'`,
    descriptions: `SELECT guid || ' ' || description AS it FROM groups WHERE description IS NOT NULL`,
    reactions: `SELECT muid || ' ' || uid || ' ' || reaction AS it FROM reactions JOIN messages ON messages.id = message_id`,
    friends: `SELECT uid || ' ' || friend AS it FROM friends WHERE uid < friend`,
    blocks: `SELECT uid || ' ' || blocked AS it FROM blocks`,
  };
  return rig.service.db
    .prepare(sql[kind])
    .all()
    .map(({ it }) => it as string)
    .toSorted();
}

/** What the service holds when the town was moved. */
export const moved: Readonly<Record<FollowUp, readonly string[]>> = {
  roles: ['clerk clerk', 'elder Elder', 'guest Guest'],
  descriptions: ['square Where all meet'],
  reactions: ['m1 u1 👍', 'm1 u2 👍', 'm1 u3 :a b/c?%:', 'm4 u2 🎉'],
  friends: ['u1 u2', 'u1 u3', 'u4 u5'],
  blocks: ['u2 u6', 'u6 u2'],
};

export function allHeld(rig: Rig): Readonly<Record<FollowUp, readonly string[]>> {
  return Object.fromEntries(followUps.map((kind) => [kind, heldOf(rig, kind)])) as never;
}
