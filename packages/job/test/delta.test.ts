import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { kindsInOrder } from '@chatferry/contract';
import { type PlanSummary } from '@chatferry/planner';
import { planAllKinds } from '../src/library/plan-files.ts';
import { expect, test } from 'vitest';
import {
  explainRecord,
  jobFolder,
  JobError,
  type PlanFilesOptions,
  retryJob,
  runJob,
  type RunJobOptions,
  type RunOutcome,
  verifyJob,
} from '../src/index.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

async function finished(
  rig: JobRig,
  job: string,
  routes: RunJobOptions['routes'] = {},
): Promise<RunOutcome> {
  const events = runJob({
    job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    maxFailures: 'none',
    routes,
    allowsLive: true,
  });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

/** The buckets of a plan that have rows, for the kinds that have any. */
function buckets({ kinds }: PlanSummary): object {
  const names = [
    'planned',
    'merged',
    'rejected',
    'filtered',
    'unchanged',
    'changed',
    'updated',
  ] as const;
  return Object.fromEntries(
    kindsInOrder
      .filter((kind) => kinds[kind].rows > 0)
      .map((kind) => [
        kind,
        Object.fromEntries(
          names.filter((name) => kinds[kind][name] > 0).map((name) => [name, kinds[kind][name]]),
        ),
      ]),
  );
}

function linesOf(job: string, name: string): unknown[] {
  const file = path.join(job, name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** The cells of these messages as a CSV file with its columns in another order. */
function csvOf(rows: readonly Record<string, unknown>[]): string[] {
  const columns = ['text', 'sentAt', 'receiver', 'receiverType', 'sender', 'muid'];
  return [columns.join(','), ...rows.map((row) => columns.map((name) => row[name]).join(','))];
}

/** Imports Ada, Bob and the messages of Ada to Bob, and writes a later export. @returns the folder of the later export */
async function imported(rig: JobRig, messages: number): Promise<string> {
  await planAllKinds([rig.writeExport(messages)], { job: rig.job });
  await finished(rig, rig.job);
  return path.join(rig.folder, 'later');
}

test('what landed is not planned again, in whatever format and order; new rows are sent, others listed', async () => {
  await using rig = await startJobRig();
  const later = await imported(rig, 3);
  const night = path.join(rig.folder, 'night');
  rig.write('later/users.json', [
    JSON.stringify([
      { name: 'Ada', uid: 'ada', lastActiveAt: 1_700_000_000 },
      { uid: 'cy', name: 'Cy' },
      { name: 'Robert', createdAt: 1_600_000_000, uid: 'bob' },
    ]),
  ]);
  const other = { ...message(1), text: 'Another text' };
  const reply = { ...message(3), sender: 'cy' };
  rig.write('later/messages.csv', csvOf([message(0), other, reply]));
  const summary = await planAllKinds([later], { job: night, after: rig.job });

  expect(buckets(summary)).toEqual({
    users: { planned: 1, unchanged: 1, changed: 1 },
    messages: { planned: 1, unchanged: 1, changed: 1 },
    userUpdates: { planned: 1 },
  });
  const users = path.join(later, 'users.json');
  expect(linesOf(night, 'changed.jsonl')).toEqual([
    {
      kind: 'users',
      id: 'bob',
      file: users,
      line: expect.any(Number),
      fields: ['name', 'createdAt'],
      updated: ['name'],
      fixed: ['createdAt'],
    },
    {
      kind: 'messages',
      id: 'm1',
      file: path.join(later, 'messages.csv'),
      line: 3,
      fields: ['data.text'],
      operations: ['messages.update'],
    },
  ]);
  expect(linesOf(night, 'gone.jsonl')).toEqual([{ kind: 'messages', id: 'm2' }]);

  const { sums } = await finished(rig, night);
  expect(unaccounted(sums)).toBe(0);
  expect(sums.messages).toMatchObject({ rows: 3, created: 1, unchanged: 1, changed: 1 });
  expect(linesOf(night, 'gone.jsonl')).toHaveLength(1);
  // The delta says what it covers.
  const verified = await verifyJob({ job: night, target: rig.target, full: true });
  const differing = verified.kinds.filter(({ different }) => different > 0);
  expect(differing).toMatchObject([
    { kind: 'userUpdates', different: 1, missing: 0, fields: [{ field: 'createdAt' }] },
  ]);
  expect(verified.kinds.find(({ kind }) => kind === 'messages')).toMatchObject({
    planned: 1,
    same: 1,
    held: 4,
    landedBefore: 3,
    extra: 0,
  });
  expect(await explainRecord(jobFolder(night), 'messages', 'm0')).toMatchObject({
    landedBefore: true,
  });
  // A part of an id is another id.
  expect(await explainRecord(jobFolder(night), 'messages', 'm')).not.toHaveProperty('landedBefore');
  expect(readFileSync(jobFolder(night).report, 'utf8')).toContain('Unchanged');
});

test('the same export again is all unchanged, makes no request, and is the base of the next delta', async () => {
  await using rig = await startJobRig();
  await imported(rig, 120);
  const [night, morning] = ['night', 'morning'].map((name) => path.join(rig.folder, name));
  const same = await planAllKinds([path.join(rig.folder, 'export')], {
    job: night!,
    after: rig.job,
  });
  expect(buckets(same)).toEqual({ users: { unchanged: 2 }, messages: { unchanged: 120 } });
  expect(same).toMatchObject({ requests: 0, delta: { landed: { users: 2, messages: 120 } } });
  const before = rig.service.requests.length;
  await finished(rig, night!);
  const later = rig.service.requests
    .slice(before)
    .filter(({ operation }) => operation !== 'users.list');
  expect(later).toEqual([]);

  // Only the latest folder is needed, also if nothing was sent from it.
  rig.writeExport(124);
  rig.write('export/users.csv', ['uid,name', 'ada,Ada L', 'bob,Bob']);
  const next = await planAllKinds([path.join(rig.folder, 'export')], {
    job: morning!,
    after: night!,
  });
  expect(next.kinds.messages.batches).toBe(1);
  expect(buckets(next)).toEqual({
    users: { unchanged: 1, changed: 1 },
    messages: { planned: 4, unchanged: 120 },
    userUpdates: { planned: 1 },
  });
  expect(linesOf(morning!, 'changed.jsonl')).toEqual([
    {
      kind: 'users',
      id: 'ada',
      file: path.join(rig.folder, 'export/users.csv'),
      line: 2,
      updated: ['name'],
    },
  ]);
});

test('records that did not land are planned again, and a part of an export is enough', async () => {
  await using rig = await startJobRig({
    faults: [{ fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_REQUEST' }],
  });
  await imported(rig, 2);
  rig.service.setFaults([]);
  const night = path.join(rig.folder, 'night');
  const same = await planAllKinds([path.join(rig.folder, 'export')], {
    job: night,
    after: rig.job,
  });
  expect(buckets(same)).toEqual({
    users: { planned: 2 },
    messages: { planned: 2 },
  });
  const { sums } = await finished(rig, night);
  expect(sums.messages).toMatchObject({ created: 2 });

  const part = rig.write('part/messages.ndjson', [JSON.stringify(message(9))]);
  const only = await planAllKinds([part], { job: path.join(rig.folder, 'part-job'), after: night });
  expect(buckets(only)).toEqual({ messages: { planned: 1 } });
  expect(only.delta).toMatchObject({ gone: { users: 0, messages: 2 } });
});

test('a delta is planned again when more of the job before it has landed since', async () => {
  await using rig = await startJobRig({
    faults: [{ fault: 'refuse-records', operation: 'dataImport.users', code: 'ERR_BAD_REQUEST' }],
  });
  const users = rig.write('users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  await planAllKinds([users], { job: rig.job });
  await finished(rig, rig.job);
  rig.service.setFaults([]);
  const plan = async (): Promise<object> =>
    buckets(await planAllKinds([users], { job: path.join(rig.folder, 'night'), after: rig.job }));

  const before = await plan();
  const sending = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  await Array.fromAsync(retryJob(sending));

  expect(before).toEqual({ users: { planned: 2 } });
  expect(await plan()).toEqual({ users: { unchanged: 2 } });
});

test('a setting that forms ids is taken over, and another value is refused', async () => {
  await using rig = await startJobRig();
  const folder = rig.writeExport(2);
  const job = rig.job;
  await planAllKinds([folder], { job, muidPrefix: 'a-' });
  await finished(rig, job);
  const night = path.join(rig.folder, 'night');
  const plan = (more: Partial<PlanFilesOptions>): Promise<PlanSummary> =>
    planAllKinds([folder], { job: night, after: job, ...more });
  const refused = async (more: Partial<PlanFilesOptions>): Promise<JobError> => {
    const error = await plan(more).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(JobError);
    return error as JobError;
  };

  const other = await refused({ muidPrefix: 'b-', twoPersonGroups: 'direct' });
  expect(other.code).toBe('ids-differ');
  expect(other.lines).toEqual([
    expect.any(String),
    '  muidPrefix was "a-", now "b-"',
    '  twoPersonGroups was "keep", now "direct"',
  ]);
  const hashed = { messages: { convert: { muid: { hash: ['sender', 'sentAt'] } } } };
  expect((await refused({ mappings: hashed })).message).toContain('convert.muid of messages');
  expect((await refused({ cleaning: { tooLong: 'split' } })).code).toBe('ids-differ');
  expect((await refused({ after: night, job: night })).code).toBe('after-itself');
  expect((await refused({ after: `${night}/`, job: night })).code).toBe('after-itself');
  expect((await refused({ after: path.join(rig.folder, 'none') })).code).toBe('no-plan');

  expect(buckets(await plan({}))).toEqual({ users: { unchanged: 2 }, messages: { unchanged: 2 } });
  expect(buckets(await plan({ muidPrefix: 'a-' }))).toMatchObject({ messages: { unchanged: 2 } });
  for (const id of ['m0', 'a-m0'])
    expect((await explainRecord(jobFolder(night), 'messages', id)).landedBefore).toBe(true);
  const unsent = path.join(rig.folder, 'unsent');
  await planAllKinds([folder], { job: unsent });
  expect((await refused({ after: unsent })).code).toBe('nothing-landed');
});

test('equal rows whose ids are made from columns stay the ones that landed, and a further one is new', async () => {
  await using rig = await startJobRig();
  const sentAt = String(message(0)['sentAt']);
  const mappings = { messages: { convert: { muid: { hash: ['sender', 'sentAt', 'text'] } } } };
  const header = 'sender,receiverType,receiver,sentAt,text';
  const lines = (count: number): string[] =>
    Array.from({ length: count }, () => `ada,user,bob,${sentAt},Hello`);
  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  const file = rig.write('export/messages.csv', [header, ...lines(2)]);
  await planAllKinds([path.dirname(file)], { job: rig.job, mappings });
  await finished(rig, rig.job);
  rig.write('export/messages.csv', [header, ...lines(3)]);

  const night = path.join(rig.folder, 'night');
  const options = { job: night, after: rig.job, mappings };
  const summary = await planAllKinds([path.dirname(file)], options);

  expect(buckets(summary)).toMatchObject({ messages: { unchanged: 2, planned: 1 } });
  expect(linesOf(night, 'gone.jsonl')).toEqual([]);
});

test('a delta goes to the app of the job before it, and to no other', async () => {
  await using rig = await startJobRig();
  await using elsewhere = await startJobRig({ appId: 'another' });
  await imported(rig, 2);
  const night = path.join(rig.folder, 'night');
  await planAllKinds([rig.writeExport(3)], { job: night, after: rig.job });

  await expect(finished(elsewhere, night)).rejects.toMatchObject({ code: 'other-target' });
  expect(elsewhere.service.requestCount).toBe(0);
  // Apps of the same id are in several regions.
  const { appId } = rig.target;
  const inEurope = { appId, region: 'eu', apiKey: 'a-key' } as const;
  const sending = runJob({ job: night, target: inEurope, giveUpAfterMs: 1 });
  await expect(Array.fromAsync(sending)).rejects.toMatchObject({ code: 'other-target' });
});

test('the scope of a new member who owns a group that landed before is that of an owner', async () => {
  await using rig = await startJobRig();
  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  rig.write('export/groups.csv', ['guid,name,type,owner', 'den,Den,public,ada']);
  const folder = path.join(rig.folder, 'export');
  await planAllKinds([folder], { job: rig.job });
  // So the service makes the owner a member.
  await finished(rig, rig.job, { groups: 'chat' });
  const members = ['guid,uid,scope', 'den,ada,participant', 'den,bob,moderator'];
  rig.write('export/members.csv', members);
  const night = path.join(rig.folder, 'night');
  await planAllKinds([folder], { job: night, after: rig.job });
  const { sums } = await finished(rig, night);
  expect(sums.members).toMatchObject({ created: 1, presentSame: 1, presentDifferent: 0 });

  const { kinds, complete } = await verifyJob({ job: night, target: rig.target });
  const found = kinds.find(({ kind }) => kind === 'members');
  expect(found).toMatchObject({ planned: 2, same: 2, fields: [] });
  // Of groups nothing is planned: the job before it has landed the only one.
  expect(kinds.map(({ kind }) => kind)).toEqual(['members']);
  expect(complete).toBe(true);
});

test('what planning made for the first job is not listed as gone', async () => {
  await using rig = await startJobRig();
  rig.write('export/users.csv', ['uid,name', 'ada,Ada']);
  const folder = path.dirname(
    rig.write('export/messages.ndjson', [JSON.stringify(message(1)), JSON.stringify(message(2))]),
  );
  const settings = { onMissingUser: 'placeholder' } as const;
  await planAllKinds([folder], { job: rig.job, ...settings });
  await finished(rig, rig.job);
  rig.write('export/messages.ndjson', [JSON.stringify({ ...message(1), receiver: 'ada' })]);
  const later = `${rig.job}-later`;

  const { delta } = await planAllKinds([folder], { job: later, after: rig.job, ...settings });

  expect(linesOf(later, 'gone.jsonl')).toEqual([{ kind: 'messages', id: 'm2' }]);
  expect(delta).toMatchObject({ gone: { users: 0, messages: 1 } });
});

test('an equal row that is rejected counts as rejected only, and what landed of it is not gone', async () => {
  await using rig = await startJobRig();
  const sentAt = String(message(0)['sentAt']);
  const mappings = { messages: { convert: { muid: { hash: ['sender', 'sentAt', 'text'] } } } };
  const header = 'sender,receiverType,receiver,sentAt,text';
  const line = (receiver: string): string => `ada,user,${receiver},${sentAt},Hello`;
  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  const file = rig.write('export/messages.csv', [header, line('bob'), line('bob')]);
  await planAllKinds([path.dirname(file)], { job: rig.job, mappings });
  await finished(rig, rig.job);
  rig.write('export/messages.csv', [header, line('bob'), line('ghost')]);

  const night = path.join(rig.folder, 'night');
  const options = { job: night, after: rig.job, mappings };
  const summary = await planAllKinds([path.dirname(file)], options);

  expect(summary.kinds.messages).toMatchObject({ rows: 2, unchanged: 1, rejected: 1, changed: 0 });
  expect(linesOf(night, 'gone.jsonl')).toEqual([]);
});

test('the later parts of a text are not gone when its row is rejected', async () => {
  await using rig = await startJobRig();
  const cleaning = { tooLong: 'split' } as const;
  rig.write('export/users.csv', ['uid,name', 'ada,Ada', 'bob,Bob']);
  const long = { ...message(0), text: 'One two three four. '.repeat(2000) };
  const file = rig.write('export/messages.ndjson', [JSON.stringify(long)]);
  await planAllKinds([path.dirname(file)], { job: rig.job, cleaning });
  await finished(rig, rig.job);
  rig.write('export/messages.ndjson', [JSON.stringify({ ...long, sentAt: 'soon' })]);

  const night = path.join(rig.folder, 'night');
  const summary = await planAllKinds([path.dirname(file)], { job: night, after: rig.job });

  expect(summary.kinds.messages).toMatchObject({ rows: 1, rejected: 1 });
  expect(linesOf(night, 'gone.jsonl')).toEqual([]);
});
