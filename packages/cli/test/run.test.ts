import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anHourAgo, writeForum } from './support/forum.ts';
import { addPassingRole } from './support/passing-role.ts';
import { type Rig, startRig } from './support/rig.ts';

function held(rig: Rig, table: string): number {
  return Number(rig.service.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']);
}

test('import sends everything and says what became of it', async () => {
  await using rig = await startRig();

  const { status, out } = await rig.cli(['import', writeForum(rig), ...rig.target]);

  expect(out).toMatch(/^users +3 = +3 created$/m);
  expect(out).toMatch(/^messages +120 = +120 created/m);
  expect(out).toContain('Every row is accounted for.');
  expect(held(rig, 'messages')).toBe(120);
  expect(status).toBe(0);
  expect(rig.hasInJob('errors.jsonl')).toBe(false);
});

test('plan and run are the same in two steps, and running again sends nothing', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const first = await rig.cli(['run', ...rig.target]);
  const requests = rig.service.requestCount;
  const second = await rig.cli(['run', ...rig.target]);

  expect(first.status).toBe(0);
  expect(second.status).toBe(0);
  expect(second.out).toMatch(/messages +120 = +120 created/);
  // It asks which local service it is, and no more.
  expect(rig.service.requestCount).toBe(requests + 1);
});

test('import of rejected rows sends nothing, unless they are allowed', async () => {
  await using rig = await startRig();
  writeForum(rig);
  rig.write('export/users-2.csv', 'uid,name\ndot,\n');

  const refused = await rig.cli(['import', rig.export, ...rig.target]);
  const none = rig.service.requestCount;
  const allowed = await rig.cli(['import', rig.export, '--max-rejects=1', ...rig.target]);

  expect(refused.status).toBe(1);
  expect(refused.err).toContain('Nothing was sent.');
  expect(none).toBe(0);
  expect(allowed.status).toBe(1);
  expect(allowed.out).toMatch(/users +4 = +3 created .* 1 rejected/);
});

test('excluded rows do not prevent the import, and are reported', async () => {
  await using rig = await startRig();
  writeForum(rig);
  const config = rig.write('c.yaml', 'cleaning: { blankText: leave-out, tooOld: leave-out }\n');
  const rows = ['b1,ada,bob,user,"  "', 'b2,bob,ada,user,', 'b3,bob,cy,user,Hi'];
  const old = `b4,ada,bob,user,Old,${anHourAgo - 300 * 86_400}`;
  const lines = [...rows.map((row) => `${row},${anHourAgo}`), old];
  rig.write(
    'export/messages-2.csv',
    ['muid,sender,receiver,receiverType,text,sentAt', ...lines].join('\n'),
  );

  const plan = await rig.cli(['plan', rig.export, `--config=${config}`, '--json']);
  const done = await rig.cli(['import', rig.export, ...rig.target, `--config=${config}`]);
  const run = await rig.cli(['run', ...rig.target, '--quiet']);
  rig.write('export/users-2.csv', 'uid,name\ndot,\n');
  const other = [`--config=${config}`, `--job=${rig.folder}/other`];
  const refused = await rig.cli(['import', rig.export, ...rig.target, ...other]);
  const allowed = await rig.cli(['import', rig.export, ...rig.target, ...other, '--max-rejects=1']);

  expect(JSON.parse(plan.out)).toMatchObject({
    accepted: true,
    excluded: { messages: 3 },
  });
  expect(done.out).toContain('3 rows left out as configured');
  expect(done.out).toMatch(/messages +124 = +121 created .* 3 rejected/);
  expect(done.out).toContain('Every row is accounted for');
  expect([done.status, run.status, refused.status, allowed.status]).toEqual([0, 0, 1, 1]);
});

test('what the service holds already counts as present', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);

  const { status, out } = await rig.cli([
    'import',
    rig.export,
    ...rig.target,
    `--job=${rig.folder}/other`,
  ]);

  expect(out).toMatch(/messages +120 = +0 created \+ 120 present, same/);
  expect(out).toContain('present: in the app already: 129 the same in every compared field.');
  expect(status).toBe(0);
});

