import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { anHourAgo, writeForum } from './support/forum.ts';
import { startRig } from './support/rig.ts';

const users = 'uid,name\nada,Ada\nbob,Bob\n';

test('a valid export is planned, and its cost is reported', async () => {
  await using rig = await startRig();

  const { status, out, err } = await rig.cli(['plan', writeForum(rig)]);

  expect(status).toBe(0);
  expect(out).toContain('messages   120      120       0         0         0');
  expect(out).toMatch(
    /129 records in \d+ requests, .* at the quota, done at .* UTC if started now\./,
  );
  expect(err).toContain('Send it with: chatferry run');
  expect(rig.inJob('rejects.jsonl')).toBe('');
});

/** Many chunks for each thread; a million in `npm run test:long`. */
const MANY = process.env['PROPERTY_RUNS'] === undefined ? 40_000 : 1_000_000;

test(`of ${MANY} rows one invalid row is reported, and the others are planned`, async () => {
  await using rig = await startRig();
  const rows = Array.from({ length: MANY }, (_, row) => `{"uid":"u${row}","name":"U ${row}"}`);
  rows[MANY / 2] = `{"uid":"u${MANY / 2}","name":"U 50`;
  const file = rig.write('users.ndjson', rows.join('\n'));

  const { status, out } = await rig.cli(['plan', file]);

  expect(status).toBe(1);
  expect(out).toMatch(
    new RegExp(
      `users +${MANY.toLocaleString('en-US')} +${(MANY - 1).toLocaleString('en-US')} +0 +1 +0`,
    ),
  );
  expect(out).toContain(`${file}:${MANY / 2 + 1}`);
  const [reject, ...others] = rig.inJob('rejects.jsonl').trim().split('\n');
  expect(others).toEqual([]);
  expect(JSON.parse(reject!)).toMatchObject({
    line: MANY / 2 + 1,
    code: 'bad-json',
    row: rows[MANY / 2],
  });
});

test('a rejected row is reported with file, line, column, value and fix, and is in rejects.jsonl', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name,createdAt\nada,Ada,\nbob,,17\n');

  const { status, out } = await rig.cli(['plan', file]);

  expect(status).toBe(1);
  expect(out).toContain('not-seconds');
  expect(out).toContain(`${file}:3: createdAt = "17"`);
  const lines = rig
    .inJob('rejects.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'users',
        id: 'bob',
        file,
        line: 3,
        code: 'not-seconds',
        field: 'createdAt',
        value: '17',
        row: 'bob,,17',
      }),
      expect.objectContaining({ code: 'missing-field', field: 'name' }),
    ]),
  );
  expect(Object.keys(lines[0])).toEqual(
    [
      'kind',
      'id',
      'file',
      'line',
      'code',
      'field',
      'value',
      'message',
      'fix',
      'cause',
      'row',
    ].filter((key) => key in lines[0]),
  );
  expect(statSync(path.join(rig.job, 'rejects.jsonl')).mode & 0o777).toBe(0o600);
});

test.each([
  [['--max-rejects=1'], 0],
  [['--max-rejects=50%'], 0],
  [['--max-rejects=49%'], 1],
  [[], 1],
])('with one of two rows rejected, %j ends with %d', async (options, status) => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nada,Ada\nbob,\n');

  expect((await rig.cli(['plan', file, ...options])).status).toBe(status);
});

test('--json tells the same for machines', async () => {
  await using rig = await startRig();

  const { out } = await rig.cli(['plan', writeForum(rig), '--json']);

  expect(JSON.parse(out)).toMatchObject({
    type: 'plan',
    unchanged: false,
    accepted: true,
    kinds: { messages: { rows: 120, planned: 120, rejected: 0 } },
    cost: {
      requests: expect.any(Number),
      minutes: expect.any(Number),
      finishesAt: expect.any(String),
    },
    files: { rejects: path.join(rig.job, 'rejects.jsonl') },
  });
});

test('planning again is recognised; a change is named', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', users);
  await rig.cli(['plan', file]);

  const again = await rig.cli(['plan', file]);
  rig.write('users.csv', `${users}cy,Cy\n`);
  const changed = await rig.cli(['plan', file]);
  const otherSettings = await rig.cli(['plan', file, '--records-per-request=10']);

  expect(again.err).toContain('Nothing changed since the plan was made');
  expect(changed.err).toContain('users.csv');
  expect(changed.out).toMatch(/users\s+3\s+3/);
  expect(otherSettings.err).toContain('Planning again');
});

