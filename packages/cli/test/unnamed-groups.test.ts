import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const at = Math.floor(Date.now() / 1000) - 3600;

const people = ['ann', 'bob', 'cy'].map((uid) => JSON.stringify({ uid, name: uid }));
const groups = ['pair', 'three'].map((guid) => JSON.stringify({ guid, name: '', type: 'private' }));
const members = ['pair ann', 'pair bob', 'three ann', 'three bob', 'three cy']
  .map((each) => each.split(' '))
  .map(([guid, uid]) => JSON.stringify({ guid, uid }));
const messages = ['pair', 'three'].map((receiver) =>
  JSON.stringify({
    muid: receiver,
    sender: 'ann',
    receiverType: 'group',
    receiver,
    sentAt: at,
    text: 'Hi',
  }),
);

test('a conversation of two needs no name where groups of two become conversations', async () => {
  await using rig = await startRig();
  const files = Object.entries({ users: people, groups, members, messages }).map(([kind, rows]) =>
    rig.write(`${kind}.ndjson`, rows.join('\n')),
  );

  const kept = await rig.cli(['plan', ...files, '--json']);
  const direct = await rig.cli(['plan', ...files, '--two-person-groups=direct', '--json']);
  await rig.cli(['run', ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect(JSON.parse(kept.out)).toMatchObject({ kinds: { groups: { planned: 0, rejected: 2 } } });
  expect(direct.status).toBe(0);
  expect(JSON.parse(direct.out)).toMatchObject({
    kinds: { groups: { planned: 1, merged: 1, warnings: 2 }, messages: { planned: 2 } },
    problemsByCode: [{ code: 'unnamed-group', count: 2 }],
  });
  expect((await rig.cli(['explain', 'messages:pair'])).out).toContain('"receiver": "bob"');
  expect((await rig.cli(['explain', 'groups:three'])).out).toContain('"name": "three"');
  expect(verified.status).toBe(0);
});

test('a group that is called by its id has no name, also where the id is changed', async () => {
  await using rig = await startRig();
  const called = ['Pair 1', 'Team'].map((guid, index) =>
    JSON.stringify({ guid, name: index === 0 ? guid : 'The team', type: 'private' }),
  );
  const both = ['Pair 1', 'Team'].flatMap((guid) =>
    ['ann', 'bob'].map((uid) => JSON.stringify({ guid, uid })),
  );
  const files = Object.entries({ users: people, groups: called, members: both }).map(
    ([kind, rows]) => rig.write(`${kind}.ndjson`, rows.join('\n')),
  );

  const { out } = await rig.cli([
    'plan',
    ...files,
    '--two-person-groups=direct',
    '--id-prefix=old-',
    '--json',
  ]);

  expect(JSON.parse(out)).toMatchObject({
    directConversations: 1,
    kinds: { groups: { planned: 1, merged: 1 } },
  });
});

test('a table of conversations needs no column of names then', async () => {
  await using rig = await startRig();
  const files = [
    rig.write('users.ndjson', people.join('\n')),
    rig.write('groups.csv', 'guid,type\npair,private\nthree,private\n'),
    rig.write('members.ndjson', members.join('\n')),
    rig.write('messages.ndjson', messages.join('\n')),
  ];

  const kept = await rig.cli(['plan', ...files]);
  const direct = await rig.cli(['plan', ...files, '--two-person-groups=direct', '--json']);

  expect(kept).toMatchObject({ status: 2 });
  expect(kept.err).toContain('there is no column for name');
  expect(JSON.parse(direct.out)).toMatchObject({
    kinds: { groups: { planned: 1, merged: 1 }, messages: { planned: 2 } },
  });
});
