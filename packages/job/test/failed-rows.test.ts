import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { FailedPlaces } from '../src/failed-rows/failed-places.ts';
import { areRowsOfLines } from '../src/failed-rows/rows-from-file.ts';
import { writeRows } from '../src/failed-rows/write-rows.ts';
import { planFiles, planRows, runJob } from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

const CODE = 'ERR_BAD_REQUEST';

/** A service that refuses every user and group, with one message for users and another for groups. */
function startRefusing(): Promise<JobRig> {
  return startJobRig({
    faults: [
      {
        fault: 'refuse-records',
        operation: 'dataImport.users',
        code: CODE,
        message: 'Not a user.',
      },
      {
        fault: 'refuse-records',
        operation: 'dataImport.groups',
        code: CODE,
        message: 'Not a group.',
      },
    ],
  });
}

/** Plans the files and sends them; between the two, `meanwhile` may change them. @returns what is in `failed/` */
async function failedRows(
  rig: JobRig,
  files: readonly string[],
  meanwhile: () => void = () => {},
  idPrefix = 'x-',
  muidPrefix = '',
  ids: 'map' | 'hash' = 'map',
): Promise<Record<string, unknown[]>> {
  await planFiles(files, { job: rig.job, idPrefix, muidPrefix, ids });
  meanwhile();
  const target = { job: rig.job, target: rig.target };
  for await (const _ of runJob({
    ...target,
    requestsPerMinute: 'unlimited',
    maxFailures: 'none',
  }));
  const folder = path.join(rig.job, 'failed');
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== '.inputs.json')
      .toSorted()
      .map((name) => [name, rowsIn(readFileSync(path.join(folder, name), 'utf8'))]),
  );
}

function rowsIn(text: string): unknown[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => (line.startsWith('{') ? JSON.parse(line) : line.split(',')));
}

/** Two exports of the same file names, with users and groups in the same lines. */
function writeTwo(rig: JobRig): string[] {
  return ['one', 'two'].flatMap((folder) => {
    mkdirSync(path.join(rig.folder, folder), { recursive: true });
    return [
      rig.write(`${folder}/users.csv`, ['uid,name', `${folder}-1,A`, `${folder}-2,"B, C"`]),
      rig.write(`${folder}/groups.ndjson`, [
        JSON.stringify({ guid: `${folder}-g`, name: 'G', type: 'public' }),
      ]),
    ];
  });
}

const group = (guid: string): object => ({
  guid,
  name: 'G',
  type: 'public',
  chatferry_code: CODE,
  chatferry_message: 'Not a group.',
});
const user = (uid: string, name: string): object => ({
  uid,
  name,
  chatferry_code: CODE,
  chatferry_message: 'Not a user.',
});
const csv = (folder: string): unknown[] => [
  ['uid', 'name', 'chatferry_code', 'chatferry_message'],
  [`${folder}-1`, 'A', CODE, 'Not a user.'],
  [`${folder}-2`, '"B', ' C"', CODE, 'Not a user.'],
];

test('the failed rows of inputs with the same name are in files of their own, as they are in the input', async () => {
  await using rig = await startRefusing();

  expect(await failedRows(rig, writeTwo(rig))).toEqual({
    'groups-2.ndjson': [group('two-g')],
    'groups.ndjson': [group('one-g')],
    'users-2.csv': csv('two'),
    'users.csv': csv('one'),
  });
});

test('inputs that are gone, have another size, or were sorted since, are replaced by the records of the plan', async () => {
  await using rig = await startRefusing();
  const files = writeTwo(rig);

  const failed = await failedRows(rig, files, () => {
    writeFileSync(files[0]!, 'uid,name\none-2,"B, C"\none-1,A\n');
    rmSync(files[1]!);
    writeFileSync(files[2]!, 'uid,name\ntwo-1,Somebody else\ntwo-2,And another\n');
    rmSync(files[3]!);
  });

  expect(failed).toEqual({
    'groups-2.ndjson': [group('two-g')],
    'groups.ndjson': [group('one-g')],
    'users-2.ndjson': [user('two-1', 'A'), user('two-2', 'B, C')],
    'users.ndjson': [user('one-1', 'A'), user('one-2', 'B, C')],
  });
});

test('the failed records of all files of an export are in one file for each kind', async () => {
  await using rig = await startJobRig({
    faults: [{ fault: 'refuse-records', operation: 'dataImport.messages', code: CODE }],
  });
  const at = Math.floor(Date.now() / 1000) - 3600;
  const ann = { id: 'U1', name: 'ann', profile: { real_name: 'Ann' } };
  const days = ['2026-01-10', '2026-01-11'];
  rig.write('slack/users.json', [JSON.stringify([ann])]);
  rig.write('slack/channels.json', [
    JSON.stringify([{ id: 'C1', name: 'general', created: at, creator: 'U1', members: ['U1'] }]),
  ]);
  for (const [nth, day] of days.entries()) {
    const message = { type: 'message', user: 'U1', text: day, ts: `${at + nth}.000100` };
    rig.write(`slack/general/${day}.json`, [JSON.stringify([message])]);
  }

  const failed = await failedRows(rig, [path.join(rig.folder, 'slack')]);

  expect(Object.keys(failed)).toEqual(['messages.ndjson']);
  expect(failed['messages.ndjson']).toMatchObject(days.map((text) => ({ data: { text } })));
});

