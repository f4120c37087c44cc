import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kind, Row } from '@chatferry/contract';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { planFiles, planRows, type RowsByKind, runJob } from '../src/index.ts';
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

test('what names a record that is rejected for its id does not become that of the other one', async () => {
  await using rig = await startJobRig();
  const rows: RowsByKind = {
    ...twins(),
    members: [
      { guid: 'team', uid: 'Ann' },
      { guid: 'team', uid: 'ann' },
      { guid: 'TEAM', uid: 'bob' },
    ],
    messages: [
      to(1, { sender: 'Ann' }),
      to(2, { sender: 'ann' }),
      to(3, { sender: 'bob', receiver: 'ann' }),
      to(4, { sender: 'bob', receiver: 'TEAM', receiverType: 'group' }),
      to(5, { sender: 'bob', receiver: 'Ann', text: 'Ask <@uid:ann>' }),
      to(6, { sender: 'bob', receiver: 'team', receiverType: 'group', text: 'Ask <@uid:Ann>' }),
      to(7, { sender: 'ANN' }),
    ],
    reactions: [
      { muid: 'm1', uid: 'ann', reaction: '👍' },
      { muid: 'm1', uid: 'Ann', reaction: '👍' },
    ],
  };

  const { kinds } = await planRows(rows, { job: rig.job });

  const rejects = rejectsOf(rig);
  expect(new Set(rejects.map(({ code }) => code))).toEqual(new Set(['id-collision']));
  expect(rejects.map(({ kind, field, value }) => `${kind} ${field} ${value}`)).toEqual([
    'users uid ann',
    'groups owner ann',
    'groups guid TEAM',
    'members uid ann',
    'members guid TEAM',
    'messages sender ann',
    'messages receiver ann',
    'messages receiver TEAM',
    'messages data.text ann',
    'messages sender ANN',
    'reactions uid ann',
  ]);
  expect(kinds.messages).toMatchObject({ planned: 2, rejected: 5 });
  const plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  const { batch, index } = plan.find('messages', 'm1')!;
  expect(recordOfEntry(entryOf(batch, index).wire)).toMatchObject({ sender: 'ann' });
  expect([...plan.idMap()]).toEqual([{ kind: 'users', legacy: 'Ann', service: 'ann' }]);
  plan.close();
});

test.each([
  ['last', ['Ann']],
  ['reject', ['Ann', 'ann']],
] as const)(
  'with duplicates: %s the id of the record that is not planned is refused',
  async (duplicates, refused) => {
    await using rig = await startJobRig();
    const messages = [to(1, { sender: 'Ann' }), to(2, { sender: 'ann' })];

    const rows = { users: twins().users!, messages };
    const { kinds } = await planRows(rows, { job: rig.job, duplicates });

    const values = rejectsOf(rig).filter(({ kind }) => kind === 'messages');
    expect(values.map(({ value }) => value)).toEqual(refused);
    expect(kinds.messages.planned).toBe(messages.length - refused.length);
  },
);

test('it holds for files, whose rows are judged by several threads', async () => {
  await using rig = await startJobRig();
  const users = ['uid,name', 'ANN,Ann', 'ann,Another Ann', 'bob,Bob'];
  rig.write('export/users.csv', users);
  const count = 12_000;
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify(to(index % 60, { muid: `m${index}`, sender: index % 3 === 0 ? 'ann' : 'ANN' })),
  );
  const folder = path.dirname(rig.write('export/messages.ndjson', lines));

  const { kinds } = await planFiles([folder], { job: rig.job });

  expect(kinds.messages).toMatchObject({ planned: count - count / 3, rejected: count / 3 });
});

test('what names a user whose row is rejected for another reason does not become that of the other one', async () => {
  await using rig = await startJobRig();
  rig.write('export/users.ndjson', [
    '{"uid":"Ann","name":"Ann"}',
    '{"uid":"ann","name":""}',
    '{"uid":"bob","name":""}',
    '{"uid":"Bob","name":"Bob"}',
    '{"uid":"Cy","name":"Cy"}',
    '{"uid":"Cy","name":""}',
    '{"uid":"dan","name":"Dan"}',
    '{"uid":"dan","name":""}',
    '{"uid":"eve","name":"Eve"}',
    '{"uid":"Eve","name":""}',
  ]);
  rig.write('export/groups.ndjson', [
    '{"guid":"Team","name":"Team","type":"public"}',
    '{"guid":"team","name":"Another team","type":"public","owner":"dee"}',
  ]);
  const messages = [
    to(1, { sender: 'Ann', receiver: 'Bob' }),
    to(2, { sender: 'ann', receiver: 'Bob' }),
    to(3, { sender: 'Ann', receiver: 'bob' }),
    to(4, { sender: 'Cy', receiver: 'Ann' }),
    to(5, { sender: 'Ann', receiver: 'team', receiverType: 'group' }),
    to(6, { sender: 'Ann', receiver: 'Team', receiverType: 'group' }),
    to(7, { sender: 'dan', receiver: 'eve' }),
    to(8, { sender: 'Eve', receiver: 'dan' }),
  ];
  const lines = messages.map((each) => JSON.stringify(each));
  const folder = path.dirname(rig.write('export/messages.ndjson', lines));

  const { kinds } = await planFiles([folder], { job: rig.job });

  const rejects = rejectsOf(rig).filter(({ kind }) => kind === 'messages');
  expect(rejects.map(({ id, code, value }) => `${id} ${code} ${value}`)).toEqual([
    'm2 id-collision ann',
    'm3 id-collision bob',
    'm5 id-collision team',
    'm8 id-collision Eve',
  ]);
  expect(kinds.messages).toMatchObject({ planned: 4, rejected: 4 });
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

test('a delta does not take the only row with an id that the first job refused for that of the other one', async () => {
  await using rig = await startJobRig();

  const rows = { users: [{ ...otherAnn! }, { ...bob! }] };
  const { rejects, updated } = await planAfter(rig, [ann!, otherAnn!, bob!], rows);

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

test('a delta refuses the ids that the first job refused, with or without their rows', async () => {
  await using rig = await startJobRig();

  const part = await planAfter(rig, [ann!, otherAnn!, bob!], { messages: ofBoth() });

  expect(part.rejects).toEqual(['messages sender ann']);

  // The next one comes after a job that had no row of the user.
  await send(rig);
  const after = rig.job;
  rig.useJob('morning');
  const users = [{ ...otherAnn! }, { ...ann!, name: 'Ann Lee' }];
  const { kinds } = await planRows({ users, messages: ofBoth() }, { job: rig.job, after });

  expect(kinds.users).toMatchObject({ rejected: 1, updated: 0, changed: 1 });
  expect(rejectsOf(rig).map(({ kind, value }) => `${kind} ${value}`)).toEqual([
    'users ann',
    'messages ann',
  ]);
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
      message: expect.stringContaining('whose record landed in an earlier job'),
    });
  },
);

test('what the first job refused is planned when the other one did not land', async () => {
  await using rig = await startJobRig();

  const users = [{ ...otherAnn! }, { ...bob! }];
  const rows = { users, messages: [to(2, { sender: 'ann' })] };
  const first = [ann!, otherAnn!, bob!];
  const { rejects } = await planAfter(rig, first, rows, { duplicates: 'reject' });

  expect(rejects).toEqual([]);
});
