import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkedTarget } from '../src/sending/target.ts';
import {
  checkJob,
  explainRecord,
  type IgnoredFile,
  importRows,
  JobError,
  jobFolder,
  jobStatus,
  planFiles,
  planRows,
  retryJob,
  type RowsByKind,
  runJob,
  undoJob,
  type UndoStatus,
  verifyJob,
} from '../src/index.ts';
import type { Verification } from '../src/verifying/verification.ts';
import { message, startJobRig } from './support/job-rig.ts';

/** Rows as a script makes them. */
function forum(messages: number): RowsByKind {
  return {
    messages: (async function* () {
      for (let index = 0; index < messages; index++) yield message(index);
    })(),
    users: [
      { uid: 'ada', name: 'Ada' },
      { uid: 'bob', name: 'Bob' },
    ],
  };
}

const fast = { requestsPerMinute: 'unlimited' } as const;

test('rows made in code are imported', async () => {
  await using rig = await startJobRig();
  const events: string[] = [];

  const { plan, run } = await importRows(forum(120), {
    job: rig.job,
    target: rig.target,
    ...fast,
    onEvent: ({ type }) => events.push(type),
  });

  expect(plan.kinds.messages?.planned).toBe(120);
  expect(run).toMatchObject({ end: 'finished', sums: { messages: { rows: 120, created: 120 } } });
  expect(events).toContain('batch-settled');
});

test('the results of all functions leave out the kinds with nothing in them', async () => {
  await using rig = await startJobRig();
  const { job, target } = rig;
  const users = [{ uid: 'ada', name: 'Ada' }];

  const { plan } = await importRows({ users }, { job, target, ...fast });
  const file = rig.write('export/users.csv', ['uid,name', 'ada,Ada']);
  const planned = await planFiles([file], { job: path.join(rig.folder, 'other') });
  const status = jobStatus(job);
  const asked: UndoStatus[] = [];
  const events = undoJob({ job, target, ...fast, confirm: (undo) => asked.push(undo) > 0 });
  let each = await events.next();
  while (each.done !== true) each = await events.next();

  for (const { kinds } of [plan, planned, status, ...asked, each.value])
    expect(Object.keys(kinds)).toEqual(['users']);
  expect(asked).toHaveLength(1);
});

test('planning leaves the rows of the caller as they are, so that they can be planned again', async () => {
  await using rig = await startJobRig();
  const rows = {
    users: [{ uid: 'Ada', name: 'Ada', tags: ['vip'] }, { uid: 'bob' }],
    messages: [{ ...message(1), sender: 'Ada', receiver: 'Ada', data: { text: 'Hi <@uid:Ada>' } }],
  };
  const before = structuredClone(rows);
  const options = { job: rig.job, idPrefix: 'forum-', muidPrefix: 'old-' };

  const first = await planRows(rows, options);
  const again = await planRows(rows, options);

  expect(rows).toEqual(before);
  expect(again.contentHash).toBe(first.contentHash);
  expect(JSON.parse(rig.inJob('rejects.jsonl'))).toMatchObject({ row: '{"uid":"bob"}' });
});

test('a row that is no record stops the import, unless it is allowed', async () => {
  await using rig = await startJobRig();
  const users = [{ uid: 'ada', name: 'Ada' }, { uid: 'bob' }];

  const options = { job: rig.job, target: rig.target, ...fast };
  const refused = await importRows({ users }, options);
  const overShare = await importRows({ users }, { ...options, maxRejects: { percent: 49 } });
  const allowed = await importRows({ users }, { ...options, maxRejects: { percent: 50 } });

  expect([refused.run, overShare.run]).toEqual([undefined, undefined]);
  expect(allowed.run?.sums.users).toMatchObject({ rows: 2, created: 1, rejected: 1 });
  expect(JSON.parse(rig.inJob('rejects.jsonl'))).toMatchObject({
    kind: 'users',
    file: 'users',
    line: 2,
    code: 'missing-field',
  });
});

