import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { kindsInOrder } from '@chatferry/contract';
import { expect, test } from 'vitest';
import { importRows } from '../src/index.ts';
import { anHourAgo, writeForum } from './support/forum.ts';
import { addPassingRole } from './support/passing-role.ts';
import { readPage, type ReportPage } from './support/report-page.ts';
import { type Rig, startRig } from './support/rig.ts';

function imports(rig: Rig): number {
  return rig.service.requests.filter(
    ({ operation }) => operation?.startsWith('dataImport.') === true,
  ).length;
}

function report(rig: Rig): ReportPage {
  return readPage(rig.inJob('report.html'));
}

/** The forum with a user of an unknown role, who owns a group, and rows that cannot be records. */
function writeTroubledForum(rig: Rig): string {
  addPassingRole(rig, 'captain');
  writeForum(rig);
  rig.write('export/users-2.csv', 'uid,name,role\ndot,Dot,captain\n,Nobody,\neve,,\n');
  rig.write('export/groups-2.csv', 'guid,name,type,owner\nsailors,Sailors,public,dot\n');
  rig.write('export/members-2.csv', 'guid,uid\nsailors,bob\nmakers,zoe\n');
  return rig.export;
}

test('the report says what was moved where, and that all of it is there', async () => {
  await using rig = await startRig();

  const { status, out } = await rig.cli(['import', writeForum(rig), ...rig.target]);

  const page = report(rig);
  expect(status).toBe(0);
  expect(out).toContain(`The report to hand over: ${path.join(rig.job, 'report.html')}`);
  expect(page.state).toBe(
    'Rehearsal. Finished. The service reported every row as stored. Nothing was read back yet.',
  );
  expect(page.title).toContain(page.state);
  expect(out).toContain(page.state);
  expect(page.facts).toMatchObject({
    App: `${rig.service.appId}, a server on this machine`,
    Time: expect.stringContaining(` ${imports(rig)} requests`),
  });
  expect(page.table('Every run')[1]).toMatchObject({ 0: '1', 3: '7', 4: 'finished' });
  expect(page.commands.join('\n')).toContain('chatferry verify');
  expect(page.captions.join('\n')).not.toMatch(/rejected|failed/);
});

test('its sums are those of status, and add up', async () => {
  await using rig = await startRig();
  const { status } = await rig.cli([
    'import',
    writeTroubledForum(rig),
    ...rig.target,
    '--max-rejects=50%',
  ]);

  const { kinds } = JSON.parse((await rig.cli(['status', '--json'])).out) as {
    kinds: Record<string, Record<string, number>>;
  };
  const [head, ...lines] = report(rig).table('Rows by kind');
  const shown = (line: readonly string[], bucket: string): number => {
    const column = head!.indexOf(bucket);
    return column === -1 ? 0 : Number(line[column]!.replaceAll(',', ''));
  };

  expect(status).toBe(1);
  const kindsShown = kindsInOrder.filter((kind) => kind in kinds);
  expect(lines.map(([kind]) => kind)).toEqual([...kindsShown, 'all']);
  for (const line of lines.slice(0, -1)) {
    const sum = kinds[line[0]!]!;
    const before = sum['presentByThisJob']! + sum['presentSame']! + sum['presentDifferent']!;
    const expected = {
      Created: sum['created'],
      'Present, sent earlier': sum['presentByThisJob'],
      'Present, same': sum['presentSame'],
      'Present, different': sum['presentDifferent'],
      'Present, not compared': sum['present']! - before,
      Failed: sum['failed'],
      Skipped: sum['skipped'],
      Rejected: sum['rejected'],
      Merged: sum['merged'],
      Filtered: sum['filtered'],
      Unresolved: sum['unresolved'],
      'Not sent yet': sum['pending'],
      Rows: sum['rows'],
    };
    for (const [bucket, count] of Object.entries(expected))
      expect([line[0], bucket, shown(line, bucket)]).toEqual([line[0], bucket, count]);
  }
  for (const line of lines) {
    const [rows, ...counts] = line.slice(1).map((each) => Number(each.replaceAll(',', '')));
    expect(counts.reduce((sum, part) => sum + part, 0)).toBe(rows);
  }
});