test.each(['option', 'configuration'])(
  'groups of two people become conversations where the %s says so',
  async (where) => {
    await using rig = await startRig();
    writeForum(rig);
    rig.write('export/members-2.csv', 'guid,uid\nmakers,cy\n');
    const unnamed = readFileSync(`${rig.export}/groups.json`, 'utf8').replace('Readers', 'readers');
    rig.write('export/groups.json', unnamed);
    const config = rig.write('c.yaml', 'twoPersonGroups: direct\n');
    const given = where === 'option' ? '--two-person-groups=direct' : `--config=${config}`;

    const { status, out } = await rig.cli(['import', rig.export, ...rig.target, given]);
    const again = await rig.cli(['plan', rig.export, given, '--json']);

    expect(status).toBe(0);
    expect(out).toContain('1 group of two people sent as a conversation of the two');
    expect(out).toMatch(/groups +2 = +1 created .* 1 merged/);
    expect(out).toMatch(/members +5 = +3 created .* 2 merged/);
    expect(JSON.parse(again.out)).toMatchObject({ directConversations: 1, unchanged: true });
    expect(receivers(rig)).toEqual([
      { type: 'group', sender: 'bob', receiver: 'makers', messages: 60 },
      { type: 'user', sender: 'cy', receiver: 'bob', messages: 60 },
    ]);
  },
);

function receivers(rig: Rig): unknown[] {
  const sql = `SELECT receiver_type AS type, sender, receiver, count(*) AS messages
               FROM messages GROUP BY type, sender, receiver ORDER BY type`;
  return rig.service.db.prepare(sql).all();
}

test('a record that the service refuses is failed, reported, and written as a row to repair', async () => {
  await using rig = await startRig();
  addPassingRole(rig, 'captain');
  rig.write('users.csv', 'uid,name,role\nada,Ada,\nbob,Bob,captain\n');

  const { status, out } = await rig.cli(['import', `${rig.folder}/users.csv`, ...rig.target]);

  expect(status).toBe(1);
  expect(out).toMatch(/users +2 = 1 created \+ 1 failed/);
  expect(out).toContain('errors.jsonl');
  expect(JSON.parse(rig.inJob('errors.jsonl'))).toMatchObject({
    kind: 'users',
    id: 'bob',
    outcome: 'failed',
    code: 'ERR_ROLE_NOT_FOUND',
    file: `${rig.folder}/users.csv`,
    line: 3,
  });
  const [header, row] = rig.inJob('failed/users.csv').split('\n');
  expect(header).toBe('uid,name,role,chatferry_code,chatferry_message');
  expect(row).toContain('bob,Bob,captain,ERR_ROLE_NOT_FOUND,');
  for (const name of [
    'errors.jsonl',
    'failed/users.csv',
    'run.log',
    'plan.sqlite',
    'ledger.sqlite',
  ])
    expect([name, statSync(path.join(rig.job, name)).mode & 0o077]).toEqual([name, 0]);
});

test('the rows to repair can be planned as they are, and the reasons are ignored', async () => {
  await using rig = await startRig();
  addPassingRole(rig, 'captain');
  rig.write('users.csv', 'uid,name,role\nada,Ada,\nbob,Bob,captain\n');
  await rig.cli(['import', `${rig.folder}/users.csv`, ...rig.target]);

  const { status, out } = await rig.cli([
    'plan',
    path.join(rig.job, 'failed'),
    `--job=${rig.folder}/repair`,
  ]);

  expect(out).toMatch(/users +1 +1/);
  expect(status).toBe(0);
});

test('retry sends what failed again, and only that', async () => {
  await using rig = await startRig();
  addPassingRole(rig, 'captain');
  rig.write('users.csv', 'uid,name,role\nada,Ada,\nbob,Bob,captain\n');
  await rig.cli(['import', `${rig.folder}/users.csv`, ...rig.target]);
  await fetch(`${rig.service.baseUrl}/roles`, {
    method: 'POST',
    headers: { apikey: rig.service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'captain', name: 'Captain' }),
  });

  const { status, out, err } = await rig.cli(['retry', ...rig.target]);

  expect(err).toContain('1 record to be sent again.');
  expect(out).toContain('failed, now created');
  expect(status).toBe(0);
  expect(rig.hasInJob('errors.jsonl')).toBe(false);
  expect(rig.hasInJob('failed')).toBe(false);
});

test('a refused key stops the run with status 3, and a correct one continues it', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const refused = await rig.cli(['run', ...rig.target], { env: { CHATFERRY_API_KEY: 'wrong' } });
  const good = await rig.cli(['run', ...rig.target]);

  expect(refused.status).toBe(3);
  expect(refused.out).toContain('Continue with: chatferry run');
  expect(refused.out + refused.err).not.toContain('wrong');
  expect(good.status).toBe(0);
});