const refusingUsers = {
  faults: [
    {
      fault: 'refuse-records',
      operation: 'dataImport.users',
      code: CODE,
      message: 'Not a user.',
    },
  ],
} as const;

test('a row has the reason of its own record, and not of those that are made from it', async () => {
  await using rig = await startJobRig(refusingUsers);
  const users = rig.write('users.csv', ['uid,name,deactivatedAt', 'a,A,1700000000']);

  expect(await failedRows(rig, [users])).toEqual({
    'users.csv': [
      ['uid', 'name', 'deactivatedAt', 'chatferry_code', 'chatferry_message'],
      ['a', 'A', '1700000000', CODE, 'Not a user.'],
    ],
  });
});

test('records in place of rows that are gone have the fields and ids of rows: planned again, they are the same', async () => {
  await using rig = await startJobRig(refusingUsers);
  const users = rig.write('users.csv', [
    'uid,name,role,deactivatedAt',
    'x-a,A,x-staff,1700000000',
    'b,B,,',
  ]);
  const roles = rig.write('roles.csv', ['role,name', 'x-staff,Staff']);

  const failed = await failedRows(rig, [users, roles], () => rmSync(users));

  const reason = { chatferry_code: CODE, chatferry_message: 'Not a user.' };
  expect(failed).toEqual({
    'users.ndjson': [
      { uid: 'x-a', name: 'A', role: 'x-staff', deactivatedAt: 1_700_000_000, ...reason },
      { uid: 'b', name: 'B', ...reason },
    ],
  });
  expect(JSON.parse(rig.inJob('failed/.inputs.json'))).toEqual({
    'users.ndjson': { file: users, kind: 'users', areRecords: true },
  });
});

test.each([
  ['x-', ''],
  ['X-', 'M/'],
  ['old.', ''],
  ['', ''],
  ['', 'm'],
])(
  'records in place of rows that are gone, planned again with the prefixes "%s" and "%s", are the same records',
  async (idPrefix, muidPrefix) => {
    await using rig = await startJobRig(refusingUsers);
    const users = rig.write('users.csv', ['uid,name', 'Ada,Ada', 'c.y,Cy', 'x-bob,Bob']);
    const message = { muid: 'm1', sender: 'c.y', receiver: 'Ada', receiverType: 'user' };
    const text = { ...message, text: 'Hi <@uid:x-bob>', sentAt: Math.floor(Date.now() / 1000) };
    const messages = rig.write('messages.ndjson', [JSON.stringify(text)]);

    await failedRows(
      rig,
      [users, messages],
      () => {
        rmSync(users);
        rmSync(messages);
      },
      idPrefix,
      muidPrefix,
    );
    const again = path.join(rig.folder, 'again');
    await planFiles([path.join(rig.job, 'failed')], { job: again, idPrefix, muidPrefix });

    expect(recordsIn(again)).toEqual(recordsIn(rig.job));
  },
);

test.each([
  ['', 'hash', []],
  ['', 'hash', ['Ann,Ann']],
  ['old.', 'map', []],
] as const)(
  'records in place of rows, planned again with the export, the prefix "%s" and ids: %s, are those of the same people: %#',
  async (idPrefix, ids, more) => {
    await using rig = await startJobRig(refusingUsers);
    const rows = ['Ann,Ann', 'ann,Somebody else', 'BOB,Bob', ...more];
    const people = rows.map((row) => row.split(',')).map(([uid, name]) => ({ uid, name }));
    // On one line: the rows cannot be found again.
    const users = rig.write('users.json', [JSON.stringify(people)]);
    const sentAt = Math.floor(Date.now() / 1000) - 3600;
    const to = { receiver: 'BOB', receiverType: 'user', sentAt };
    const texts = ['Ann', 'ann'].map((sender) => ({ ...to, muid: sender, sender, text: sender }));
    const messages = rig.write('messages.ndjson', [
      texts.map((row) => JSON.stringify(row)).join('\n'),
    ]);

    await failedRows(rig, [users, messages], undefined, idPrefix, '', ids);
    const again = path.join(rig.folder, 'again');
    const files = [path.join(rig.job, 'failed'), users, messages];
    await planFiles(files, { job: again, idPrefix, ids });

    expect(recordsIn(again)).toEqual(recordsIn(rig.job));
    expect(rejectedIn(again)).toEqual(rejectedIn(rig.job));
  },
);