test('it tells why rows and records did not move, where to look, and what to do', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeTroubledForum(rig), ...rig.target, '--max-rejects=50%']);

  const page = report(rig);

  expect(page.state).toBe('Rehearsal. Finished. 6 of 135 rows did not move.');
  expect(page.text).toContain('3 rejected, 1 failed, 2 skipped.');
  const users = path.join(rig.export, 'users-2.csv');
  expect(page.causes).toContainEqual(
    expect.stringMatching(
      /^name is missing: 1 user. missing-field · such as users-2.csv:4 1 Fill it in/,
    ),
  );
  expect(page.table('1 failed')[1]).toEqual([
    'ERR_ROLE_NOT_FOUND',
    'users',
    'failed',
    '1',
    `dot (${users}:2)`,
    expect.stringContaining('no such role'),
  ]);
  expect(page.table('2 skipped')[1]).toEqual(['users:dot', '2']);
  expect(page.commands.join('\n')).toContain('chatferry retry');
});

test('it folds what was rejected because of other rows under these, as the plan does', async () => {
  await using rig = await startRig();
  rig.write('users.csv', 'uid,name\nada,Ada\nbob,\n');
  const rows = ['1,zoe', '2,zoe', '3,bob', '4,bob', '5,bob', '6,ada'].map(
    (each) => `${each},ada,user,Hi,${anHourAgo}`,
  );
  rig.write('messages.csv', `muid,sender,receiver,receiverType,text,sentAt\n${rows.join('\n')}\n`);
  const files = ['users.csv', 'messages.csv'].map((file) => path.join(rig.folder, file));
  await rig.cli(['import', ...files, ...rig.target, '--max-rejects=90%']);

  expect(report(rig).causes).toEqual([
    expect.stringMatching(/^name is missing: 1 user. missing-field .* 3 messages. 4 Fill/),
    expect.stringMatching(/^User zoe is not in the export: 2 messages. missing-user .* 2 Add/),
  ]);
});

