import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { changedCompanions } from '../src/folder/companion-files.ts';
import {
  checkJob,
  explainRecord,
  importRows,
  jobFolder,
  planFiles,
  planRows,
  retryJob,
  type RowsByKind,
  runJob,
  type Target,
  verifyJob,
} from '../src/index.ts';
import { ledgerState, removeLedger } from '../src/folder/ledger-state.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

const fast = { requestsPerMinute: 'unlimited' } as const;

async function sendAll({ job, target }: JobRig): Promise<void> {
  for await (const _ of runJob({ job, target, ...fast }));
}

/** Rows of which one is rejected, one loses a field, and one gets another id. */
function rowsWith(name: string): RowsByKind {
  return {
    users: [
      { uid: 'Ada X', name },
      { uid: 'bob', name: 'Bob', avatar: 'no address' },
      { uid: 'dot' },
    ],
    messages: [{ ...message(1), sender: 'bob', receiver: 'Ada X' }],
  };
}

/** The files that planning writes, with their contents; of SQLite only the names. */
function filesOf({ job }: JobRig): Record<string, string> {
  const names = readdirSync(job).filter((name) => !/^(report|run\.log|lock|ledger)/.test(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      name.endsWith('.sqlite') ? '' : readFileSync(path.join(job, name), 'utf8'),
    ]),
  );
}

test('rows that were sent, made again, restore every file of the plan; other rows change none', async () => {
  await using rig = await startJobRig();
  const folder = jobFolder(rig.job);
  await planRows(rowsWith('Ada'), { job: rig.job });
  await sendAll(rig);
  const files = filesOf(rig);
  expect(Object.keys(files)).toEqual([
    'dropped.jsonl',
    'id-map.csv',
    'plan.sqlite',
    'rejects.jsonl',
  ]);
  appendFileSync(folder.rejects, '{}\n');
  rmSync(folder.dropped);
  rmSync(folder.idMap);
  const { damage, others } = await checkJob(folder);
  expect([damage, others.map(({ file, what }) => `${file} ${what}`)]).toEqual([
    [],
    [
      `${folder.rejects} has changed since it was written.`,
      `${folder.dropped} is missing.`,
      `${folder.idMap} is missing.`,
    ],
  ]);
  using damaged = openPlan(folder.plan);
  expect(changedCompanions(damaged)).toEqual([
    `${folder.rejects} has changed since it was written.`,
    `${folder.dropped} is missing.`,
  ]);

  await planRows(rowsWith('Ada'), { job: rig.job });
  const restored = filesOf(rig);
  const other = planRows(rowsWith('Eve'), { job: rig.job });

  await expect(other).rejects.toMatchObject({ code: 'already-begun' });
  expect(restored).toEqual(files);
  expect(filesOf(rig)).toEqual(files);
  expect(await checkJob(folder)).toEqual({ damage: [], others: [] });
  expect(ledgerState(folder)).toBe('begun');
});