test('messages of people without a row, in place of rows that are gone, are of the same people when they are planned again', async () => {
  await using rig = await startJobRig({
    faults: [{ fault: 'refuse-records', operation: 'dataImport.messages', code: CODE }],
  });
  const sentAt = Math.floor(Date.now() / 1000) - 3600;
  const row = {
    muid: 'm1',
    sender: 'Ann',
    receiver: 'bob',
    receiverType: 'user',
    sentAt,
    text: 'Hi',
  };
  const messages = rig.write('messages.ndjson', [JSON.stringify(row)]);
  const settings = { idPrefix: 'old.', onMissingUser: 'placeholder' } as const;
  await planFiles([messages], { job: rig.job, ...settings });
  rmSync(messages);
  const run = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const _ of runJob({ ...run, maxFailures: 'none' }));
  const again = path.join(rig.folder, 'again');

  await planFiles([path.join(rig.job, 'failed')], { job: again, ...settings });

  expect(recordsIn(again)).toEqual(recordsIn(rig.job));
});

function rejectedIn(job: string): number[] {
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  const { users, messages } = plan.summary.kinds;
  return [users.rejected, messages.rejected];
}

function recordsIn(job: string): string[] {
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  return (['users', 'messages'] as const).flatMap((kind) =>
    Array.from({ length: plan.lanes }, (_, lane) => [...plan.batches(kind, lane)])
      .flat()
      .map(({ body }) => Buffer.from(body).toString()),
  );
}

test('rows that fail once more are those of their first file', async () => {
  await using rig = await startRefusing();
  const users = rig.write('users.csv', ['uid,name', 'ada,Ada']);
  await failedRows(rig, [users]);
  const again = path.join(rig.folder, 'again');
  const target = { job: again, target: rig.target, requestsPerMinute: 'unlimited' } as const;

  await planFiles([path.join(rig.job, 'failed')], { job: again });
  for await (const _ of runJob({ ...target, maxFailures: 'none' }));

  const index = path.join(again, 'failed/.inputs.json');
  expect(JSON.parse(readFileSync(index, 'utf8'))).toEqual({
    'users.csv': { file: users, kind: 'users', areRecords: false },
  });
});

test('replies that are refused are among the failed messages, also where the rows cannot be read again', async () => {
  await using rig = await startJobRig({
    faults: [
      { fault: 'status-before', status: 400, code: CODE, operation: 'messages.thread.send' },
    ],
  });
  const at = Math.floor(Date.now() / 1000) - 3600;
  const text = (muid: string, more: object) => ({
    muid,
    sender: 'ada',
    receiver: 'bob',
    receiverType: 'user',
    sentAt: at,
    data: { text: muid, ...more },
  });
  const reply = text('m2', { metadata: { parentMuid: 'm1', likes: 2 } });
  const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid }));
  await planRows({ users, messages: [text('m1', {}), reply] }, { job: rig.job, threads: 'reply' });
  const options = {
    requestsPerMinute: 'unlimited',
    maxFailures: 'none',
    allowsLive: true,
  } as const;
  for await (const _ of runJob({ job: rig.job, target: rig.target, ...options }));

  const failed = readFileSync(path.join(rig.job, 'failed', 'messages.ndjson'), 'utf8');

  expect(rowsIn(failed)).toEqual([
    expect.objectContaining({ ...reply, chatferry_code: expect.any(String) as unknown }),
  ]);
});

test.each([
  ['two rows share the line of a failed one', '[{"uid":"a"},{"uid":"b"},\n{"uid":"c"}]', 1, false],
  ['two rows share another line', '[{"uid":"a"},{"uid":"b"},\n{"uid":"c"}]', 2, true],
  ['each row has a line', '[{"uid":"a"},\n{"uid":"b"}]', 1, true],
])('a line finds its row when %s: %#', async (_, text, line, isFound) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'failed-'));
  const file = path.join(folder, 'users.json');
  writeFileSync(file, text);
  const places = new FailedPlaces();
  places.add({ kind: 'users', id: 'a', file, line, code: CODE, message: 'No.' } as never);
  const input = { file, kind: 'users', format: 'json', bytes: text.length, sha256: '' } as const;

  expect(await areRowsOfLines(input, file, { config: {} } as never, places)).toBe(isFound);
  rmSync(folder, { recursive: true });
});

test('cells of CSV hold texts as they are, other values as JSON, and nothing for none', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'failed-'));
  const file = path.join(folder, 'users.csv');
  const reason = { chatferry_code: CODE, chatferry_message: 'No.' };

  await writeRows(file, 'csv', [{ row: { a: 'x', b: { c: [1] }, d: null, e: false }, reason }]);

  expect(readFileSync(file, 'utf8').split('\n')).toEqual([
    'a,b,d,e,chatferry_code,chatferry_message',
    'x,"{""c"":[1]}",,false,ERR_BAD_REQUEST,No.',
    '',
  ]);
  rmSync(folder, { recursive: true });
});
