import { problem, type Row } from '@chatferry/contract';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bodyOf, entryOf, openPlan, type PlanInput, recordOfEntry } from '../src/index.ts';
import {
  batchesOf,
  blockOf,
  compile,
  compileBlocks,
  group,
  groupMessage,
  member,
  message,
  NOW,
  planAt,
  plannedIds,
  provenance,
  recordsOf,
  temporaryFolder,
  user,
} from './rig.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

test('a plan contains the request bodies exactly as they are sent', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    groups: [group('g', { owner: 'ann' })],
  });

  expect(text(planned.plan.batch(1).body)).toBe(
    '{"users":{"ann":{"uid":"ann","name":"User ann"},"bob":{"uid":"bob","name":"User bob"}}}',
  );
  expect(text(planned.plan.batch(2).body)).toBe(
    '{"groups":{"g":{"guid":"g","name":"Group g","type":"public","owner":"ann"}}}',
  );
  expect(() => planned.plan.batch(3)).toThrow('has no batch 3');
});

test('the example of PlanCompiler results in two requests', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob'), user('ann')],
    messages: [
      message('m1', 'ann', 'bob', { sentAt: NOW - 100 }),
      message('m2', 'bob', 'ann', { sentAt: NOW - 340 }),
      message('m3', 'ann', 'zoe', { sentAt: NOW - 280 }),
    ],
  });

  const { requests, kinds } = planned.summary;
  expect(requests).toBe(2);
  expect(kinds.users).toMatchObject({ rows: 3, planned: 2, merged: 1, rejected: 0 });
  expect(kinds.messages).toMatchObject({ rows: 3, planned: 2, merged: 0, rejected: 1 });
  expect(plannedIds(planned.plan, 'messages')).toEqual(['m2', 'm1']);
});

test('each record of a batch knows the line it came from', async () => {
  using planned = await compile({ users: [user('ann'), { uid: 'nameless' }, user('bob')] });

  expect(planned.plan.batch(1).origins).toEqual([
    { file: 'users.csv', line: 2 },
    { file: 'users.csv', line: 4 },
  ]);
});

test('users, groups and memberships keep the order of the file and are assigned to the lanes in rotation', async () => {
  const users = Array.from({ length: 7 }, (_, index) => user(`u${index}`));

  using planned = await compile({ users }, { recordsPerRequest: 2, lanes: 3 });

  const batches = batchesOf(planned.plan, 'users');
  expect(batches.map(({ seq, lane, records }) => ({ seq, lane, records }))).toEqual([
    { seq: 1, lane: 0, records: 2 },
    { seq: 4, lane: 0, records: 1 },
    { seq: 2, lane: 1, records: 2 },
    { seq: 3, lane: 2, records: 2 },
  ]);
  expect(planned.plan.batchCount('users')).toBe(4);
});

test('reading a lane can begin after a batch', async () => {
  const users = Array.from({ length: 6 }, (_, index) => user(`u${index}`));
  using planned = await compile({ users }, { recordsPerRequest: 1, lanes: 2 });

  const rest = [...planned.plan.batches('users', 0, 3)];

  expect(rest.map(({ seq }) => seq)).toEqual([5]);
});

test('two lanes can be read concurrently, and stopped in the middle', async () => {
  const users = Array.from({ length: 8 }, (_, index) => user(`u${index}`));
  using planned = await compile({ users }, { recordsPerRequest: 1, lanes: 2 });

  const [first, second] = [planned.plan.batches('users', 0), planned.plan.batches('users', 1)];
  const seqs = [first, second, first, second].map((lane) => lane.next().value?.seq);
  first.return(undefined);

  expect(seqs).toEqual([1, 2, 3, 4]);
  expect(second.next().value?.seq).toBe(6);
});

test('a batch ends before its body gets too large', async () => {
  const users = Array.from({ length: 30 }, (_, index) =>
    user(`u${index}`, { metadata: { filler: 'x'.repeat(200) } }),
  );

  using planned = await compile({ users }, { maxRequestBytes: 1024, lanes: 1 });

  const batches = batchesOf(planned.plan, 'users');
  expect(batches.map(({ records }) => records)).toEqual(Array<number>(10).fill(3));
  for (const { body } of batches) expect(body.length).toBeLessThanOrEqual(1024);
});

/** A user whose entry in a body has this many bytes. */
function sized(uid: string, bytes: number): Row {
  const rest = `"${uid}":{"uid":"${uid}","name":"User ${uid}","metadata":{"f":""}}`;
  return user(uid, { metadata: { f: 'x'.repeat(bytes - rest.length) } });
}