test('it names the files that were read and the rules, and the files of the job folder', async () => {
  await using rig = await startRig();
  const config = rig.write(
    'c.yaml',
    'kinds: { users: { columns: { handle: uid }, ignore: [mail], constants: { tags: [Moved] } } }\ncleaning: { blankText: leave-out }\n',
  );
  writeForum(rig);
  rig.write('export/users-2.csv', 'handle,name,mail\nDot.Lee,Dot,dot@example.org\n');
  rmSync(path.join(rig.export, 'users.csv'));
  rig.write('export/users.csv', 'handle,name,mail\nada,Ada,\nbob,Bob,\ncy,Cy,\n');
  await rig.cli(['import', rig.export, ...rig.target, `--config=${config}`, '--ids=map']);

  const page = report(rig);
  const file = path.join(rig.export, 'users-2.csv');

  const inputs = page.table('The files that were read');
  expect(inputs.find(([name]) => name === file)).toMatchObject({
    1: 'users',
    3: `${statSync(file).size} B`,
    5: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(page.table('Settings')).toContainEqual(['ids', 'map', expect.any(String)]);
  expect(page.table('Cleaning')[1]).toMatchObject({ 0: 'cleaning.blankText', 1: 'leave-out' });
  expect(page.table('How columns became fields')).toContainEqual([
    file,
    'users',
    'handle → uid',
    'mail',
    'tags',
    '',
    '',
    '',
  ]);
  const files = page.table('Files of the job folder').map(([name]) => name);
  expect(files).toContain('id-map.csv');
  expect(files).not.toContain('errors.jsonl');
  expect(page.text).toContain('to those who write the login code');
});

test('rows made while planning are listed, because they are in no file', async () => {
  await using rig = await startRig();
  const config = rig.write('c.yaml', 'cleaning: { tooLong: split }\nonMissingUser: placeholder\n');
  writeForum(rig);
  const story = 'Once upon a time. '.repeat(700);
  rig.write(
    'export/messages-2.ndjson',
    message('long', { text: story, sender: 'zoe', sentAt: anHourAgo }),
  );

  await rig.cli(['import', rig.export, ...rig.target, `--config=${config}`]);

  const { text } = report(rig);
  expect(text).toContain(
    'Counted as rows: 1 missing user created as placeholders, 1 message made by splitting',
  );
  expect(text).toContain('Texts that are too long become several messages');
  expect(text).not.toContain('Once upon');
});

function message(muid: string, more: object): string {
  return JSON.stringify({ muid, sender: 'bob', receiver: 'ada', receiverType: 'user', ...more });
}

test('nothing that people wrote is in it, and no key', async () => {
  const words = 'Meet me at the old mill';
  await using rig = await startRig({
    faults: [
      {
        fault: 'status-before',
        operation: 'dataImport.messages',
        when: { nth: 1 },
        status: 400,
        code: 'ERR_INVALID_MESSAGE_DATA',
        message: `Not taken: ${words}`,
      },
    ],
  });
  writeTroubledForum(rig);
  rig.write('export/users-3.csv', `uid,name,avatar\nfay,Fay Marlowe,${words}\ngus,Gus Marlowe,\n`);
  rig.write(
    'export/messages-2.ndjson',
    [
      message('w1', { text: words, sentAt: anHourAgo }),
      message('w2', { text: words, sentAt: words }),
      message('w3', { text: words, type: words, sentAt: anHourAgo }),
    ].join('\n'),
  );
  const wrong = 'key-of-somebody-else';

  await rig.cli([
    'import',
    rig.export,
    ...rig.target,
    '--max-rejects=50%',
    '--records-per-request=1',
  ]);
  await rig.cli(['verify', ...rig.target.slice(0, 2)]);
  const first = rig.inJob('report.html');
  const errors = rig.inJob('errors.jsonl');
  await rig.cli(['retry', ...rig.target], { env: { CHATFERRY_API_KEY: wrong } });
  const second = rig.inJob('report.html');

  expect(rig.inJob('rejects.jsonl')).toContain(words);
  expect(errors).toContain(words);
  expect(readPage(second).state).toContain('Stopped');
  for (const page of [first, second])
    for (const secret of [words, 'old mill', 'Marlowe', 'captain', rig.service.apiKey, wrong])
      expect(page).not.toContain(secret);
  expect(rig.inJob('verify.json')).not.toMatch(/mill|Marlowe/);
  expect(rig.inJob('verify.json')).not.toContain(rig.service.apiKey);
});

test('names that are HTML stay names', async () => {
  await using rig = await startRig();
  const file = rig.write(
    `users <img src=x onerror="alert(1)"> & 'co'.csv`,
    'uid,name\nada,Ada\nbob,\n',
  );

  const kind = ['--kind=users', '--format=csv', '--max-rejects=1'];
  await rig.cli(['import', file, ...kind, ...rig.target]);

  expect(rig.inJob('report.html')).not.toContain('<img');
  expect(report(rig).causes[0]).toContain(path.basename(file));
});

test('it needs nothing but itself, is read by its owner only, and leaves nothing half written', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeTroubledForum(rig), ...rig.target, '--max-rejects=50%']);

  const source = rig.inJob('report.html');

  expect(source).toMatch(/^<!doctype html>\s*<html lang="en">/);
  expect(source).not.toMatch(/<script|<link|<img|<iframe|\shref=|\ssrc=|url\(|@import|\son\w+=/);
  expect(source).toContain('prefers-color-scheme: dark');
  expect(source).toContain('@media print');
  expect(source.length).toBeLessThan(60_000);
  for (const name of ['report.html', 'verify.json'].filter((each) => rig.hasInJob(each)))
    expect(statSync(path.join(rig.job, name)).mode & 0o777).toBe(0o600);
  expect(rig.hasInJob('report.html.new')).toBe(false);
});

/** What was found of the messages, without the time. */
function messagesFound(page: ReportPage): string[] {
  return page.table('The service compared')[4]!.slice(0, -1);
}

