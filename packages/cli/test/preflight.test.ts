import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeForum } from './support/forum.ts';
import { type Rig, startRig } from './support/rig.ts';

/** Sends an export from a job folder of its own, then gives it other texts under the same ids. */
async function sendThenChangeTexts(rig: Rig): Promise<void> {
  await rig.cli(['import', writeForum(rig, 20), ...rig.target, `--job=${rig.folder}/first`]);
  const texts = readFileSync(path.join(rig.export, 'messages.ndjson'), 'utf8');
  rig.write('export/messages.ndjson', texts.replaceAll('Message', 'Another'));
}

function writes(rig: Rig): string[] {
  return rig.service.requests
    .map(({ operation }) => operation ?? '')
    .filter((operation) => !/\.(list|get)$/.test(operation));
}

test('a second export with the ids of the first stops before anything is written, and says what to do', async () => {
  await using rig = await startRig();
  await sendThenChangeTexts(rig);
  const before = writes(rig);

  const { status, out, err } = await rig.cli(['import', rig.export, ...rig.target]);

  expect(status).toBe(3);
  expect(writes(rig)).toEqual(before);
  expect(`${out}\n${err}`).toMatch(/holds 20 records of the plan with other content.*20 messages/);
  expect(`${out}\n${err}`).toContain('differs in data.text');
  expect(`${out}\n${err}`).toMatch(/muidPrefix.*idPrefix.*another app.*\n.*--max-different/);
});

test('with --max-different 100% it ends with 1, and verify names each field that differs', async () => {
  await using rig = await startRig();
  await sendThenChangeTexts(rig);

  const sent = await rig.cli(['import', rig.export, ...rig.target, '--max-different=100%']);
  const verified = await rig.cli(['verify', ...rig.target]);

  expect(sent.status).toBe(1);
  expect(sent.out).toMatch(/20 present, different/);
  expect(sent.out).not.toContain('everything moved');
  expect(verified.status).toBe(1);
  const lines = rig.inJob('differences.jsonl').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    Array.from({ length: 20 }, () => ({ kind: 'messages', field: 'data.text' })),
  );
});

test('the same export once more from another job folder ends with 0 and changes nothing', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig, 20), ...rig.target, `--job=${rig.folder}/first`]);

  const again = await rig.cli(['import', rig.export, ...rig.target, '--json']);

  const result = JSON.parse(again.out.trim().split('\n').at(-1)!) as { kinds: object };
  expect(again.status).toBe(0);
  expect(result.kinds).toMatchObject({
    users: { created: 0, presentSame: 3 },
    groups: { created: 0, presentSame: 2 },
    members: { created: 0, presentSame: 4 },
    messages: { created: 0, presentSame: 20 },
  });
});

test('with createRoles the plan has a row for each role that users have and no row has', async () => {
  await using rig = await startRig();
  const users = rig.write('users.csv', 'uid,name,role\na,Ann,manager\nb,Bo,elder\n');
  const config = rig.write('chatferry.yaml', 'createRoles: true\n');

  const roles = rig.write('roles.csv', 'role,name\nelder,Elder\nclerk,Clerk\n');

  const { status, out } = await rig.cli([
    'import',
    users,
    roles,
    `--config=${config}`,
    ...rig.target,
  ]);

  expect(status).toBe(0);
  expect(out).toContain('Counted as rows: 1 role created because users have them.');
  expect(
    rig.service.db.prepare("SELECT role, name FROM roles WHERE role <> 'default'").all(),
  ).toEqual([
    { role: 'elder', name: 'Elder' },
    { role: 'clerk', name: 'Clerk' },
    { role: 'manager', name: 'manager' },
  ]);
});
