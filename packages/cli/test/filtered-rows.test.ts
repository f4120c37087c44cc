import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startRig } from './support/rig.ts';

const configuration = `
kinds:
  users:
    only: { deleted_at: empty, kind: { not: bot } }
  messages:
    only: { flags.hidden: { not: true } }
`;

const users = [
  'uid,name,deleted_at,kind',
  'ada,Ada,,person',
  'bob,Bob,2024-01-01,person',
  'cy,Cy,2024-01-02,bot',
  'dot,Dot,,bot',
  'eve,Eve,,person',
  '',
].join('\n');

const sentAt = Math.floor(Date.now() / 1000) - 3600;
const message = (muid: string, sender: string, more: object = {}): string =>
  JSON.stringify({
    muid,
    sender,
    receiverType: 'user',
    receiver: 'eve',
    sentAt,
    text: 'Hi',
    ...more,
  });
const messages = [
  message('m1', 'ada'),
  message('m2', 'ada', { flags: { hidden: true } }),
  message('m3', 'bob'),
].join('\n');

async function filteringRig() {
  const rig = await startRig();
  const files = [rig.write('users.csv', users), rig.write('messages.ndjson', messages)];
  const config = `--config=${rig.write('chatferry.yaml', configuration)}`;
  return { rig, args: [...files, config], config };
}

test('filtered rows are a bucket of their own, by reason, and what refers to them is rejected', async () => {
  const { rig, args } = await filteringRig();
  await using _ = rig;

  const text = await rig.cli(['plan', ...args]);
  const { out } = await rig.cli(['plan', ...args, '--json']);
  const { kinds, filtered } = JSON.parse(out) as Record<string, unknown>;

  expect(text.out).toMatch(/^ +rows +planned +merged +rejected +filtered +warnings$/m);
  expect(text.out).toContain(
    'Filtered as configured: 2 users where deleted_at is not empty, 1 user where kind is bot, 1 message where flags.hidden is true.',
  );
  expect(kinds).toMatchObject({
    users: { rows: 5, planned: 2, rejected: 0, filtered: 3 },
    messages: { rows: 3, planned: 1, rejected: 1, filtered: 1 },
  });
  expect(filtered).toEqual([
    { kind: 'users', reason: 'deleted_at is not empty', rows: 2 },
    { kind: 'users', reason: 'kind is bot', rows: 1 },
    { kind: 'messages', reason: 'flags.hidden is true', rows: 1 },
  ]);
  expect(rig.inJob('rejects.jsonl')).toContain('"missing-user"');
});

test('they are in the sums of a run, in the status and in the report', async () => {
  const { rig, args } = await filteringRig();
  await using _ = rig;

  const { out, status } = await rig.cli(['import', ...args, ...rig.target, '--max-rejects=1']);
  const state = JSON.parse((await rig.cli(['status', '--json'])).out) as {
    kinds: Record<string, unknown>;
  };

  expect(status).toBe(1);
  expect(out).toMatch(/^users +5 = 2 created \+ 3 filtered$/m);
  expect(out).toMatch(/^messages +3 = 1 created \+ 1 rejected \+ 1 filtered$/m);
  expect(state.kinds['users']).toMatchObject({ rows: 5, created: 2, filtered: 3 });
  const report = readFileSync(path.join(rig.job, 'report.html'), 'utf8');
  expect(report).toContain('It adds up for every kind.');
  expect(report).toMatch(/Filtered<\/t[hd]>/);
  expect(report).toContain('2 users where deleted_at is not empty');
});

test('a file of which every row is filtered is not a file without rows', async () => {
  await using rig = await startRig();
  const file = rig.write('users.ndjson', '{"id":{"n":"a"},"name":"A","gone":1}\n');
  const config = rig.write(
    'chatferry.yaml',
    'kinds: { users: { columns: { id.n: uid }, only: { gone: empty } } }',
  );

  const { status, out, err } = await rig.cli(['plan', file, `--config=${config}`]);

  expect(status).toBe(0);
  expect(err).not.toContain('columns');
  expect(out).toMatch(/^users +1 +0 +0 +0 +1 +0$/m);
});
