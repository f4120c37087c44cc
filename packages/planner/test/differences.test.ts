import { expect, test } from 'vitest';
import {
  costOf,
  type CurrentSources,
  differences,
  isCurrent,
  openPlan,
  type Provenance,
} from '../src/index.ts';
import { join } from 'node:path';
import { blockOf, planAt, rules, temporaryFolder, user } from './rig.ts';

const made: CurrentSources = {
  inputs: [
    { file: 'users.csv', kind: 'users', format: 'csv', bytes: 100, modifiedMs: 5, sha256: 'aa' },
    { file: '-', kind: 'groups', format: 'ndjson', bytes: 7, sha256: 'bb' },
  ],
  config: { ids: 'map', times: { users: { createdAt: 'seconds' } } },
  version: '0.1.0',
  rules,
};

/** The differences when the plan would be made from other sources now. */
async function saidAbout(change: Partial<CurrentSources>): Promise<string[]> {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const described = async () => made as Provenance;
  await planAt(path, [blockOf('users', [user('ann')])], { described });
  using plan = openPlan(path);
  const wanted = { ...made, ...change };
  expect(isCurrent(plan, wanted)).toBe(differences(plan, wanted).length === 0);
  return differences(plan, wanted);
}

const [users, groups] = made.inputs as [CurrentSources['inputs'][0], CurrentSources['inputs'][0]];

test('a plan is current while inputs, settings and version are the same, whenever that is', async () => {
  expect(await saidAbout({})).toEqual([]);
  expect(await saidAbout({ rules: { ...rules, now: rules.now + 86_400 } })).toEqual([]);
});

test('without a hash an input is the same when its size and time of change are', async () => {
  const { sha256, ...unhashed } = users;

  expect(await saidAbout({ inputs: [unhashed, groups] })).toEqual([]);
  expect(await saidAbout({ inputs: [{ ...unhashed, modifiedMs: 6 }, groups] })).toEqual([
    'users.csv was written to since',
  ]);
  expect(sha256).toBe('aa');
});

test('a stream can only be compared by its hash', async () => {
  const { sha256, ...unhashed } = groups;

  expect(await saidAbout({ inputs: [users, unhashed] })).toEqual(['- was written to since']);
  expect(sha256).toBe('bb');
});

test('each changed input is named', async () => {
  expect(await saidAbout({ inputs: [{ ...users, sha256: 'cc' }, groups] })).toEqual([
    'users.csv has other content of the same size',
  ]);
  expect(
    await saidAbout({
      inputs: [
        { ...users, bytes: 101 },
        { ...groups, format: 'json' },
      ],
    }),
  ).toEqual(['users.csv had 100 bytes, now 101', '- was read as ndjson, now as json']);
  expect(await saidAbout({ inputs: [users, { ...groups, file: 'groups.json' }] })).toEqual([
    '- is no longer among the inputs',
    'groups.json is a new input',
  ]);
});

test('an input that is read as another kind is one change', async () => {
  expect(await saidAbout({ inputs: [{ ...users, kind: 'members' }, groups] })).toEqual([
    'users.csv was read as users, now as members',
  ]);
});

test('many inputs that changed in the same way are one line', async () => {
  const days = Array.from({ length: 120 }, (_, day) => ({ ...users, file: `day-${day}.csv` }));

  expect(await saidAbout({ inputs: [users, groups, ...days] })).toEqual([
    'new inputs: day-0.csv, day-1.csv, day-2.csv and 117 more',
  ]);
  expect(await saidAbout({ inputs: [users, groups, ...days.slice(0, 3)] })).toEqual(
    [0, 1, 2].map((day) => `day-${day}.csv is a new input`),
  );
});

test('each setting that changed is named with both values', async () => {
  expect(
    await saidAbout({
      config: { ids: 'keep', times: { users: { createdAt: 'milliseconds' } }, ignore: ['x'] },
      rules: { ...rules, duplicates: 'last' },
      version: '0.2.0',
    }),
  ).toEqual([
    'duplicates was "first", now "last"',
    'ids was "map", now "keep"',
    'times.users.createdAt was "seconds", now "milliseconds"',
    'ignore was not set, now ["x"]',
    'chatferry 0.1.0 made the plan, but this is 0.2.0',
  ]);
});

test('the cost follows from the requests and the quota', async () => {
  const summary = { requests: 90, bytes: 4000 } as Parameters<typeof costOf>[0];

  expect(costOf(summary, 60)).toEqual({ requests: 90, bytes: 4000, minutes: 1.5 });
});