test('a script that was stopped continues when it makes the same rows again', async () => {
  await using rig = await startJobRig();
  const options = { job: rig.job, target: rig.target, recordsPerRequest: 10, ...fast };
  const stop = new AbortController();

  const first = await importRows(forum(120), {
    ...options,
    concurrency: 1,
    signal: stop.signal,
    onEvent: (event) => event.type === 'batch-settled' && event.kind === 'messages' && stop.abort(),
  });
  const second = await importRows(forum(120), options);

  expect(first.run).toMatchObject({ end: 'stopped', reason: { code: 'interrupted' } });
  expect(second.run).toMatchObject({
    end: 'finished',
    sums: { messages: { created: 120, pending: 0 } },
  });
});

test('a job is in use until the plan of its rows is complete, also when it is planned again', async () => {
  await using rig = await startJobRig();
  const { job, target } = rig;
  const found: unknown[] = [];
  async function* users(): AsyncGenerator<{ uid: string; name: string }> {
    yield { uid: 'ada', name: 'Ada' };
    await setImmediate();
    const second = planRows({ users: [] }, { job });
    found.push(await second.catch((error: unknown) => (error as Error).name));
  }

  await planRows({ users: users() }, { job });
  for await (const _ of runJob({ job, target, requestsPerMinute: 'unlimited' }));
  await planRows({ users: users() }, { job });

  expect(found).toEqual(['JobLockedError', 'JobLockedError']);
});

test('with other rows it is refused, and the plan stays', async () => {
  await using rig = await startJobRig();
  const options = { job: rig.job, target: rig.target, ...fast };
  await importRows(forum(20), options);

  await expect(importRows(forum(21), options)).rejects.toThrow(JobError);

  expect((await planRows(forum(20), { job: rig.job })).kinds.messages?.planned).toBe(20);
});

test('files are planned and sent step by step, and leaving the loop stops the run', async () => {
  await using rig = await startJobRig();
  const { kinds } = await planFiles([rig.writeExport(120)], {
    job: rig.job,
    recordsPerRequest: 10,
  });

  for await (const { type } of runJob({ job: rig.job, target: rig.target, ...fast }))
    if (type === 'batch-settled') break;
  const events = runJob({ job: rig.job, target: rig.target, ...fast });
  let next = await events.next();
  while (next.done !== true) next = await events.next();

  expect(kinds.messages?.planned).toBe(120);
  expect(next.value).toMatchObject({ end: 'finished', sums: { messages: { created: 120 } } });
});

test('a run locks its job before it asks about live operations, and has a report from its start on', async () => {
  await using rig = await startJobRig();
  const friends = [{ uid: 'ada', friend: 'bob' }];
  const users = ['ada', 'bob'].map((uid) => ({ uid, name: uid }));
  await planRows({ users, friends }, { job: rig.job });
  const happened: string[] = [];
  const run = async (answer: boolean): Promise<string | undefined> => {
    const events = runJob({
      job: rig.job,
      target: rig.target,
      ...fast,
      confirm: (live) => {
        happened.push(`asked about ${live[0]!.records} of ${live[0]!.kind}`);
        return answer;
      },
    });
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      const { type } = next.value;
      if (['locked', 'started', 'stopped', 'finished'].includes(type)) happened.push(type);
      if (type === 'report')
        happened.push(`report ${rig.inJob('report.html').includes('in progress')}`);
    }
    return next.value.reason?.code;
  };

  const refused = await run(false);
  const confirmed = await run(true);
  const again = await run(false);

  expect([refused, confirmed, again]).toEqual(['live-not-allowed', undefined, undefined]);
  const begin = ['locked', 'asked about 1 of friends', 'started', 'report true'];
  const first = [...begin, 'stopped', 'report false'];
  const second = [...begin, 'finished', 'report false'];
  const third = ['locked', 'started', 'report true', 'finished', 'report false'];
  expect(happened).toEqual([...first, ...second, ...third]);
});