test('a body may be exactly as large as allowed', async () => {
  const half = (1024 - '{"users":{'.length - '}}'.length - 1) / 2;

  using fitting = await compile(
    { users: [sized('a', Math.floor(half)), sized('b', Math.ceil(half))] },
    { maxRequestBytes: 1024, lanes: 1 },
  );
  using oneMore = await compile(
    { users: [sized('a', Math.floor(half)), sized('b', Math.ceil(half) + 1)] },
    { maxRequestBytes: 1024, lanes: 1 },
  );

  expect(fitting.plan.batch(1).body.length).toBe(1024);
  expect(oneMore.plan.batchCount('users')).toBe(2);
});

test('a record that fits into a request only without the rest of the body is rejected', async () => {
  const frame = '{"users":{}}'.length;

  using planned = await compile(
    { users: [sized('a', 1024 - frame), sized('b', 1024 - frame + 1)] },
    { maxRequestBytes: 1024 },
  );

  expect(planned.plan.batch(1).body.length).toBe(1024);
  expect(planned.rejects.map(({ id, code }) => [id, code])).toEqual([['b', 'record-too-large']]);
});

test('a record that fits into no request is rejected with the records that depend on it', async () => {
  using planned = await compile(
    {
      users: [user('ann'), user('big', { metadata: { filler: 'x'.repeat(1000) } })],
      groups: [group('g', { owner: 'big' })],
    },
    { maxRequestBytes: 1024 },
  );

  expect(planned.rejects.map(({ id, code }) => [id, code])).toEqual([
    ['big', 'record-too-large'],
    ['g', 'missing-user'],
  ]);
  expect(planned.rejects[0]!.message).toContain('bytes, a request may have 1024');
  expect(planned.rejects[1]!.message).toContain('record-too-large at users.csv:3');
});

test('entries can be extracted from a batch into another body', async () => {
  using planned = await compile({ users: [user('ann'), user('bob'), user('cy')] });
  const batch = planned.plan.batch(1);

  const entry = entryOf(batch, 1);
  const body = bodyOf(batch, [0, 2]);

  expect(entry.id).toBe('bob');
  expect(text(entry.wire)).toBe('"bob":{"uid":"bob","name":"User bob"}');
  expect(Object.keys(JSON.parse(text(body)).users)).toEqual(['ann', 'cy']);
  expect(bodyOf(batch, [0, 1, 2])).toEqual(batch.body);
  expect(text(bodyOf(batch, []))).toBe('{"users":{}}');
  expect(() => entryOf(batch, 3)).toThrow('batch 1 has no record 3');
});

test('ids with quotes, backslashes and any script are kept', async () => {
  const muids = ['say "hi"', 'back\\slash', '日本-😀', '__proto__', '7'];
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: muids.map((muid) => message(muid, 'ann', 'bob')),
  });

  expect(plannedIds(planned.plan, 'messages')).toEqual(muids);
  const [batch] = planned.plan.batches('messages', 0);
  const records = muids.map((_, index) => recordOfEntry(entryOf(batch!, index).wire));
  expect(records.map(({ muid }) => muid)).toEqual(muids);
});

test('a record is found by its id', async () => {
  using planned = await compile(
    {
      users: [user('ann'), user('bob')],
      messages: [
        message('m1', 'ann', 'bob', { data: { text: 'Hi', metadata: { m2: {}, m4: {} } } }),
        message('m2', 'ann', 'bob', { data: { text: '"m3":{' } }),
      ],
    },
    { recordsPerRequest: 1 },
  );

  const found = planned.plan.find('messages', 'm2');

  expect(found?.batch.origins[found.index]).toEqual({ file: 'messages.csv', line: 3 });
  for (const id of ['m3', 'm4']) expect(planned.plan.find('messages', id)).toBeUndefined();
  expect(planned.plan.find('users', 'm2')).toBeUndefined();
});

