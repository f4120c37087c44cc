import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kind, Row } from '@chatferry/contract';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { planFiles, planRows, type RowsByKind } from '../src/index.ts';
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
    'reactions uid ann',
  ]);
  expect(kinds.messages).toMatchObject({ planned: 2, rejected: 4 });
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
