import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { recordsOfRows } from './support/records-of-rows.ts';
import { startRig } from './support/rig.ts';

const reply = (id: string, author: string, replies: readonly object[] = []): object => ({
  id,
  author,
  body: `This is what ${author} says`,
  created: 1704189600,
  replies,
});

/** What messages are in, by name: the rows, what is accepted, and the receiver of each message. */
const exports: Readonly<
  Record<
    string,
    readonly [rows: unknown, accept: string, receivers: Readonly<Record<string, string>>]
  >
> = {
  'replies at any depth': [
    [
      reply('1', 'ann', [
        reply('2', 'bob', [reply('3', 'cy', [reply('4', 'ann', [reply('5', 'bob')])])]),
      ]),
      reply('6', 'bob'),
    ],
    'data.receiver,data.receiverType,data.parent,onMissingGroup,senderNotMember',
    { 1: 'data', 2: 'data', 3: 'data', 4: 'data', 5: 'data', 6: 'data' },
  ],
  'an id that is made of both users': [
    [
      { id: 'a', chat: 'ann_bob', from: 'ann', text: 'Are you there?', ts: 1704189600 },
      { id: 'b', chat: 'ann_bob', from: 'bob', text: 'Yes I am here', ts: 1704189660 },
      { id: 'c', chat: 'bob_cy', from: 'cy', text: 'So am I, Bob', ts: 1704189700 },
    ],
    'data.receiver',
    { a: 'bob', b: 'ann', c: 'bob' },
  ],
  'a list of both users': [
    [
      { id: 'a', users: ['ann', 'bob'], sender: 'ann', text: 'Are you there?', ts: 1704189600 },
      { id: 'b', users: ['bob', 'ann'], sender: 'bob', text: 'Yes I am here', ts: 1704189660 },
    ],
    'data.receiver',
    { a: 'bob', b: 'ann' },
  ],
};

test.each(Object.entries(exports))(
  'the receiver that only the surroundings of a message name is proposed: %s',
  async (_, [rows, accept, receivers]) => {
    await using rig = await startRig();
    const config = path.join(rig.folder, 'chatferry.yaml');
    const file = rig.write('data.json', JSON.stringify(rows));

    const args = [`--config=${config}`, '--quiet', `--accept=onMissingUser,${accept}`];
    const drafted = await rig.cli(['init', file, ...args]);
    const planned = await rig.cli(['plan', `--config=${config}`, '--retention-months=none']);

    expect({ drafted: drafted.err, planned: planned.status }).toEqual({ drafted: '', planned: 0 });
    using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
    const messages = recordsOfRows(plan, 'messages');
    expect(Object.fromEntries(messages.map(({ muid, receiver }) => [muid, receiver]))).toEqual(
      receivers,
    );
  },
);
