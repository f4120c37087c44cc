import { expect, test } from 'vitest';
import {
  explainRecord,
  jobFolder,
  planFiles,
  planRows,
  repairJob,
  type RepairOutcome,
  type RowsByKind,
  verifyJob,
  type VerifyOutcome,
} from '../src/index.ts';
import { openPlan } from '@chatferry/planner';
import { delta, landed, send } from './support/delta-rig.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const then = Math.floor(Date.now() / 1000) - 7200;
const to = { sender: 'ada', receiver: 'den', receiverType: 'group' };

const before: RowsByKind = {
  users: [
    { uid: 'ada', name: 'Ada', tags: ['a', 'b'], metadata: { n: 5, of: { x: 1, y: 2 } } },
    { uid: 'bob', name: 'Bob', role: 'default' },
  ],
  groups: [{ guid: 'den', name: 'Den', type: 'public', owner: 'ada', tags: ['x', 'y'] }],
  members: [{ guid: 'den', uid: 'bob', scope: 'participant' }],
  messages: [
    { muid: 'm1', ...to, text: 'One', tags: ['t', 's'], sentAt: then },
    { muid: 'm2', ...to, text: 'Two', sentAt: then + 1, deliveredAt: then + 2, readAt: then + 3 },
  ],
};

/** The same content as the comparison with the service calls it. */
const after: RowsByKind = {
  users: [
    {
      name: 'Ada',
      uid: 'ada',
      metadata: { of: { y: '2', x: 1 }, n: '5', none: [] },
      tags: ['b', 'a'],
    },
    { uid: 'bob', name: 'Bob' },
  ],
  groups: [{ guid: 'den', type: 'public', name: 'Den', owner: 'ada', tags: ['y', 'x'] }],
  members: [{ guid: 'den', uid: 'bob' }],
  messages: [
    {
      muid: 'm1',
      ...to,
      text: 'One',
      tags: ['s', 't'],
      sentAt: then,
      deliveredAt: then + 8,
      readAt: then + 9,
    },
    { muid: 'm2', ...to, text: 'Two', sentAt: then + 1, deliveredAt: then + 2, readAt: then + 99 },
  ],
};

const nothingNew = {
  users: { unchanged: 2, changed: 0, updated: 0, planned: 0 },
  groups: { unchanged: 1, changed: 0, updated: 0, planned: 0 },
  members: { unchanged: 1, changed: 0, updated: 0, planned: 0 },
  messages: { unchanged: 2, changed: 0, updated: 0, planned: 0 },
};

test('what verification calls the same is no change in a delta, nor in the delta after it', async () => {
  await using rig = await startJobRig();
  await landed(rig, before);

  const night = await delta(rig, after, 'night', rig.job, { editMessages: true });
  const { conclusion } = await send(rig, night.job);
  // Of what landed before the latest job, only digests are kept.
  const morning = await delta(rig, before, 'morning', night.job, { editMessages: true });

  expect(night.kinds).toMatchObject(nothingNew);
  expect(conclusion.state).toBe('complete');
  expect(morning.kinds).toMatchObject(nothingNew);
});

test('rows that verification calls the same are merged, whichever comes first', async () => {
  await using rig = await startJobRig();
  for (const [name, rows] of [
    ['later', [before, after]],
    ['earlier', [after, before]],
  ] as const) {
    const messages = rows.flatMap((each) => [...(each.messages as Iterable<object>)]);
    const users = rows.flatMap((each) => [...(each.users as Iterable<object>)]);
    const { groups, members } = before;
    const job = `${rig.job}-${name}`;
    const { kinds } = await planRows(
      structuredClone({ users, groups, members, messages }) as RowsByKind,
      { job },
    );
    expect(kinds).toMatchObject({
      users: { planned: 2, merged: 2, rejected: 0 },
      messages: { planned: 2, merged: 2, rejected: 0 },
    });
  }
});

const text = { muid: 'm1', ...to, sentAt: then };
const full = {
  uid: 'ada',
  name: 'Ada',
  avatar: 'https://x.org/a',
  link: 'https://x.org/ada',
  metadata: { city: 'Oslo' },
  tags: ['t'],
};
const whole: RowsByKind = {
  users: [full],
  groups: [
    {
      guid: 'den',
      name: 'Den',
      type: 'public',
      owner: 'ada',
      icon: 'https://x.org/i',
      metadata: { floor: 3 },
      tags: ['x'],
    },
  ],
  messages: [{ ...text, data: { text: 'One', metadata: { a: 1 } }, tags: ['m'] }],
};
const emptied: RowsByKind = {
  users: [{ uid: 'ada', name: 'Ada' }],
  groups: [{ guid: 'den', name: 'Den', type: 'public', owner: 'ada' }],
  messages: [{ ...text, data: { text: 'One' } }],
};

async function verified(rig: JobRig, job: string): Promise<VerifyOutcome> {
  return verifyJob({ job, target: rig.target, requestsPerMinute: 'unlimited' });
}