test('a plan that is damaged where the failed rows are stops the run, unless it has stopped before', async () => {
  await using rig = await startJobRig();
  const { plan } = jobFolder(rig.job);
  const refused = { fault: 'status-before', status: 401, operation: 'dataImport.groups' } as const;
  const code = 'AUTH_ERR_NO_ACCESS';
  rig.service.setFaults([
    { fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_REQUEST' },
    { ...refused, code },
  ]);
  const users = [{ uid: 'ada', name: 'Ada Lovelace' }];
  const groups = [{ guid: 'den', name: 'Den', type: 'public' }];
  await planRows({ users, groups }, { job: rig.job });
  const outcome = async (): Promise<unknown[]> => {
    const events = runJob({ job: rig.job, target: rig.target, ...fast, maxFailures: 'none' });
    let next = await events.next();
    while (next.done !== true) next = await events.next();
    const { end, reason, sums } = next.value;
    return [end, reason?.code, sums.users!.failed, sums.groups!.created];
  };
  const stopped = await outcome();
  writeFileSync(
    plan,
    readFileSync(plan, 'latin1').replace('Ada Lovelace', 'Eve Lovelace'),
    'latin1',
  );

  expect(stopped).toEqual(['stopped', 'key-refused', 1, 0]);
  expect(await outcome()).toEqual(stopped);
  rig.service.setFaults([]);
  expect(await outcome()).toEqual(['stopped', 'plan', 1, 1]);
});

test('a ledger is none, untouched, begun or of another plan, and is removed with its companions', async () => {
  await using rig = await startJobRig({
    faults: [
      { fault: 'status-before', status: 401, code: 'AUTH_ERR_APIKEY_NOT_FOUND', operation: '*' },
    ],
  });
  const folder = jobFolder(rig.job);
  const states = [ledgerState(folder)];
  await planRows(rowsWith('Ada'), { job: rig.job });
  states.push(ledgerState(folder));
  await sendAll(rig);
  states.push(ledgerState(folder));
  // Another plan takes the place of one of which nothing was sent.
  await planRows(rowsWith('Bea'), { job: rig.job });
  states.push(ledgerState(folder));
  rig.service.setFaults([]);
  await sendAll(rig);
  states.push(ledgerState(folder));
  rmSync(folder.plan);
  states.push(ledgerState(folder));
  await planRows(rowsWith('Eve'), { job: `${rig.job}-2` });
  states.push(ledgerState({ ...folder, plan: jobFolder(`${rig.job}-2`).plan }));
  for (const suffix of ['-wal', '-shm']) appendFileSync(`${folder.ledger}${suffix}`, '');
  removeLedger(folder);
  states.push(ledgerState(folder));

  expect(states).toEqual([
    'none',
    'none',
    'untouched',
    'none',
    'begun',
    'unrelated',
    'unrelated',
    'none',
  ]);
  expect(readdirSync(rig.job).filter((name) => name.startsWith('ledger'))).toEqual([]);
});

test('whatever function gets a target that cannot be right, refuses it before anything is written or sent', async () => {
  await using rig = await startJobRig();
  const { job } = rig;
  const target: Target = { ...rig.target, appId: 'a/b' };
  const refused = { code: 'bad-app-id' };

  await expect(importRows(rowsWith('Ada'), { job, target, maxRejects: 1 })).rejects.toMatchObject(
    refused,
  );
  expect(existsSync(job)).toBe(false);
  await planRows(rowsWith('Ada'), { job });
  await expect(runJob({ job, target }).next()).rejects.toMatchObject(refused);
  await expect(retryJob({ job, target }).next()).rejects.toMatchObject(refused);
  await expect(verifyJob({ job, target })).rejects.toMatchObject(refused);

  expect(existsSync(jobFolder(job).ledger)).toBe(false);
  expect(existsSync(jobFolder(job).verification)).toBe(false);
  expect(rig.service.requestCount).toBe(0);
});

test('a record is found by its id in the export and in the service, with all that planning made of its row', async () => {
  await using rig = await startJobRig();
  const rows: RowsByKind = {
    users: [{ uid: 'Ada X', name: 'Ada' }, { uid: 'bob', name: 'Bob' }, { uid: 'dot' }],
    groups: [{ guid: 'dot', name: 'Dot' }],
    messages: [
      { ...message(1), sender: 'Ada X', text: 'word '.repeat(5000) },
      { ...message(2), sender: 'bob', receiver: 'eve' },
      { ...message(3), sender: 'Ada X' },
      { ...message(4), sender: 'bob', muid: 'part-7', text: 'word '.repeat(3000) },
      { ...message(5), sender: 'bob', muid: 'n' },
      { ...message(6), sender: 'bob', muid: 'n-2' },
    ],
  };
  await planRows(rows, {
    job: rig.job,
    idPrefix: 'x-',
    muidPrefix: 'm-',
    onMissingUser: 'placeholder',
    cleaning: { tooLong: 'split' },
  });
  await sendAll(rig);
  const found = async (kind: 'users' | 'groups' | 'messages', id: string): Promise<object> => {
    const { planned, rejects } = await explainRecord(jobFolder(rig.job), kind, id);
    const { id: in_, file, line, madeBy, parts, story } = planned ?? {};
    return {
      ...(planned && { id: in_, at: `${file}:${line}`, outcome: story?.outcome }),
      ...(madeBy && { madeBy }),
      ...(parts && { parts }),
      ...(rejects.length > 0 && {
        rejects: rejects.map(({ kind: of, line: at }) => `${of}:${at}`),
      }),
    };
  };
  const outcome = 'created';
  const parts = ['m-m1', 'm-m1-2', 'm-m1-3'];

  const ada = { id: 'x-ada_x', at: 'users:1', outcome };
  const { id } = (await found('users', 'Ada X')) as { id: string };
  expect(await found('users', 'Ada X')).toEqual({ ...ada, id });
  expect(await found('users', id)).toEqual({ ...ada, id });
  expect(id).toMatch(/^x-/);
  expect(await found('users', 'bob')).toEqual({ id: 'x-bob', at: 'users:2', outcome });
  expect(await found('users', 'x-bob')).toEqual({ id: 'x-bob', at: 'users:2', outcome });
  expect(await found('users', 'eve')).toEqual({
    id: 'x-eve',
    at: 'messages:2',
    madeBy: 'onMissingUser',
    outcome,
  });
  expect(await found('users', 'dot')).toEqual({ rejects: ['users:3'] });
  expect(await found('groups', 'dot')).toEqual({ rejects: ['groups:1'] });
  expect(await found('messages', 'm1')).toEqual({ id: 'm-m1', at: 'messages:1', parts, outcome });
  expect(await found('messages', 'm1-3')).toEqual({
    id: 'm-m1-3',
    at: 'messages:1',
    parts,
    outcome,
  });
  expect(await found('messages', 'm-m3')).toEqual({ id: 'm-m3', at: 'messages:3', outcome });
  expect(await found('messages', 'x-m3')).toEqual({});
  expect(await found('messages', 'part-7')).toMatchObject({ parts: ['m-part-7', 'm-part-7-2'] });
  expect(await found('messages', 'n')).toEqual({ id: 'm-n', at: 'messages:5', outcome });
});

test('the planned numbers of a verification are those of the kind that is read', async () => {
  await using rig = await startJobRig();
  await planFiles([rig.writeExport(3)], { job: rig.job });
  await sendAll(rig);
  const read = new Map<string, number[]>();

  await verifyJob({
    job: rig.job,
    target: rig.target,
    onEvent: ({ step, kind, records, planned }) =>
      void read.set(`${step} ${kind}`, [records, planned]),
  });

  expect(Object.fromEntries(read)).toMatchObject({
    'reading users': [2, 2],
    'comparing users': [2, 2],
    'reading messages': [3, 3],
    'comparing messages': [3, 3],
  });
});