test('the summary counts rows, records, requests and bytes by kind', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob'), user('ann'), { uid: 'nameless' }, user('idle'), user('cy')],
    groups: [group('g')],
    members: [member('g', 'ann'), member('g', 'absent')],
    messages: [
      groupMessage('m1', 'ann', 'g'),
      groupMessage('m2', 'bob', 'g'),
      message('m3', 'bob', 'cy'),
    ],
  });
  const { summary, plan } = planned;

  const bytes = (kind: 'users' | 'messages') =>
    batchesOf(plan, kind).reduce((sum, { body }) => sum + body.length, 0);
  expect(summary.kinds.users).toEqual({
    rows: 6,
    made: 0,
    madeBy: {},
    planned: 4,
    merged: 1,
    filtered: 0,
    unchanged: 0,
    updated: 0,
    changed: 0,
    rejected: 1,
    warnings: 0,
    batches: 1,
    bytes: bytes('users'),
  });
  expect(summary.kinds.members).toMatchObject({ rows: 2, planned: 1, rejected: 1 });
  expect(summary.kinds.messages).toMatchObject({
    planned: 3,
    warnings: 1,
    bytes: bytes('messages'),
  });
  expect(summary.requests).toBe(5);
  expect(summary.usersWithoutMessages).toBe(1);
  expect(plan.summary).toEqual(summary);
  expect(plan.id).toBe(summary.contentHash);
});

/** The fields of a message with these files. */
function image(...urls: string[]): Row {
  const attachments = urls.map((url) => ({
    url,
    name: 'a',
    mimeType: 'image/png',
    extension: 'png',
  }));
  const caption = 'see "attachments":[{"url":"https://text.example/"}]';
  return { type: 'image', data: { text: caption, attachments } };
}

test('a few hundred kilobytes of messages, the newest first, are sent oldest first and as they are', async () => {
  const messages = Array.from({ length: 2000 }, (_, index) =>
    message(`m${index}`, 'ann', 'bob', {
      sentAt: NOW - index,
      data: { text: 'long text '.repeat(30) + index },
    }),
  );
  using planned = await compile({ users: [user('ann'), user('bob')], messages });

  const rows = batchesOf(planned.plan, 'messages').flatMap(recordsOf);

  expect(rows).toMatchObject(
    messages.map(({ muid, sentAt, data }) => ({ muid, sentAt, data })).toReversed(),
  );
});

test('attachments are counted by the host of their address', async () => {
  using planned = await compile({
    users: [user('ann'), user('bob')],
    messages: [
      message('m1', 'ann', 'bob', image('https://cdn.example:8443/a.png', 'http://old.example?b')),
      message('m2', 'ann', 'bob', { data: { text: 'https://text.example/' } }),
      message('m3', 'ann', 'bob', image('https://cdn.example:8443/c.png')),
    ],
  });

  expect(planned.summary.attachmentHosts).toEqual([
    { host: 'cdn.example:8443', attachments: 2 },
    { host: 'old.example', attachments: 1 },
  ]);
});

test('addresses that lost their signature are counted as not reachable', async () => {
  const users = blockOf('users', [user('ann'), user('bob')]);
  const block = blockOf('messages', [
    message(
      'm1',
      'ann',
      'bob',
      image('https://media.example/a.png', 'https://media.example/b.png'),
    ),
    message('m2', 'ann', 'bob', image('https://media.example/c.png')),
    message('m3', 'ann', 'bob', image('https://media.example/d.png', 'https://x.example/e.png')),
  ]);
  const signed = problem('signed-url', { field: 'data.attachments' });
  const warnings = [1, 2].map((index) => ({ index, problem: signed }));
  using planned = await compileBlocks([users, { ...block, warnings }]);
  const { attachmentHosts, kinds } = planned.summary;

  expect(attachmentHosts).toEqual([
    { host: 'media.example', attachments: 4, unreachable: 2 },
    { host: 'x.example', attachments: 1, unreachable: 1 },
  ]);
  expect(kinds.messages.warnings).toBe(2);
});

function input(kind: 'users' | 'groups', file: string, bytes: number): PlanInput {
  return { kind, file, format: `${kind} as csv`, bytes, modifiedMs: 5, sha256: `of ${file}` };
}

test('a plan names the inputs in the order of their first rows, then those without any', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const [empty, users, groups] = [
    input('users', 'empty.csv', 4),
    input('users', 'chat.csv', 90),
    input('groups', 'chat.csv', 91),
  ];

  const blocks = [blockOf('users', [user('ann')]), blockOf('groups', [group('g')])];
  const described = async () => ({ ...provenance, inputs: [empty, users, groups] });
  await planAt(
    path,
    blocks.map((block) => ({ ...block, file: 'chat.csv' })),
    { described },
  );

  using plan = openPlan(path);
  expect(plan.inputs).toEqual([users, groups, empty]);
});

test('an empty export makes an empty plan', async () => {
  using planned = await compile({});

  expect(planned.summary).toMatchObject({ requests: 0, bytes: 0, problems: [] });
  expect(batchesOf(planned.plan, 'users')).toEqual([]);
});