test('a column that a configuration in code names and no file has is refused', async () => {
  await using rig = await startJobRig();
  const file = rig.write('users.csv', ['uid,name', 'ada,Ada']);
  const configFile = rig.write('chatferry.config.mjs', [
    "export default { kinds: { users: { columns: { photo: 'avatar' } } } };",
  ]);

  await expect(planFiles([file], { job: rig.job, configFile })).rejects.toThrow('photo');
});

test('links that lead out of a folder are reported, and read when asked for', async () => {
  await using rig = await startJobRig();
  const folder = rig.writeExport(5);
  const link = path.join(folder, 'users-2.csv');
  symlinkSync(rig.write('elsewhere.csv', ['uid,name', 'dan,Dan']), link);
  const ignored: IgnoredFile[] = [];
  const onIgnored = (entry: IgnoredFile): void => void ignored.push(entry);

  const without = await planFiles([folder], { job: rig.job, onIgnored });
  const followed = await planFiles([folder], { job: rig.job, onIgnored, followLinks: true });

  expect(ignored).toEqual([{ file: link, isLinkOutside: true }]);
  expect(followed.kinds.users!.rows).toBe(without.kinds.users!.rows + 1);
});

const key = 'a-key-of-another-form';
const good = { appId: 'app-1', region: 'eu', apiKey: key } as const;

test.each<[string, Record<string, unknown>]>([
  ['no-key', { apiKey: '' }],
  ['bad-key', { apiKey: 'two words' }],
  ['bad-key', { apiKey: 'a-line\n' }],
  ['key-in-target', { appId: key }],
  ['key-in-target', { appId: `x${'0A'.repeat(20)}` }],
  ['key-in-target', { baseUrl: `https://example.org/${key}` }],
  ['key-in-target', { baseUrl: `https://example.org/${'0a'.repeat(20)}` }],
  ['bad-app-id', { appId: 'evil.example/x' }],
  ['bad-app-id', { appId: 'app-1\n' }],
  ['bad-app-id', { appId: '' }],
  ['no-region', { region: undefined }],
  ['bad-base-url', { baseUrl: 'example.org/v3' }],
  ['bad-base-url', { baseUrl: 'ftp://example.org/v3' }],
  ['bad-base-url', { baseUrl: 'https://example.org/v3?x=1' }],
  ['bad-base-url', { baseUrl: 'https://example.org/v3#x' }],
  ['no-region', { region: 'eu.example.org/' }],
  ['bad-base-url', { baseUrl: 'https://ann@example.org/v3' }],
  ['bad-base-url', { baseUrl: 'https://:word@example.org/v3' }],
  ['bad-base-url', { baseUrl: 'http://127.0.0.1.example.org/v3' }],
])('%s: the target %j is refused, and no key is repeated', (code, change) => {
  let thrown: unknown;
  try {
    checkedTarget({ ...good, ...change });
  } catch (error) {
    thrown = error;
  }

  expect(thrown).toMatchObject({ code });
  expect(String(thrown)).not.toMatch(/another-form|(0a){20}/i);
});

test('the slashes at the end of an address are removed', () => {
  const target = { ...good, baseUrl: 'http://localhost:8787/v3//' };

  expect(checkedTarget(target)).toEqual({ ...target, baseUrl: 'http://localhost:8787/v3' });
  expect(checkedTarget(good)).toEqual(good);
});

test('planning that is stopped while stdin is kept leaves nothing of it', async () => {
  await using rig = await startJobRig();
  const stop = new AbortController();
  const stdin = new PassThrough();
  stdin.write('uid,name\n');
  const kept = `${jobFolder(rig.job).stdin}.new`;

  const planning = planFiles(['-'], {
    job: rig.job,
    stdin,
    rules: {
      of: () => ({}),
      otherwise: { kinds: ['users'], format: 'csv' },
      mappingOf: () => ({}),
      declared: () => [],
      databases: [],
    },
    signal: stop.signal,
  });
  const ended = planning.catch(String);
  while (!existsSync(kept)) await setImmediate();
  stop.abort();

  expect(await ended).toContain('AbortError');
  expect(existsSync(kept)).toBe(false);
});

