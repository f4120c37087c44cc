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
  const idMap = new IdMap(work, (id) => id, 2);
  const ids = ['A', 'B', 'A', 'C', 'A', 'D', 'B', 'E'];

  for (const id of ids) idMap.note('users', id, id.toLowerCase());

  expect(work.prepare('SELECT legacy FROM id_map ORDER BY legacy').all()).toMatchObject(
    [...new Set(ids)].map((legacy) => ({ legacy })),
  );
});

const twins = [
  { uid: 'Ann', name: 'Same' },
  { uid: 'ann', name: 'Same' },
  { uid: 'ANN', name: 'Other' },
  { uid: 'Ann', name: 'Same' },
];

test('with ids that differ only in case no plan is made, and the error names the pairs', async () => {
  await expect(compile({ users: twins }, { ids: 'map' })).rejects.toMatchObject({
    code: 'id-clash',
    message: [
      '2 pairs of ids differ only in case, and would become one id in the service:',
      '  users  Ann (users.csv:2)    ann (users.csv:3)',
      '  users  Ann (users.csv:2)    ANN (users.csv:4)',
    ].join('\n'),
    fix: expect.stringContaining('set `ids: hash`'),
  });
});

test.each([
  ['planned', { uid: 'ann', name: 'Ann' }],
  ['rejected', { uid: 'ann' }],
])('the id of a rejected row counts, beside one that is %s', async (_, other) => {
  const users = [{ uid: 'Ann' }, other];

  await expect(compile({ users }, { ids: 'map' })).rejects.toThrow(/ann.*Ann|Ann.*ann/);
});

test('of many pairs the first ones are named', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `a${index}`);
  const users = names.flatMap((name) => [user(name), user(name.toUpperCase())]);

  await expect(compile({ users }, { ids: 'map' })).rejects.toThrow(
    /^30 pairs .*\n( {2}users .*\n){10} {2}… and 20 more$/,
  );
});

test('by the rule hash such ids are two, by fold they are one', async () => {
  using hashed = await compile({ users: twins }, { ids: 'hash' });
  using folded = await compile({ users: twins }, { ids: 'fold' });

  expect(plannedIds(hashed.plan, 'users')).toEqual(['ann_1ewx', 'ann', 'ann_1e4h']);
  expect(hashed.summary.kinds.users).toMatchObject({ planned: 3, merged: 1, rejected: 0 });
  expect(plannedIds(folded.plan, 'users')).toEqual(['ann']);
  expect(folded.summary.kinds.users).toMatchObject({ planned: 1, merged: 2, rejected: 1 });
  expect(folded.rejects).toMatchObject([{ line: 4, code: 'duplicate-id' }]);
});

test('an id that is the hashed form of another one is refused as well', async () => {
  const users = [user('Ann'), user('ann_1ewx')];

  await expect(compile({ users }, { ids: 'hash' })).rejects.toMatchObject({
    code: 'id-clash',
    message: expect.stringContaining('by the rule hash'),
    fix: expect.stringContaining('another id in the source'),
  });
});

test('a missing user who is named with capitals is asked about, because another row may name somebody else', async () => {
  const rows = {
    users: [user('bob')],
    messages: [
      message('m1', 'Gone', 'bob'),
      message('m2', 'gone', 'bob'),
      message('m3', 'a', 'bob'),
    ],
  };
  const compiled = (ids: 'map' | 'hash' | 'fold'): ReturnType<typeof compile> =>
    compile(rows, { ids, onMissingUser: 'placeholder' });

  await expect(compiled('map')).rejects.toMatchObject({
    code: 'id-clash',
    message: [
      '1 missing user or group is named with capitals, and an id that differs only in case would become the same one in the service:',
      '  users  Gone (messages.csv:2)',
    ].join('\n'),
    fix: expect.stringContaining('set `ids: hash`'),
  });
  using hashed = await compiled('hash');
  using folded = await compiled('fold');
  expect(hashed.summary.kinds.users).toMatchObject({ planned: 4 });
  expect(folded.summary.kinds.users).toMatchObject({ planned: 3 });
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