test('what verify finds is in the report, until records are sent again', async () => {
  await using rig = await startRig();
  await rig.cli(['import', writeTroubledForum(rig), ...rig.target, '--max-rejects=50%']);
  const target = rig.target.slice(0, 2);

  const found = await rig.cli(['verify', ...target, '--json']);
  const verified = report(rig);
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm7'");
  const again = await rig.cli(['verify', ...target]);
  const missing = report(rig);
  await rig.cli(['retry', ...rig.target]);
  const after = report(rig);

  expect(JSON.parse(found.out)).toMatchObject({
    files: { report: path.join(rig.job, 'report.html') },
  });
  expect(again.out).toContain('The report to hand over');
  expect(messagesFound(verified).slice(0, 4)).toEqual(['messages', '120', '120', '0']);
  expect(messagesFound(missing).slice(0, 4)).toEqual(['messages', '120', '119', '1']);
  expect(missing.text).toContain('m7 (');
  expect(missing.state).toBe('Rehearsal. Finished, but 1 record in the app is not as planned.');
  expect(missing.text).toContain('0 differ, 1 is missing, 0 are there more than once.');
  expect(missing.text).toContain('6 of 135 rows did not move.');
  expect(JSON.parse(rig.inJob('verify.json'))).toMatchObject({
    complete: false,
    target: { appId: rig.service.appId },
    kinds: expect.arrayContaining([expect.objectContaining({ kind: 'messages', missing: 1 })]),
  });
  expect(after.text).toContain('before the latest changes');
  expect(after.commands.join('\n')).toContain('chatferry verify');
});

test('a service without the accepted records is reported at the top, and another app as such', async () => {
  await using rig = await startRig();
  await using other = await startRig({ appId: 'other-app' });
  await rig.cli(['import', writeForum(rig), ...rig.target]);
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm7'");

  await rig.cli(['verify', ...rig.target.slice(0, 2)]);
  const missing = report(rig);
  await rig.cli(['verify', ...other.target.slice(0, 2)], {
    env: { CHATFERRY_API_KEY: other.service.apiKey },
  });
  const elsewhere = report(rig);

  expect(missing.state).toBe('Rehearsal. Finished, but 1 record in the app is not as planned.');
  expect(missing.text).toContain('Where the plan is right, repair the app');
  expect(elsewhere.state).toBe(
    'Rehearsal. Finished. The service reported every row as stored. Nothing was read back yet.',
  );
  expect(elsewhere.text).toContain('What was read back was the app other-app, not this one.');
});

test('a plan that was not sent yet is reported as such', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);

  await rig.cli(['verify', ...rig.target.slice(0, 2)]);

  expect(report(rig).state).toBe('Planned. 129 of 129 rows can be sent.');
  expect(report(rig).commands[0]).toContain('chatferry run');
});

test('a run that was interrupted says so at the top, and how to go on', async () => {
  await using rig = await startRig();
  const slowly = [...rig.target.slice(0, 2), '--requests-per-minute=600', '--concurrency=1'];
  await rig.cli(['plan', writeForum(rig), '--records-per-request=2']);
  const command = rig.spawn(['run', ...slowly]);
  await command.until(() => imports(rig) > 8);
  command.child.kill('SIGINT');
  await command.ended();

  const stopped = report(rig);
  const again = rig.spawn(['run', ...slowly]);
  await again.until(() => imports(rig) > 12);
  again.child.kill('SIGKILL');
  await again.ended();
  const killed = report(rig);
  await rig.cli(['run', ...rig.target]);
  const done = report(rig);

  expect(stopped.state).toMatch(/^Rehearsal. Stopped. \d+ of 129 records are not sent yet.$/);
  expect(stopped.text).toContain('It stopped because it was interrupted');
  expect(stopped.commands[0]).toContain('chatferry run');
  expect(killed.state).toMatch(/^Rehearsal. \d+ % settled.$/);
  expect(killed.text).toContain('If that process is gone, it was killed.');
  expect(killed.commands).toContainEqual(expect.stringContaining('chatferry run'));
  expect(done.table('Every run')[2]![2]).toMatch(/^at least \d+ s$/);
  expect(done.state).toContain('Finished. The service reported every row as stored.');
  expect(done.table('Every run').map((row) => row[4])).toEqual([
    'How it ended',
    expect.stringContaining('it was interrupted'),
    expect.stringContaining('without a result'),
    'finished',
  ]);
  const requests = done
    .table('Every run')
    .slice(1)
    .map((row) => Number(row[3]));
  expect(Number(/ ([\d,]+) requests/.exec(done.facts['Time']!)![1])).toBe(
    requests.reduce((sum, each) => sum + each, 0),
  );
});

