import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const first = (Math.floor(Date.now() / 1000) - 7200) * 1000;

const town = { team: 'ops', name: 'town', display_name: 'Town', type: 'O' };
const teams = [{ name: 'ops', channels: [{ name: 'town', roles: 'channel_user channel_admin' }] }];
const post = { team: 'ops', channel: 'town', user: 'ann.b' };

const lines = [
  { type: 'version', version: 1 },
  { type: 'channel', channel: town },
  { type: 'user', user: { username: 'ann.b', nickname: 'Ann', delete_at: 0, teams } },
  { type: 'user', user: { username: 'bob', nickname: 'Bob', delete_at: first, teams: null } },
  {
    type: 'post',
    post: {
      ...post,
      message: 'Hi @bob.',
      create_at: first,
      replies: [{ user: 'bob', message: 'Hi @ann.b', create_at: first + 900 }],
      reactions: [{ user: 'bob', emoji_name: 'wave' }],
    },
  },
  {
    type: 'post',
    post: { ...post, type: 'system_join_channel', message: 'joined', create_at: first },
  },
  {
    type: 'direct_post',
    direct_post: {
      channel_members: ['bob', 'ann.b'],
      user: 'bob',
      message: '',
      create_at: first + 60_000,
      attachments: [{ path: 'x/plan.pdf' }],
    },
  },
];

test('an export of Mattermost is imported without a configuration, and verify finds no difference', async () => {
  await using rig = await startRig();
  const dump = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const file = rig.write('export.json', dump);

  const planned = await rig.cli(['plan', file]);
  const imported = await rig.cli(['import', file, ...rig.target]);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect(planned.out).toContain('the first line of export.json is that of a bulk export');
  expect({ status: imported.status, err: imported.err }).toMatchObject({ status: 0 });
  expect({ status: verified.status, out: verified.out }).toMatchObject({ status: 0 });
  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as { kinds: object };
  expect(kinds).toMatchObject({
    users: { rows: 2, created: 2 },
    groups: { rows: 1, created: 1 },
    members: { rows: 1, created: 1 },
    messages: { rows: 4, created: 3, filtered: 1 },
    deactivations: { rows: 1, created: 1 },
  });
});