test('a job that was sent to one app is not taken as done for another', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);

  const other = await rig.cli(['run', '--app-id=production', '--region=eu']);
  const same = await rig.cli(['run', ...rig.target]);

  expect(other.err).toContain('have been sent to the app local-app at http://127.0.0.1');
  expect(other.status).toBe(2);
  expect(same.status).toBe(0);
  expect(rig.inJob('ledger.sqlite')).not.toContain(rig.service.apiKey);
});

test('a job of which nothing landed may be sent elsewhere', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const wrong = await rig.cli(['run', '--app-id=other', `--base-url=${rig.service.baseUrl}`]);
  const right = await rig.cli(['run', ...rig.target]);

  expect(wrong.status).toBe(3);
  expect(right.status).toBe(0);
});

test('--quiet tells all the same why a run stopped, and status how to go on', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const env = { CHATFERRY_API_KEY: 'wrong' };
  const { out } = await rig.cli(['run', ...rig.target, '--quiet'], { env });
  const status = await rig.cli(['status']);

  expect(out).toContain('AUTH_ERR_APIKEY_NOT_FOUND');
  expect(status.out).toContain('Continue with: chatferry run');
});

test('suggested commands repeat the sending options of the run', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  rig.service.setFaults([
    { fault: 'status-before', status: 403, code: 'ERR_FORBIDDEN', operation: 'dataImport.*' },
  ]);
  const given = [
    '--requests-per-minute=22:00-06:00 90/min, else 80/min',
    '--max-failures=2%',
    '--give-up-after=2m',
  ];
  const first = await rig.cli(['run', ...rig.target.slice(0, 2), ...given, '--no-shared-quota']);
  const status = await rig.cli(['status']);
  const second = await rig.cli(['run', ...rig.target.slice(0, 2)]);
  const later = await rig.cli(['status']);

  const command = `chatferry run --job ${rig.job} --app-id local-app --base-url ${rig.service.baseUrl}`;
  const options =
    "--requests-per-minute '22:00-06:00 90/min, else 80/min' --no-shared-quota --max-failures 2% --give-up-after 120s";
  expect(first.out).toContain(`${command} ${options}`);
  expect(status.out).toContain(`${command} ${options}`);
  for (const { out } of [second, later]) {
    expect(out).toContain(command);
    expect(out).not.toContain('--requests-per-minute');
  }
});

test('the key is in no file of the job', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);

  for (const entry of readdirSync(rig.job, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = readFileSync(path.join(entry.parentPath, entry.name), 'latin1');
    expect([entry.name, content.includes(rig.service.apiKey)]).toEqual([entry.name, false]);
  }
});

test.each([
  ['a whole request', { fault: 'status-before', status: 400, code: 'ERR_BAD_REQUEST' }],
  ['a failing service', { fault: 'status-before', status: 500 }],
  ['a refused key', { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND' }],
] as const)(
  'a key that the service repeats over %s is printed and stored nowhere',
  async (_, fault) => {
    await using rig = await startRig();
    rig.service.setFaults([
      { ...fault, operation: 'dataImport.*', message: `Key ${rig.service.apiKey} is bad.` },
    ]);

    const { out, err } = await rig.cli([
      'import',
      writeForum(rig),
      ...rig.target,
      '--give-up-after=1s',
      '--json',
    ]);

    expect(out + err).toContain('Key [key] is bad.');
    expect(out + err).not.toContain(rig.service.apiKey);
    for (const name of readdirSync(rig.job, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(rig.job, name);
      const bytes = statSync(file).isFile() ? readFileSync(file) : Buffer.alloc(0);
      expect(bytes.includes(rig.service.apiKey)).toBe(false);
    }
  },
);

test('the log says what happened, and nothing of what people wrote', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);

  const log = rig.inJob('run.log');

  expect(log).not.toMatch(/Message \d|builder|Ada/);
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['started', 'kind-finished', 'finished']),
  );
});

test('a run that npx started says that npx passes no signals on', async () => {
  await using rig = await startRig();
  const args = ['import', writeForum(rig), ...rig.target];

  const byNpx = await rig.cli(args, { env: { npm_command: 'exec' } });
  const plain = await rig.cli(args);
  const verified = await rig.cli(['verify', ...rig.target], { env: { npm_command: 'exec' } });

  expect(verified.err).toContain('npx does not forward SIGTERM and SIGHUP');
  expect(byNpx.err).toContain('npx does not forward SIGTERM and SIGHUP');
  expect(plain.err).not.toContain('npx');
});