test('repeated requests are listed by code', async () => {
  await using rig = await startRig({
    faults: [
      {
        fault: 'rate-limit',
        operation: 'dataImport.*',
        seconds: 0,
        when: { from: 2, to: 4 },
      },
    ],
  });

  const { status } = await rig.cli(['import', writeForum(rig), ...rig.target]);

  expect(status).toBe(0);
  expect(report(rig).table('Requests without a good answer')[1]).toMatchObject({
    0: 'ERR_TOO_MANY_REQUESTS',
    1: '3',
  });
});

test.each([['run'], ['verify']])(
  '%s ends as it would when the report cannot be written',
  async (name) => {
    await using rig = await startRig();
    await rig.cli(['plan', writeForum(rig)]);
    if (name === 'verify') await rig.cli(['run', ...rig.target]);
    const target = name === 'run' ? rig.target : rig.target.slice(0, 2);
    rig.service.setFaults([{ operation: '*', fault: 'latency', ms: 1000 }]);
    const seen = rig.service.requestCount;

    const ending = rig.cli([name, ...target, '--json']);
    while (rig.service.requestCount === seen) await setTimeout(10);
    rig.service.setFaults([]);
    const file = path.join(rig.job, 'report.html');
    rmSync(file, { force: true });
    mkdirSync(path.join(file, 'in-the-way'), { recursive: true });
    const { status, out, err } = await ending;

    expect(status).toBe(0);
    expect(err).toMatch(/^.*report\.html could not be written: .+$/);
    const last = JSON.parse(out.split('\n').at(-1)!) as { files: object };
    expect(last.files).not.toHaveProperty('report');
  },
);

test('with --json the end of a run names it', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['import', writeForum(rig), ...rig.target, '--json']);

  expect(JSON.parse(out.split('\n').at(-1)!)).toMatchObject({
    files: { report: path.join(rig.job, 'report.html') },
  });
});

test('another plan replaces the report of the one before', async () => {
  await using rig = await startRig();
  await rig.cli(['plan', writeForum(rig)]);
  await rig.cli(['verify', ...rig.target.slice(0, 2)]);

  rig.write('export/users-2.csv', 'uid,name\ndot,Dot\n');
  await rig.cli(['plan', rig.export]);

  expect(report(rig).state).toBe('Planned. 130 of 130 rows can be sent.');
  expect(rig.hasInJob('verify.json')).toBe(false);
});

test('a script that imports rows leaves the same report', async () => {
  await using rig = await startRig();
  const { appId, baseUrl, apiKey } = rig.service;
  const send = (): Promise<unknown> =>
    importRows(
      { users: [{ uid: 'ada', name: 'Ada' }] },
      { job: rig.job, target: { appId, baseUrl, apiKey }, requestsPerMinute: 'unlimited' },
    );

  await send();
  const first = report(rig);
  await send();

  expect(first.state).toContain('Finished. The service reported every row as stored.');
  expect(first.commands[0]).toContain(
    `chatferry verify --job ${rig.job} --app-id ${appId} --base-url ${baseUrl}`,
  );
  expect(report(rig).table('Every run')).toHaveLength(3);
  expect(existsSync(`${path.join(rig.job, 'report.html')}.again`)).toBe(false);
  expect(readFileSync(path.join(rig.job, 'report.html'), 'utf8')).not.toContain(apiKey);
});
