import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kind, type Row, serviceId } from '@chatferry/contract';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { explainError, planRows, type RowsByKind, runJob } from '../src/index.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

interface Reject {
  readonly kind: Kind;
  readonly id: string;
  readonly code: string;
  readonly field: string;
  readonly value: string;
}

function rejectsOf(rig: JobRig): Reject[] {
  const text = readFileSync(path.join(rig.job, 'rejects.jsonl'), 'utf8').trim();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Reject);
}

/** Two people, two groups, whose ids differ only in the case of letters. */
const twins = (): RowsByKind => ({
  users: [
    { uid: 'Ann', name: 'Ann' },
    { uid: 'ann', name: 'Another Ann' },
    { uid: 'bob', name: 'Bob' },
  ],
  groups: [
    { guid: 'team', name: 'Team', type: 'public' },
    { guid: 'TEAM', name: 'Another team', type: 'public' },
    { guid: 'anns', name: "Another Ann's", type: 'public', owner: 'ann' },
  ],
});

const to = (index: number, fields: Row): Row => ({ ...message(index), ...fields });

test('a first plan with ids that differ only in case is refused, by the rule hash all of them are planned', async () => {
  await using rig = await startJobRig();
  const rows: RowsByKind = {
    ...twins(),
    messages: [to(1, { sender: 'Ann' }), to(2, { sender: 'ann' })],
  };

  await expect(planRows(rows, { job: rig.job })).rejects.toMatchObject({
    code: 'id-clash',
    message: expect.stringContaining('Ann (users:1)    ann (users:2)'),
  });
  expect(existsSync(path.join(rig.job, 'plan.sqlite'))).toBe(false);
  const error = await planRows({ ...rows, ...twins() }, { job: rig.job }).catch(explainError);
  expect(error).toMatchObject({
    end: 'refused',
    lines: [expect.stringContaining('1 pair of ids'), '  users  Ann (users:1)    ann (users:2)'],
  });

  const { kinds } = await planRows({ ...rows, ...twins() }, { job: rig.job, ids: 'hash' });
  expect(kinds).toMatchObject({
    users: { planned: 3 },
    groups: { planned: 3 },
    messages: { planned: 2 },
  });
  const plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const senders = ['m1', 'm2'].map((muid) => {
    const { batch, index } = plan.find('messages', muid)!;
    return recordOfEntry(entryOf(batch, index).wire)['sender'];
  });
  expect(senders).toEqual([serviceId('Ann', 'hash'), 'ann']);
  plan.close();
});

/** Sends the plan of the rig. */
async function send(rig: JobRig): Promise<void> {
  const run = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const event of runJob({ ...run, maxFailures: 'none' })) void event;
}

const [ann, otherAnn, bob] = twins().users as Row[];

/** Sends the users of a first export, then plans rows after it. @returns the rejects, and the names of updated users */
async function planAfter(
  rig: JobRig,
  users: readonly Row[],
  rows: RowsByKind,
  settings: Partial<Parameters<typeof planRows>[1]> = {},
): Promise<{ rejects: string[]; updated: string[] }> {
  await planRows({ users: users.map((user) => ({ ...user })) }, { job: rig.job, ...settings });
  await send(rig);
  const after = rig.job;
  rig.useJob('night');
  await planRows(rows, { job: rig.job, after, ...settings });
  const plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const updated = [0, 1, 2].flatMap((lane) =>
    [...plan.batches('userUpdates', lane)].flatMap((batch) =>
      batch.ends.map((_, index) => String(recordOfEntry(entryOf(batch, index).wire)['name'])),
    ),
  );
  plan.close();
  const rejects = rejectsOf(rig).map(({ kind, field, value }) => `${kind} ${field} ${value}`);
  return { rejects, updated };
}

const ofBoth = (): Row[] => [to(1, { sender: 'Ann' }), to(2, { sender: 'ann' })];

test('a delta does not take a row whose id differs only in case for the record that landed', async () => {
  await using rig = await startJobRig();

  const rows = { users: [{ ...otherAnn! }, { ...bob! }] };
  const { rejects, updated } = await planAfter(rig, [ann!, bob!], rows);

  expect(rejects).toEqual(['users uid ann']);
  expect(updated).toEqual([]);
});

