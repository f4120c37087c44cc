import { serviceId } from '@chatferry/contract';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IdMap } from '../src/ids/id-map.ts';
import { openWorkTables } from '../src/notes/work-tables.ts';
import {
  batchesOf,
  recordsOf,
  compile,
  group,
  member,
  message,
  plannedIds,
  temporaryFolder,
  user,
} from './rig.ts';

test('each changed id is in the id map once, and no other', async () => {
  using planned = await compile(
    {
      users: [user('Ann Lee'), user('bob'), user('Ann Lee')],
      groups: [group('Team.1', { owner: 'Ann Lee' }), group('Ann Lee')],
      members: [member('Team.1', 'bob'), member('Team.1', 'Ann Lee')],
      messages: [message('m1', 'Ann Lee', 'bob')],
    },
    { ids: 'map' },
  );

  expect([...planned.plan.idMap()]).toEqual([
    { kind: 'groups', legacy: 'Ann Lee', service: serviceId('Ann Lee') },
    { kind: 'groups', legacy: 'Team.1', service: serviceId('Team.1') },
    { kind: 'users', legacy: 'Ann Lee', service: serviceId('Ann Lee') },
  ]);
  expect(plannedIds(planned.plan, 'users')).toEqual([serviceId('Ann Lee'), 'bob']);
});

test('more changed ids than are remembered are all in the id map, once', () => {
  using folder = temporaryFolder();
  using work = openWorkTables(join(folder.path, 'work.sqlite'));
  const idMap = new IdMap(work, 2);
  const ids = ['A', 'B', 'A', 'C', 'A', 'D', 'B', 'E'];

  for (const id of ids) idMap.note('users', id, id.toLowerCase());

  expect(work.prepare('SELECT legacy FROM id_map ORDER BY legacy').all()).toMatchObject(
    [...new Set(ids)].map((legacy) => ({ legacy })),
  );
});

test('ids that become one are reported with both rows, even if the rest is the same', async () => {
  using planned = await compile(
    {
      users: [
        { uid: 'Ann', name: 'Same' },
        { uid: 'ann', name: 'Same' },
        { uid: 'ANN', name: 'Other' },
        { uid: 'Ann', name: 'Same' },
      ],
    },
    { ids: 'map' },
  );

  expect(
    planned.rejects.map(({ line, code, value, message: warning }) => [line, code, value, warning]),
  ).toEqual([
    [
      3,
      'id-collision',
      'ann',
      'uid becomes the same id in the service as a different id of the export ("ann" here, "Ann" at users.csv:2).',
    ],
    [4, 'id-collision', 'ANN', expect.stringContaining('"ANN" here, "Ann" at users.csv:2')],
  ]);
  expect(planned.summary.kinds.users).toMatchObject({ planned: 1, merged: 1, rejected: 2 });
});

test('rows that name one owner in two forms are one group', async () => {
  using planned = await compile(
    { users: [user('ann')], groups: ['Ann', 'ANN'].map((owner) => group('g', { owner })) },
    { ids: 'map' },
  );

  expect(planned.rejects).toEqual([]);
  expect(planned.summary.kinds.groups).toMatchObject({ planned: 1, merged: 1 });
});

test('a placeholder for a renamed id is in the id map too', async () => {
  using planned = await compile(
    { users: [user('ann')], messages: [message('m1', 'ann', 'Gone User')] },
    { ids: 'map', onMissingUser: 'placeholder' },
  );

  expect([...planned.plan.idMap()]).toEqual([
    { kind: 'users', legacy: 'Gone User', service: serviceId('Gone User') },
  ]);
  expect(batchesOf(planned.plan, 'users').flatMap(recordsOf)[1]).toMatchObject({
    name: 'Missing user Gone User',
  });
  expect([...planned.plan.madeRecords()]).toEqual([
    {
      kind: 'users',
      id: serviceId('Gone User'),
      rule: 'onMissingUser',
      file: 'messages.csv',
      line: 2,
    },
  ]);
});