test('more failures than allowed stop the run with status 3', async () => {
  await using rig = await startRig();
  addPassingRole(rig, 'captain');
  rig.write(
    'users.csv',
    `uid,name,role\n${Array.from({ length: 200 }, (_, n) => `u${n},U,captain`).join('\n')}\n`,
  );

  const { status, out } = await rig.cli([
    'import',
    `${rig.folder}/users.csv`,
    ...rig.target,
    '--max-failures=20',
    '--concurrency=1',
  ]);

  expect(status).toBe(3);
  expect(out).toContain('not sent yet');
});

test('--json gives every event and then the result', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['import', writeForum(rig), ...rig.target, '--json']);

  const lines = out.split('\n').map((line) => JSON.parse(line) as { type: string });
  expect(lines.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'plan',
      'started',
      'kind-started',
      'batch-settled',
      'kind-finished',
      'finished',
    ]),
  );
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    end: 'finished',
    kinds: { messages: { rows: 120, created: 120, pending: 0 } },
  });
});

test('a changed input is named; what was begun can only be finished as it was planned', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.write('export/users.csv', 'uid,name\nada,Ada\n');

  const again = await rig.cli(['import', rig.export, ...rig.target]);
  const run = await rig.cli(['run', ...rig.target]);

  expect(again.status).toBe(2);
  expect(again.err).toContain('users.csv');
  expect(again.err).toContain('chatferry run');
  expect(run.status).toBe(0);
  expect(run.err).toContain(`${rig.export}/users.csv has changed since it was planned.`);
});

test('a plan whose key was refused can still be made anew', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target], {
    env: { CHATFERRY_API_KEY: 'wrong' },
  });
  rig.write('export/users-2.csv', 'uid,name\ndot,Dot\n');

  const { status, out } = await rig.cli(['import', rig.export, ...rig.target]);

  expect(status).toBe(0);
  expect(out).toMatch(/users +4 = +4 created/);
});

test('verify reads the service back', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);

  const good = await rig.cli(['verify', ...rig.target.slice(0, 2)]);
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm7'");
  const bad = await rig.cli(['verify', ...rig.target.slice(0, 2), '--json']);

  expect(good.out).toContain(
    'Rehearsal. Finished. Every row is in the app: read back and the same in every compared field.',
  );
  expect(good.status).toBe(0);
  expect(bad.status).toBe(1);
  expect(JSON.parse(bad.out)).toMatchObject({
    complete: false,
    kinds: expect.arrayContaining([
      expect.objectContaining({
        kind: 'messages',
        missing: 1,
        examples: expect.objectContaining({
          missing: [{ id: 'm7', file: `${rig.export}/messages.ndjson`, line: 8 }],
        }),
      }),
    ]),
  });
});

test('verify counts what is there beyond the plan, and knows banned members', async () => {
  await using rig = await startRig();
  writeForum(rig);
  rig.write('export/members-2.csv', 'guid,uid,isBanned\nreaders,ada,true\n');
  await rig.cli(['import', rig.export, ...rig.target]);
  rig.write('more/users.csv'.replace('more/', ''), 'uid,name\nzoe,Zoe\n');
  await rig.cli(['import', `${rig.folder}/users.csv`, `--job=${rig.folder}/more`, ...rig.target]);

  const { status, out } = await rig.cli(['verify', ...rig.target.slice(0, 2)]);

  expect(out).toMatch(/^users +3 +3 +0 +0 +0 +4 +1$/m);
  expect(out).toMatch(/^members +5 +5 +0 +0 +0 +5 +0$/m);
  expect(status).toBe(0);
});

test('verify continues when a whole group is gone from the service', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec("DELETE FROM groups WHERE guid = 'readers'");

  const { status, out } = await rig.cli(['verify', ...rig.target.slice(0, 2)]);

  expect(out).toMatch(/^groups +2 +1 +0 +1 +0 +1 +0$/m);
  expect(out).toMatch(/^members +4 +2 +0 +2 +0 +2 +0$/m);
  expect(status).toBe(1);
});