test('a file that is given by two names is read once', async () => {
  await using rig = await startJobRig();
  const file = rig.write('users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  const link = path.join(rig.folder, 'users-too.csv');
  symlinkSync(file, link);

  const { kinds } = await planFiles([file, link, file], { job: rig.job });

  expect(kinds.users).toMatchObject({ rows: 2, planned: 2, merged: 0 });
});

test('what the service quotes of people is in errors.jsonl, and not in the log', async () => {
  const words = 'Dear Ada, this is between us';
  await using rig = await startJobRig({
    faults: [
      {
        fault: 'status-before',
        status: 500,
        message: words,
        operation: 'dataImport.*',
        when: { nth: 1 },
      },
      {
        fault: 'refuse-records',
        code: 'ERR_BAD_REQUEST',
        message: words,
        operation: 'dataImport.messages',
        when: { nth: 1 },
      },
      {
        fault: 'status-before',
        status: 400,
        code: 'ERR_BAD_REQUEST',
        message: words,
        operation: 'dataImport.messages',
        when: { nth: 2 },
      },
    ],
  });

  await importRows(forum(120), { job: rig.job, target: rig.target, maxFailures: 'none', ...fast });

  const log = rig.inJob('run.log');
  expect(log).toContain('"retrying"');
  expect(log).toContain('"split"');
  expect(log).not.toContain('between us');
  expect(rig.inJob('errors.jsonl')).toContain(words);
});

test('a target that cannot be right is refused before anything is read', async () => {
  await using rig = await startJobRig();
  const wrong = { appId: 'app', baseUrl: 'http://example.org/v3', apiKey: 'k' };

  await expect(importRows(forum(1), { job: rig.job, target: wrong })).rejects.toThrow(
    'without TLS',
  );
});

test('the report of a script names the functions that continue the job', async () => {
  await using rig = await startJobRig();

  await importRows(forum(3), { job: rig.job, target: rig.target, ...fast });

  expect(rig.inJob('report.html')).toContain('<pre><code>verifyJob</code></pre>');
  expect(rig.inJob('report.html')).not.toContain('chatferry verify');
});

test('the service is read back and compared with the plan', async () => {
  await using rig = await startJobRig();
  await importRows(forum(3), { job: rig.job, target: rig.target, ...fast });
  const read: string[] = [];

  const whole = await verifyJob({
    job: rig.job,
    target: rig.target,
    onEvent: ({ step, kind, records }) => read.push(`${step} ${kind} ${records}`),
  });
  rig.service.db.exec("UPDATE users SET name = 'Eve' WHERE uid = 'ada'");
  const changed = await verifyJob({ job: rig.job, target: rig.target, kind: 'users' });

  expect(whole).toMatchObject({ complete: true, reportProblem: undefined });
  expect(read).toEqual(expect.arrayContaining(['reading users 2', 'comparing users 2']));
  expect(changed).toMatchObject({ complete: false, kinds: [{ kind: 'users', different: 1 }] });
});

test('a verification that is stopped finds nothing, and rejects with the reason', async () => {
  await using rig = await startJobRig();
  await importRows(forum(3), { job: rig.job, target: rig.target, ...fast });
  const stop = new AbortController();

  const verifying = verifyJob({
    job: rig.job,
    target: rig.target,
    signal: stop.signal,
    onEvent: () => stop.abort(new Error('enough')),
  });

  await expect(verifying).rejects.toThrow('enough');
  expect(rig.inJob('verify.json')).toContain('unfinishedSince');
});

test('what a verification finds missing is sent again, and the status counts it as before', async () => {
  await using rig = await startJobRig();
  const options = { job: rig.job, target: rig.target, ...fast };
  await importRows(forum(3), options);
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm1'");
  const { kinds } = await verifyJob({ job: rig.job, target: rig.target });

  const events = await Array.fromAsync(retryJob(options));

  expect(kinds.find(({ kind }) => kind === 'messages')).toMatchObject({ missing: 1 });
  expect(events.map(({ type }) => type)).toContain('batch-settled');
  expect(await verifyJob({ job: rig.job, target: rig.target })).toMatchObject({ complete: true });
  expect(jobStatus(rig.job)).toMatchObject({
    end: 'finished',
    holder: undefined,
    control: { paused: false },
    kinds: { messages: { created: 3, pending: 0 } },
  });
});

test('a job folder without a plan is refused with a code', async () => {
  await using rig = await startJobRig();

  expect(() => jobStatus(rig.job)).toThrow(expect.objectContaining({ code: 'no-plan' }));
  await expect(verifyJob({ job: rig.job, target: rig.target })).rejects.toMatchObject({
    code: 'no-plan',
    fix: 'Make a plan first: planFiles or planRows.',
  });
});

test('what another plan, or a differences.jsonl that was changed, belongs to does not count', async () => {
  await using rig = await startJobRig();
  await importRows(forum(3), { job: rig.job, target: rig.target, ...fast });
  await verifyJob({ job: rig.job, target: rig.target });
  const kindsIn = (): string[] =>
    (JSON.parse(rig.inJob('verify.json')) as Verification).kinds.map(({ kind }) => kind);
  const all = kindsIn();
  writeFileSync(path.join(rig.job, 'differences.jsonl'), '\n');
  await verifyJob({ job: rig.job, target: rig.target, kind: 'users' });
  const afterChange = kindsIn();
  const of = rig.inJob('verify.json');
  await verifyJob({ job: rig.job, target: rig.target });
  const ofAnother = { ...(JSON.parse(of) as object), plan: 'another' };
  writeFileSync(path.join(rig.job, 'verify.json'), JSON.stringify(ofAnother));

  await verifyJob({ job: rig.job, target: rig.target, kind: 'messages' });

  expect(all).toEqual(['users', 'messages']);
  expect(afterChange).toEqual(['users']);
  expect(kindsIn()).toEqual(['messages']);
});

test('a record is explained under its own id and under that in the app, and a ledger that is damaged is not passed over', async () => {
  await using rig = await startJobRig();
  const prefixes = { idPrefix: 'x-', muidPrefix: 'Y/' };
  await planRows(forum(1), { job: rig.job, ...prefixes });
  const job = jobFolder(rig.job);
  const found = async (kind: 'users' | 'messages', id: string): Promise<unknown> =>
    (await explainRecord(job, kind, id)).planned?.id;
  const { uid, muid } = { uid: 'ada', muid: 'm0' };

  expect([await found('users', uid), await found('users', `x-${uid}`)]).toEqual(['x-ada', 'x-ada']);
  expect([await found('messages', muid), await found('messages', `Y/${muid}`)]).toEqual([
    'Y/m0',
    'Y/m0',
  ]);
  writeFileSync(job.ledger, 'not a database'.repeat(100));
  await expect(found('users', uid)).rejects.toMatchObject({ name: 'LedgerError' });
  expect((await checkJob(job)).damage).toMatchObject([{ file: job.ledger }]);
  await expect(planRows(forum(1), { job: rig.job, ...prefixes })).rejects.toMatchObject({
    name: 'LedgerError',
  });
});

test('a record is explained by rejected rows of its own kind only', async () => {
  await using rig = await startJobRig();
  await planRows({ users: [{ uid: 'x' }], groups: [{ guid: 'x' }] }, { job: rig.job });
  const kindsOf = async (kind: 'users' | 'groups' | 'roles'): Promise<unknown[]> =>
    (await explainRecord(jobFolder(rig.job), kind, 'x')).rejects.map(
      (reject) => `${reject.kind} ${reject.field}`,
    );

  expect(await kindsOf('users')).toEqual(['users name']);
  expect(new Set(await kindsOf('groups'))).toEqual(new Set(['groups name', 'groups type']));
  expect(await kindsOf('roles')).toEqual([]);
});
