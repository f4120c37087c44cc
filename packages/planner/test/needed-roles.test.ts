import { expect, test } from 'vitest';
import { blockOf, compile, compileBlocks, group, member, message, user } from './rig.ts';

function details(uid: string): object {
  return { uid, name: uid, role: `role-${uid}` };
}

test('the summary lists the roles that planned users need, most used first', async () => {
  using planned = await compile({
    users: [
      user('ann', { role: 'manager' }),
      user('bob', { role: 'guest' }),
      user('kim', { role: 'guest' }),
      user('zoe'),
    ],
  });

  expect(planned.summary.roles).toEqual([
    { role: 'guest', name: 'guest', users: 2 },
    { role: 'manager', name: 'manager', users: 1 },
  ]);
});

test('a role that the plan makes is marked: the app does not have to have it', async () => {
  const users = [user('ann', { role: 'guest' }), user('bob', { role: 'manager' })];
  using planned = await compile({ roles: [{ role: 'guest', name: 'Guest' }], users });
  using made = await compile({ users }, { createRoles: true });

  expect(planned.summary.roles).toEqual([
    { role: 'guest', name: 'guest', users: 1, isPlanned: true },
    { role: 'manager', name: 'manager', users: 1 },
  ]);
  expect(made.summary.roles.map(({ isPlanned }) => isPlanned)).toEqual([true, true]);
});

test('users that other records bring along need their roles too', async () => {
  using planned = await compile({
    users: [user('ann')],
    groups: [group('g', { owner: 'o', groupOwnerDetails: details('o') })],
    members: [member('g', 'm', { userDetails: details('m') })],
    messages: [
      message('m1', 's', 'r', {
        senderUserDetails: details('s'),
        receiverUserDetails: details('r'),
        mentionedUserDetails: { x: details('x') },
      }),
    ],
  });

  expect(planned.rejects).toEqual([]);
  expect(planned.summary.roles.map(({ role }) => role)).toEqual([
    'role-m',
    'role-o',
    'role-r',
    'role-s',
    'role-x',
  ]);
});

test('an app has at most 25 roles in addition to default: the others are rejected, whether from rows or made', async () => {
  const names = Array.from({ length: 27 }, (_, index) => `role-${index}`);
  const rows = { roles: ['default', ...names].map((role) => ({ role })), users: [user('ann')] };
  const users = names.map((role) => user(`u-${role}`, { role }));

  using read = await compile(rows, { inputBytes: 1e9 });
  using made = await compile(
    { users: [...users, user('ann', { role: 'default' })] },
    { createRoles: true },
  );

  expect(read.summary.kinds.roles).toMatchObject({ rows: 28, planned: 26, rejected: 2 });
  expect(read.rejects.map(({ code, id }) => `${code} ${id}`)).toEqual([
    'too-many-roles role-25',
    'too-many-roles role-26',
  ]);
  expect(made.summary.kinds.roles).toMatchObject({ rows: 27, made: 27, planned: 25, rejected: 2 });
});

test('rows that are rejected or merged need no role', async () => {
  using planned = await compile({
    users: [
      user('ann', { role: 'guest' }),
      user('ann', { role: 'guest' }),
      user('ann', { role: 'other' }),
      user('bob', { role: 'bad', avatar: 'no address' }),
    ],
    members: [
      member('no-such-group', 'kim', { userDetails: { uid: 'kim', name: 'Kim', role: 'lost' } }),
    ],
  });

  expect(planned.summary.roles).toEqual([{ role: 'guest', name: 'guest', users: 1 }]);
});

test('a role that was mapped keeps the first word of the export as its name', async () => {
  const blocks = ['Manager', 'MANAGER'].map((from, index) => ({
    ...blockOf('users', [user(`u${index}`, { role: 'manager' })]),
    renamed: [{ index: 0, kind: 'roles' as const, from, to: 'manager' }],
  }));
  using planned = await compileBlocks(blocks);

  expect(planned.summary.roles).toEqual([{ role: 'manager', name: 'MANAGER', users: 2 }]);
  expect([...planned.plan.idMap()]).toEqual([
    { kind: 'roles', legacy: 'MANAGER', service: 'manager' },
    { kind: 'roles', legacy: 'Manager', service: 'manager' },
  ]);
});