test('a file that was only touched is the same file', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', users);
  await rig.cli(['plan', file]);

  rig.write('users.csv', users);

  expect((await rig.cli(['plan', file])).err).toContain('Nothing changed');
});

test('ids are mapped, and the map is written', async () => {
  await using rig = await startRig();
  const rows = 'Ann@Example.org,Ann\nbob,Bob\n"Lee, ""Cy""",Cy\n';
  const file = rig.write('users.csv', `uid,name\n${rows}`);

  const { status, out } = await rig.cli(['plan', file]);

  expect(status).toBe(0);
  expect(out).toContain('id-map.csv');
  expect(rig.inJob('id-map.csv')).toMatch(
    /^kind,legacy_id,service_id\nusers,Ann@Example.org,ann_example_org_\w+\nusers,"Lee, ""Cy""",lee\w+\n$/,
  );
});

test('with --ids keep they are rejected', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', 'uid,name\nAnn@Example.org,Ann\n');

  const { status, out } = await rig.cli(['plan', file, '--ids=keep']);

  expect(status).toBe(1);
  expect(out).toContain('bad-id');
  expect(rig.hasInJob('id-map.csv')).toBe(false);
});

describe('input', () => {
  test('the order of the arguments does not matter', async () => {
    await using rig = await startRig();
    writeForum(rig);
    const files = ['messages.ndjson', 'members.csv', 'users.csv', 'groups.json'].map((name) =>
      path.join(rig.export, name),
    );

    const one = await rig.cli(['plan', ...files, '--json']);
    const other = await rig.cli(['plan', ...files.toReversed(), '--json']);

    expect(JSON.parse(other.out)).toMatchObject({
      unchanged: true,
      plan: JSON.parse(one.out).plan,
    });
  });

  test('gzip, zstd and a folder that also holds other things', async () => {
    await using rig = await startRig();
    const folder = writeForum(rig);
    rig.write('export/users-2.csv.gz', gzipSync('uid,name\ndot,Dot\n'));
    rig.write('export/users-10.ndjson.zst', zstdCompressSync('{"uid":"eve","name":"Eve"}\n'));
    rig.write('export/README.md', 'What this is');

    const { status, out } = await rig.cli(['plan', folder]);

    expect(status).toBe(0);
    expect(out).toMatch(/users\s+5\s+5/);
    expect(out).toContain(
      `Ignored, because their names show no kind: ${path.join(folder, 'README.md')}`,
    );
  });

  test('stdin, which is kept so that it can be recognised', async () => {
    await using rig = await startRig();
    const given = { stdin: '{"uid":"ada","name":"Ada"}\n' };
    const args = ['plan', '-', '--kind=users', '--format=ndjson'];

    const first = await rig.cli(args, given);
    const second = await rig.cli(args, given);
    const third = await rig.cli(args, { stdin: '{"uid":"bob","name":"Bob"}\n' });

    expect(first.status).toBe(0);
    expect(second.err).toContain('Nothing changed');
    expect(third.err).toContain('Planning again');
    expect(statSync(path.join(rig.job, 'stdin')).mode & 0o777).toBe(0o600);
    expect(rig.inJob('stdin')).toContain('bob');
  });

  test('a file with a name of its own, by option', async () => {
    await using rig = await startRig();
    const file = rig.write('people.txt', users);

    expect((await rig.cli(['plan', file, '--kind=users', '--format=csv'])).status).toBe(0);
  });

  test('a file with a name and columns of its own, added to those of its kind, by configuration', async () => {
    await using rig = await startRig();
    const file = rig.write(
      'people.txt',
      'login;full name;since;seen;plan\nada;Ada;1600000000000;1700000000000;pro\n',
    );
    const config = rig.write(
      'chatferry.yaml',
      [
        'kinds: { users: { columns: { since: createdAt }, times: { createdAt: milliseconds, lastActiveAt: iso } } }',
        'files:',
        '  people.txt:',
        '    kind: users',
        '    format: csv',
        '    columns: { login: uid, full name: name, seen: lastActiveAt, plan: metadata.plan }',
        '    times: { lastActiveAt: milliseconds }',
      ].join('\n'),
    );

    const { status } = await rig.cli(['plan', file, '--config', config]);
    const { out } = await rig.cli(['explain', 'users:ada', '--json']);

    expect(status).toBe(0);
    expect(JSON.parse(out).planned.record).toEqual({
      uid: 'ada',
      name: 'Ada',
      createdAt: 1_600_000_000,
      lastActiveAt: 1_700_000_000,
      metadata: { plan: 'pro' },
    });
  });
});