test('explain tells the story of a record, and of a rejected row', async () => {
  await using rig = await startRig();
  writeForum(rig);
  rig.write('export/users-2.csv', 'uid,name\ndot,\n');
  await rig.cli(['import', rig.export, '--max-rejects=1', ...rig.target]);

  const landed = await rig.cli(['explain', 'messages:m7']);
  const rejected = await rig.cli(['explain', 'users:dot']);
  const unknown = await rig.cli(['explain', 'users:nobody']);
  const mistyped = await rig.cli(['explain', 'user:ada']);

  expect(landed.out).toContain(`${rig.export}/messages.ndjson:8`);
  expect(landed.out).toContain('outcome: created');
  expect(rejected.out).toContain('missing-field');
  expect(unknown.status).toBe(2);
  expect(mistyped.err).toContain('Did you mean: chatferry explain users:ada');
});

test('status stands for what the job folder says', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  const before = await rig.cli(['status']);
  await rig.cli(['run', ...rig.target]);
  const after = await rig.cli(['status', '--json']);

  expect(before.out).toContain('Nothing was sent yet.');
  expect(JSON.parse(after.out)).toMatchObject({
    type: 'status',
    runs: 1,
    end: 'finished',
    kinds: { messages: { created: 120, pending: 0 } },
  });
});

test('without a plan there is nothing to run, look at or verify', async () => {
  await using rig = await startRig();

  for (const command of [
    'run',
    'status',
    'verify',
    'retry',
    'pause',
    'resume',
    'explain users:a',
    'rate 5',
  ]) {
    const { status, err } = await rig.cli([
      ...command.split(' '),
      ...(['run', 'verify', 'retry'].includes(command) ? rig.target.slice(0, 2) : []),
    ]);
    expect([command, status]).toEqual([command, 2]);
    expect(err).toContain('chatferry plan');
  }
  expect(existsSync(rig.job)).toBe(false);
});

test('old messages that only the service refuses do not keep the others from landing', async () => {
  await using rig = await startRig({ retentionMonths: 1 });
  rig.write('users.csv', 'uid,name\nada,Ada\nbob,Bob\n');
  const messages = Array.from({ length: 20 }, (_, index) => {
    const sentAt = index === 7 ? anHourAgo - 60 * 86_400 : anHourAgo;
    return `m${index},ada,bob,user,Hi ${index},${sentAt}`;
  });
  rig.write(
    'messages.csv',
    ['muid,sender,receiver,receiverType,text,sentAt', ...messages].join('\n'),
  );

  const { status, out } = await rig.cli([
    'import',
    `${rig.folder}/users.csv`,
    `${rig.folder}/messages.csv`,
    ...rig.target,
  ]);

  expect(out).toMatch(/messages 20 = 0 created \+ 19 present, sent earlier \+ 1 failed/);
  expect(out).toContain('sent earlier: 19 stored by this job');
  expect(JSON.parse(rig.inJob('errors.jsonl'))).toMatchObject({ id: 'm7' });
  expect(status).toBe(1);
});

test('what the service says of single fields is in errors.jsonl, explain, failed/ and the report', async () => {
  await using rig = await startRig();
  const details = { 'data.text': ['Too loud.', 'Too long.'] };
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.messages', code: 'ERR_BAD_REQUEST', details },
  ]);

  await rig.cli(['import', writeForum(rig), ...rig.target]);
  const [failed] = rig.inJob('errors.jsonl').split('\n');
  const { id, message } = JSON.parse(failed!) as { id: string; message: string };
  const explained = await rig.cli(['explain', `messages:${id}`, '--json']);

  const said = 'data.text: Too loud. Too long.';
  expect(message).toContain(said);
  expect(JSON.parse(failed!)).toMatchObject({ code: 'ERR_BAD_REQUEST', details });
  expect(JSON.parse(explained.out)).toMatchObject({ planned: { story: { trouble: { details } } } });
  expect((await rig.cli(['explain', `messages:${id}`])).out).toContain(said);
  expect(rig.inJob('failed/messages.ndjson')).toContain(said);
  expect(rig.inJob('report.html')).toContain('<code>data.text</code>');
  expect(rig.inJob('report.html')).not.toContain('Too loud');
});

test('a run with an unresolved message ends with 1, and its report says so', async () => {
  await using rig = await startRig();
  const config = rig.write('c.yaml', 'routes:\n  messages: chat\n');
  rig.service.setFaults([{ fault: 'reset-before', operation: 'messages.send', when: { nth: 2 } }]);

  const { status, out } = await rig.cli([
    'import',
    writeForum(rig, 4),
    `--config=${config}`,
    ...rig.target,
  ]);

  expect(out).toMatch(/1 unresolved/);
  expect(status).toBe(1);
  expect(rig.inJob('report.html')).toContain(
    'Finished, but of 1 record it is not known whether it is stored.',
  );
});
