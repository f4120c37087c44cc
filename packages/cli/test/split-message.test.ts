import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planRows } from '../src/index.ts';
import { anHourAgo } from './support/forum.ts';
import { addPassingRole } from './support/passing-role.ts';
import { type Rig, startRig } from './support/rig.ts';

const story = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of a “story” 🚢.`)
  .map((line) => `${line}\n\n`)
  .join('');

const header = 'muid,sender,receiver,receiverType,sentAt,text,senderUserDetails';

/** One long message between two short ones, all of the same second. */
function rowsOf(details = ''): string[] {
  const quoted = details.replaceAll('"', '""');
  return [
    `m0,ada,bob,user,${anHourAgo},Listen:,`,
    `m1,ada,bob,user,${anHourAgo},"${story}","${quoted}"`,
    `m2,bob,ada,user,${anHourAgo},Thanks.,`,
  ];
}

function writeStory(rig: Rig, rows = rowsOf(), users = ['ada,Ada', 'bob,Bob']): string[] {
  const inputs = [
    rig.write('users.csv', ['uid,name', ...users].join('\n')),
    rig.write('messages.csv', [header, ...rows].join('\n')),
  ];
  return [...inputs, `--config=${rig.write('c.yaml', 'cleaning: { tooLong: split }\n')}`];
}

function held(rig: Rig): { muid: string; text: string }[] {
  const sql = `SELECT muid, data ->> 'text' AS text FROM messages ORDER BY sent_at, id`;
  return rig.service.db.prepare(sql).all() as { muid: string; text: string }[];
}

test('a text that is too long lands in parts, in its place, and all of it adds up', async () => {
  await using rig = await startRig();
  const inputs = writeStory(rig);

  const plan = await rig.cli(['plan', ...inputs]);
  const run = await rig.cli(['run', ...rig.target]);
  const status = await rig.cli(['status']);
  const verify = await rig.cli(['verify', ...rig.target.slice(0, 2)]);

  expect(plan.status).toBe(0);
  expect(plan.out).toMatch(/^messages +4 +4 +0 +0 +1$/m);
  expect(plan.out).toContain('warning text-split, 1 row; such as');
  expect(plan.out).toContain(
    'Counted as rows: 1 message made by splitting texts that were too long.',
  );
  expect(run.status).toBe(0);
  for (const { out } of [run, status]) {
    expect(out).toMatch(/^messages +4 = 4 created/m);
    expect(out).toContain('Counted as rows: 1 message made by splitting');
  }
  const messages = held(rig);
  expect(messages.map(({ muid }) => muid)).toEqual(['m0', 'm1', 'm1-2', 'm2']);
  expect(messages[1]!.text + messages[2]!.text).toBe(story);
  expect(messages[1]!.text).toMatch(/\n\n$/);
  expect(verify.out).toContain(
    'Rehearsal. Finished. Every row is in the app: read back and the same in every compared field.',
  );
  expect(verify.status).toBe(0);
});

test('without the setting it is rejected, with the fix', async () => {
  await using rig = await startRig();

  const { status, out } = await rig.cli(['plan', ...writeStory(rig).slice(0, 2)]);

  expect(out).toContain('data-too-large');
  expect(out).toContain('`tooLong: split`');
  expect(status).toBe(1);
});

test('JSON output counts made parts separately', async () => {
  await using rig = await startRig();

  const plan = await rig.cli(['plan', ...writeStory(rig), '--json']);
  const run = await rig.cli(['run', ...rig.target, '--json', '--quiet']);

  expect(JSON.parse(plan.out)).toMatchObject({
    kinds: { users: { rows: 2, made: 0 }, messages: { rows: 4, made: 1, planned: 4 } },
    problems: [
      {
        code: 'text-split',
        count: 1,
        example: { line: 3, message: expect.stringContaining('2 messages, m1 to m1-2') },
      },
    ],
  });
  expect(JSON.parse(run.out.split('\n').at(-1)!)).toMatchObject({
    kinds: { messages: { rows: 4, made: 1, created: 4 } },
  });
});

test('each part can be explained, and names the others', async () => {
  await using rig = await startRig();
  await rig.cli(['import', ...writeStory(rig), ...rig.target]);

  for (const id of ['m1', 'm1-2']) {
    const { out } = await rig.cli(['explain', `messages:${id}`]);
    expect(out).toContain('messages.csv:3');
    expect(out).toContain('its text was split into m1, m1-2');
    expect(out).toContain('outcome: created');
  }
  const { out } = await rig.cli(['explain', 'messages:m2']);
  expect(out).not.toContain('split');
});

test('a split row that fails is given back once, as it was, and can be sent again', async () => {
  await using rig = await startRig();
  addPassingRole(rig, 'captain');
  const details = JSON.stringify({ uid: 'eve', name: 'Eve', role: 'captain' });
  const rows = rowsOf(details).map((row) => row.replace('m1,ada', 'm1,eve'));

  const inputs = writeStory(rig, rows);
  const first = await rig.cli(['import', ...inputs, ...rig.target]);
  const failed = rig.inJob('failed/messages.csv');
  const repair = await rig.cli([
    'plan',
    path.join(rig.job, 'failed'),
    inputs[0]!,
    inputs[2]!,
    `--job=${rig.folder}/repair`,
    '--json',
  ]);
  await fetch(`${rig.service.baseUrl}/roles`, {
    method: 'POST',
    headers: { apikey: rig.service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'captain', name: 'Captain' }),
  });
  const retry = await rig.cli(['retry', ...rig.target]);

  expect(first.out).toMatch(/^messages +4 = 2 created \+ 2 failed/m);
  expect(failed.split('\nm')).toHaveLength(2);
  expect(failed).toContain(story);
  expect(JSON.parse(repair.out)).toMatchObject({
    kinds: { messages: { rows: 2, made: 1, planned: 2 } },
  });
  expect(retry.out).toMatch(/^messages +4 = 4 created/m);
  expect(retry.status).toBe(0);
  const parts = held(rig).filter(({ muid }) => muid.startsWith('m1'));
  expect(parts.map(({ text }) => text).join('')).toBe(story);
});

test('planning what was sent already, into another job, finds every part present', async () => {
  await using rig = await startRig();
  const inputs = writeStory(rig);
  await rig.cli(['import', ...inputs, ...rig.target]);

  const again = await rig.cli(['import', ...inputs, ...rig.target, `--job=${rig.folder}/again`]);

  expect(again.out).toMatch(/^messages +4 = 0 created \+ 4 present/m);
  expect(held(rig)).toHaveLength(4);
});

test('when the input is gone, the parts take the place of a failed row', async () => {
  await using rig = await startRig();
  addPassingRole(rig, 'captain');
  const details = JSON.stringify({ uid: 'eve', name: 'Eve', role: 'captain' });
  const inputs = writeStory(
    rig,
    rowsOf(details).map((row) => row.replace('m1,ada', 'm1,eve')),
  );
  await rig.cli(['plan', ...inputs]);
  rmSync(inputs[1]!);

  await rig.cli(['run', ...rig.target]);

  const lines = rig.inJob('failed/messages.ndjson').trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { muid: string });
  expect(records.map(({ muid }) => muid)).toEqual(['m1', 'm1-2']);
});

test('a message that has the id of a part is reported as a duplicate', async () => {
  await using rig = await startRig();
  const own = `m1-2,ada,bob,user,${anHourAgo},My own.,`;

  const { status, out } = await rig.cli(['plan', ...writeStory(rig, [own, ...rowsOf()]), '--json']);

  const codes = (JSON.parse(out) as { problems: { code: string }[] }).problems;
  expect(codes.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['duplicate-id', 'other-part-rejected']),
  );
  expect(rig.inJob('rejects.jsonl').trimEnd().split('\n')).toHaveLength(2);
  expect(status).toBe(1);
});

test('rows made in code are split as well', async () => {
  await using rig = await startRig();
  const users = [
    { uid: 'ada', name: 'Ada' },
    { uid: 'bob', name: 'Bob' },
  ];
  const message = { sender: 'ada', receiver: 'bob', receiverType: 'user', sentAt: anHourAgo };
  const messages = [{ ...message, muid: 'm1', text: story }];

  const { kinds } = await planRows(
    { users, messages },
    { job: rig.job, cleaning: { tooLong: 'split' } },
  );

  expect(kinds.messages).toMatchObject({ rows: 2, made: 1, planned: 2, warnings: 1 });
  expect(readFileSync(path.join(rig.job, 'plan.sqlite')).length).toBeGreaterThan(0);
});