describe('is refused with status 2:', () => {
  test.each([
    ['nothing to read', [], 'No input is named'],
    ['a file that is not there', ['FOLDER/users.csv'], 'There is no file or folder'],
    ['an empty file', ['FOLDER/empty/users.csv'], 'is empty'],
    ['a file without rows', ['FOLDER/header/users.csv'], 'no rows in'],
    ['a compressed file of nothing', ['FOLDER/header/users.csv.gz'], 'no rows in'],
    ['an empty folder', ['FOLDER/nothing'], 'is empty'],
    ['a folder with nothing recognisable', ['FOLDER/other'], 'notes.txt: neither a table nor JSON'],
    ['a file of no table', ['FOLDER/other/notes.txt'], 'notes.txt: neither a table nor JSON'],
    ['an empty stdin', ['-', '--kind=users', '--format=csv'], 'stdin is empty'],
    ['stdin without a kind', ['-'], 'It is not known what stdin contains'],
    ['a link to nowhere', ['FOLDER/link'], 'is a link to a file that does not exist'],
    ['an unknown column', ['FOLDER/columns/users.csv'], 'e-mail'],
    ['a gzip file that breaks off', ['FOLDER/broken/users.csv.gz'], 'users.csv.gz'],
  ])('%s', async (_, args, message) => {
    await using rig = await startRig();
    const { mkdirSync, symlinkSync } = await import('node:fs');
    for (const name of ['nothing', 'empty', 'other', 'columns', 'broken', 'header', 'link'])
      mkdirSync(path.join(rig.folder, name));
    symlinkSync('nowhere', path.join(rig.folder, 'link/users.csv'));
    rig.write('empty/users.csv', '');
    rig.write('header/users.csv', 'uid,name\n');
    rig.write('header/users.csv.gz', gzipSync(''));
    rig.write('other/notes.txt', 'hello');
    rig.write('columns/users.csv', 'uid,name,e-mail\nada,Ada,ada@example.org\n');
    rig.write('broken/users.csv.gz', gzipSync(users.repeat(100)).subarray(0, 40));

    const { status, err } = await rig.cli([
      'plan',
      ...args.map((arg) => arg.replace('FOLDER', rig.folder)),
    ]);

    expect(err).toContain(message);
    expect(rig.hasInJob('stdin.new')).toBe(false);
    expect(err).not.toContain('    at ');
    expect(status).toBe(2);
    expect(rig.hasInJob('plan.sqlite')).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)('a file that may not be read', async () => {
    await using rig = await startRig();
    const file = rig.write('users.csv', users);
    chmodSync(file, 0);

    expect((await rig.cli(['plan', file])).status).toBe(2);
  });
});

test('Ctrl-C while planning leaves no plan, and the one from before', async () => {
  await using rig = await startRig();
  const file = rig.write('users.csv', users);
  const interrupted = {
    onInterrupt: (listener: () => void) => {
      listener();
      return () => {};
    },
  };

  const first = await rig.cli(['plan', file], interrupted);
  const without = rig.hasInJob('plan.sqlite');
  await rig.cli(['plan', file]);
  rig.write('users.csv', `${users}cy,Cy\n`);
  const second = await rig.cli(['plan', file], interrupted);

  expect([first.status, second.status]).toEqual([130, 130]);
  expect(first.err).toContain('nothing was planned');
  expect(without).toBe(false);
  expect((await rig.cli(['explain', 'users:bob'])).status).toBe(0);
});

test('messages that are too old for the retention are rejected, and not when there is none', async () => {
  await using rig = await startRig();
  const old = anHourAgo - 200 * 86_400;
  const file = rig.write(
    'messages.csv',
    `muid,sender,receiver,receiverType,text,sentAt\nm1,ada,bob,user,Hi,${old}\n`,
  );
  const people = rig.write('users.csv', users);

  expect((await rig.cli(['plan', file, people])).out).toContain('too-old');
  expect((await rig.cli(['plan', file, people, '--retention-months=12'])).status).toBe(0);
  expect((await rig.cli(['plan', file, people, '--retention-months=none'])).status).toBe(0);
});

test('an entry of the configuration that matches no file is reported', async () => {
  await using rig = await startRig();
  const config = rig.write('c.yaml', 'files: { "chat-*.csv": { kind: messages } }\n');

  const { status, err } = await rig.cli(['plan', writeForum(rig), `--config=${config}`]);

  expect(err).toContain('names files.chat-*.csv, but no input has this name');
  expect(status).toBe(0);
});