test('members of the group that landed are checked with its time', async () => {
  await using rig = await startJobRig();
  const [early, between, late] = [1_600_000_000, 1_650_000_000, 1_700_000_000];
  const landed = { guid: 'Team', name: 'Team', type: 'public', createdAt: early };
  await planRows({ users: [{ ...bob! }], groups: [{ ...landed }] }, { job: rig.job });
  await send(rig);
  const after = rig.job;
  rig.useJob('night');

  const groups = [{ ...landed, guid: 'team', createdAt: late }, landed];
  const members = [{ guid: 'Team', uid: 'bob', joinedAt: between }];
  await planRows({ groups, members }, { job: rig.job, after });

  expect(rejectsOf(rig).map(({ kind, value }) => `${kind} ${value}`)).toEqual(['groups team']);
});

test('a delta refuses the ids that the delta before it refused, with or without their rows', async () => {
  await using rig = await startJobRig();
  const night = { users: [{ ...otherAnn! }], messages: ofBoth() };

  const part = await planAfter(rig, [ann!, bob!], night);

  expect(part.rejects).toEqual(['users uid ann', 'messages sender ann']);

  // The next one has no row of the user.
  await send(rig);
  const after = rig.job;
  rig.useJob('morning');
  const messages = [...ofBoth(), to(3, { sender: 'ann' })];
  const { kinds } = await planRows({ messages }, { job: rig.job, after });

  expect(kinds.messages).toMatchObject({ rejected: 2, unchanged: 1, planned: 0 });
});

test.each(['first', 'last', 'reject'] as const)(
  'with duplicates: %s a delta plans the user whose id landed, and not another one with the same id',
  async (duplicates) => {
    await using rig = await startJobRig();
    const pair = [{ ...otherAnn! }, { ...ann!, name: 'Ann Lee' }];
    const users = duplicates === 'last' ? pair.toReversed() : pair;

    const second = { users: [...users, { ...bob! }], messages: ofBoth() };
    const { rejects, updated } = await planAfter(rig, [ann!, bob!], second, { duplicates });

    expect(rejects).toEqual(['users uid ann', 'messages sender ann']);
    expect(updated).toEqual(['Ann Lee']);
    expect(rejectsOf(rig)[0]).toMatchObject({
      message: expect.stringContaining('("Ann" landed in an earlier job)'),
    });
  },
);

test.each([
  ['is rejected for another reason', [{ uid: 'ann' }, { ...bob! }]],
  ['is the only one in the export', [{ ...otherAnn! }, { ...bob! }]],
])(
  'a delta sends nothing of a newer user as that of the one who landed, when it %s',
  async (_, users) => {
    await using rig = await startJobRig();

    const messages = [
      ...ofBoth(),
      to(3, { sender: 'bob', receiver: 'ann' }),
      to(4, { sender: 'ANN' }),
    ];
    const { rejects } = await planAfter(rig, [ann!, bob!], { users: users as Row[], messages });

    expect(rejects).toEqual([
      expect.stringMatching(/^users (uid ann|name undefined)$/),
      'messages sender ann',
      'messages receiver ann',
      'messages sender ANN',
    ]);
  },
);

test('of two new users of a delta whose ids differ only in case neither is planned, nor what names them', async () => {
  await using rig = await startJobRig();
  const rows = { users: [ann!, otherAnn!, bob!].map((user) => ({ ...user })), messages: ofBoth() };
  const settings = { onMissingUser: 'placeholder' } as const;

  const { rejects } = await planAfter(rig, [bob!], rows, settings);

  expect(rejects.toSorted()).toEqual([
    'messages sender Ann',
    'messages sender ann',
    'users uid Ann',
    'users uid ann',
  ]);
});

test('a user who lands in lower case is not taken for one with capitals, or the other way round', async () => {
  await using rig = await startJobRig();

  const second = { users: [{ ...ann! }, { ...otherAnn!, name: 'Ann Lee' }], messages: ofBoth() };
  const { rejects, updated } = await planAfter(rig, [otherAnn!, bob!], second);

  expect(rejects).toEqual(['users uid Ann', 'messages sender Ann']);
  expect(updated).toEqual(['Ann Lee']);
});