test('an update is compared in every field that it changes, also in those that it empties', async () => {
  await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
  await landed(rig, whole);
  const { job } = await delta(rig, emptied, 'night', rig.job, { editMessages: true });
  await send(rig, job);
  const { db } = rig.service;
  const found = async (): Promise<string[]> => {
    const { kinds } = await verified(rig, job);
    return kinds.flatMap(({ kind, fields }) => fields.map(({ field }) => `${kind} ${field}`));
  };

  expect(await found()).toEqual([]);
  for (const [table, column, value, field] of [
    ['users', 'avatar', 'https://x.org/a', 'userUpdates avatar'],
    ['users', 'link', 'https://x.org/ada', 'userUpdates link'],
    ['users', 'metadata', '{"city":"Oslo"}', 'userUpdates metadata'],
    ['users', 'tags', '["t"]', 'userUpdates tags'],
    ['groups', 'icon', 'https://x.org/i', 'groupUpdates icon'],
    ['groups', 'metadata', '{"floor":3}', 'groupUpdates metadata'],
    ['groups', 'tags', '["x"]', 'groupUpdates tags'],
    ['messages', 'data', '{"text":"One","metadata":{"a":1}}', 'messageEdits data.metadata'],
    ['messages', 'tags', '["m"]', 'messageEdits tags'],
  ] as const) {
    const id = { users: "uid = 'ada'", groups: "guid = 'den'", messages: "muid = 'm1'" }[table];
    const { was } = db.prepare(`SELECT ${column} AS was FROM ${table} WHERE ${id}`).get()!;
    const set = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${id}`);
    set.run(value);
    expect(await found()).toEqual([field]);
    set.run(was!);
  }
});

const LONG = '12345678901234567';
const OTHER = '12345678901234569';

/** Writes an export whose user has a long number, exactly as it is given. */
function writeNumber(rig: JobRig, name: string, digits: string): string {
  return rig.write(`${name}/users.ndjson`, [
    `{"uid":"ada","name":"Ada","metadata":{"discordId":${digits}}}`,
  ]);
}

test('digits are compared as digits, sent as digits, and printed as digits', async () => {
  await using rig = await startJobRig();
  const first = jobFolder(rig.job);
  await planFiles([writeNumber(rig, 'first', LONG)], { job: rig.job });
  await send(rig, rig.job);
  const { db } = rig.service;
  const hold = (digits: string): unknown =>
    db.prepare('UPDATE users SET metadata = ?').run(`{"discordId":${digits}}`);
  const results: [string, number][] = [];
  for (const digits of [LONG, OTHER, `"${LONG}"`, '12345678901234568', '1.2345678901234567e16']) {
    hold(digits);
    // The local service parses what it stores; the row is read as it is.
    const { kinds } = await verified(rig, rig.job);
    results.push([digits, kinds[0]!.same]);
  }
  const { planned } = await explainRecord(first, 'users', 'ada');

  const night = await planFiles([writeNumber(rig, 'second', OTHER)], {
    job: `${rig.job}-night`,
    after: rig.job,
  });

  expect(JSON.stringify(planned!.record)).toContain(`"discordId":${LONG}`);
  expect(night.kinds.users).toMatchObject({ updated: 1, changed: 0 });
  using update = openPlan(`${rig.job}-night/plan.sqlite`);
  const [batch] = [...update.batches('userUpdates', 0)];
  expect(Buffer.from(batch!.body).toString()).toContain(`"discordId":${OTHER}`);
  expect(results).toEqual([
    [LONG, 1],
    [OTHER, 0],
    [`"${LONG}"`, 1],
    ['12345678901234568', 0],
    ['1.2345678901234567e16', 1],
  ]);
});

async function repaired(rig: JobRig): Promise<RepairOutcome> {
  const fast = { requestsPerMinute: 'unlimited' } as const;
  const events = repairJob({ job: rig.job, target: rig.target, ...fast, verifying: fast });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

test('a key __proto__ in metadata or data is compared like any other, and repaired', async () => {
  await using rig = await startJobRig();
  const proto = '{"__proto__":{"admin":true},"a":1}';
  const file = rig.write('export/users.ndjson', [`{"uid":"ada","name":"Ada","metadata":${proto}}`]);
  const groups = rig.write('export/groups.ndjson', [
    `{"guid":"den","name":"Den","type":"public","metadata":${proto}}`,
  ]);
  await planFiles([file, groups], { job: rig.job });
  await send(rig, rig.job);
  const { db } = rig.service;
  const results: number[][] = [];
  for (const metadata of [proto, '{"a":1}', '{"__proto__":{"admin":false},"a":1}']) {
    for (const table of ['users', 'groups'])
      db.prepare(`UPDATE ${table} SET metadata = ?`).run(metadata);
    const { kinds } = await verified(rig, rig.job);
    results.push(kinds.map(({ same }) => same));
  }

  const { counts, verified: again } = await repaired(rig);

  expect(results).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ]);
  expect(counts).toMatchObject({ updated: 2, notRepairable: 0 });
  expect(again).toMatchObject({ complete: true });
});
