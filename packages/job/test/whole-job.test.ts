import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Kind, kindsInOrder, serviceId } from '@chatferry/contract';
import { expect, test } from 'vitest';
import {
  checkJob,
  jobFolder,
  jobStatus,
  planFiles,
  runJob,
  type RunOutcome,
  verifyJob,
} from '../src/index.ts';
import { markForRetry } from '../src/verifying/mark-for-retry.ts';
import { unaccounted } from '../src/accounting/sums.ts';
import { type JobRig, message, startJobRig } from './support/job-rig.ts';

const year = 365 * 24 * 60 * 60;
const yesterday = Math.floor(Date.now() / 1000) - 24 * 60 * 60;
const ada = serviceId('Ada X');

function ndjson(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row));
}

/** An export in which each bucket of the sum has rows. @returns its folder */
function writeExport(rig: JobRig): string {
  rig.write('export/users.csv', [
    'uid,name,avatar,active,deactivatedAt',
    'Ada X,Ada,,yes,',
    'bob,Bob,no address,yes,',
    'cy,Cy,,yes,',
    'cy,Cy,,yes,',
    'cy,Another,,yes,',
    'dot,,,yes,',
    'eve,Eve,,no,',
    `old,Old,,yes,${yesterday}`,
  ]);
  const groups = [
    { guid: 'makers', name: 'Makers', type: 'public', owner: 'Ada X' },
    { guid: 'readers', name: 'Readers', type: 'private' },
  ];
  rig.write('export/groups.ndjson', ndjson(groups));
  rig.write('export/members.csv', ['guid,uid', 'makers,bob', 'makers,dot', 'readers,cy']);
  const first = [
    { ...message(1), sender: 'Ada X' },
    { ...message(2), sender: 'Ada X', receiver: 'makers', receiverType: 'group' },
    { ...message(3), sender: 'bob', receiver: 'cy', sentAt: yesterday - year },
    { ...message(4), sender: 'bob', receiver: 'cy', text: ' ' },
    { ...message(5), sender: 'bob', receiver: 'cy', text: 'word '.repeat(5000) },
  ];
  const second = [
    { ...message(1), sender: 'bob', receiver: 'cy' },
    { ...message(6), sender: 'dot' },
    { ...message(7), sender: 'old', receiver: 'cy' },
  ];
  rig.write('export/messages-10.ndjson', ndjson(second));
  return path.dirname(rig.write('export/messages-2.ndjson', ndjson(first)));
}

async function finished(rig: JobRig): Promise<RunOutcome> {
  const events = runJob({
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    maxFailures: 'none',
  });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

/** The sums of the kinds that have rows, without what is 0. */
function nonZero(sums: Readonly<Partial<Record<Kind, object>>>): object {
  return Object.fromEntries(
    kindsInOrder
      .map((kind) => {
        const counts = Object.entries(sums[kind] ?? {}).filter(
          ([, count]) => count !== 0 && !isDeepStrictEqual(count, {}),
        );
        return [kind, Object.fromEntries(counts)] as const;
      })
      .filter(([, counts]) => Object.keys(counts).length > 0),
  );
}

/** Some fields of each line of a file in the job folder. */
function linesOf(rig: JobRig, name: string, ...fields: readonly string[]): unknown[][] {
  const lines = rig.inJob(name).split('\n').slice(0, -1);
  return lines.map((line) => {
    const row = JSON.parse(line) as Record<string, unknown>;
    return fields.map((field) => row[field]);
  });
}

test('every row is in one bucket, in each file of the job, before and after a retry', async () => {
  await using rig = await startJobRig({
    faults: [{ fault: 'refuse-records', operation: 'dataImport.groups', code: 'ERR_BAD_REQUEST' }],
  });
  const folder = writeExport(rig);
  const file = (name: string): string => path.join(folder, name);

  await planFiles([folder], {
    job: rig.job,
    cleaning: { tooOld: 'leave-out', blankText: 'leave-out', tooLong: 'split' },
    mappings: { users: { only: { active: 'yes' }, ignore: ['active'] } },
  });
  const { sums, end } = await finished(rig);
  const first = await verifyJob({ job: rig.job, target: rig.target });

  expect(end).toBe('finished');
  expect(unaccounted(sums)).toBe(0);
  expect(nonZero(sums)).toEqual({
    users: { rows: 8, created: 4, merged: 1, rejected: 2, filtered: 1 },
    groups: { rows: 2, failed: 2 },
    members: { rows: 3, skipped: 2, rejected: 1 },
    messages: {
      rows: 10,
      made: 2,
      madeBy: { tooLong: 2 },
      created: 5,
      skipped: 1,
      rejected: 4,
      excluded: 2,
    },
    deactivations: { rows: 1, made: 1, madeBy: { deactivatedAt: 1 }, created: 1 },
  });
  expect(linesOf(rig, 'rejects.jsonl', 'kind', 'id', 'file', 'line', 'code')).toEqual([
    ['users', 'dot', file('users.csv'), 7, 'missing-field'],
    ['users', 'cy', file('users.csv'), 6, 'duplicate-id'],
    ['members', 'makers_member_dot', file('members.csv'), 3, 'missing-user'],
    ['messages', 'm3', file('messages-2.ndjson'), 3, 'left-out-too-old'],
    ['messages', 'm4', file('messages-2.ndjson'), 4, 'left-out-blank-text'],
    ['messages', 'm6', file('messages-10.ndjson'), 2, 'missing-user'],
    ['messages', 'm1', file('messages-10.ndjson'), 1, 'duplicate-id'],
  ]);
  expect(linesOf(rig, 'dropped.jsonl', 'kind', 'id', 'file', 'line', 'field', 'code')).toEqual([
    ['users', 'bob', file('users.csv'), 3, 'avatar', 'bad-url'],
  ]);
  expect(linesOf(rig, 'errors.jsonl', 'id', 'outcome', 'code', 'file', 'line')).toEqual([
    ['makers', 'failed', 'ERR_BAD_REQUEST', file('groups.ndjson'), 1],
    ['readers', 'failed', 'ERR_BAD_REQUEST', file('groups.ndjson'), 2],
    ['makers_member_bob', 'skipped', 'NEEDS_OTHER_RECORD', file('members.csv'), 2],
    ['readers_member_cy', 'skipped', 'NEEDS_OTHER_RECORD', file('members.csv'), 4],
    ['m2', 'skipped', 'NEEDS_OTHER_RECORD', file('messages-2.ndjson'), 2],
  ]);
  expect(readdirSync(path.join(rig.job, 'failed')).toSorted()).toEqual([
    '.inputs.json',
    'groups.ndjson',
    'members.csv',
    'messages-2.ndjson',
  ]);
  expect(linesOf(rig, 'failed/groups.ndjson', 'guid', 'owner', 'chatferry_code')).toEqual([
    ['makers', 'Ada X', 'ERR_BAD_REQUEST'],
    ['readers', undefined, 'ERR_BAD_REQUEST'],
  ]);
  expect(linesOf(rig, 'failed/messages-2.ndjson', 'muid', 'sender', 'chatferry_code')).toEqual([
    ['m2', 'Ada X', 'NEEDS_OTHER_RECORD'],
  ]);
  expect(rig.inJob('failed/members.csv')).toMatch(
    /^guid,uid,chatferry_code,chatferry_message\nmakers,bob,NEEDS_OTHER_RECORD,.*groups:makers.*\nreaders,cy,NEEDS_OTHER_RECORD,.*groups:readers.*\n$/,
  );
  expect(rig.inJob('id-map.csv')).toBe(`kind,legacy_id,service_id\nusers,Ada X,${ada}\n`);
  expect(
    first.kinds
      .filter(({ planned }) => planned > 0)
      .map(({ kind, planned, held, same, different, missing, extra, doubled }) => [
        kind,
        { planned, held, same, different, missing, extra, doubled },
      ]),
  ).toEqual([
    ['users', { planned: 4, held: 4, same: 4, different: 0, missing: 0, extra: 0, doubled: 0 }],
    ['groups', { planned: 2, held: 0, same: 0, different: 0, missing: 2, extra: 0, doubled: 0 }],
    ['members', { planned: 2, held: 0, same: 0, different: 0, missing: 2, extra: 0, doubled: 0 }],
    ['messages', { planned: 6, held: 5, same: 5, different: 0, missing: 1, extra: 0, doubled: 0 }],
    [
      'deactivations',
      { planned: 1, held: 1, same: 1, different: 0, missing: 0, extra: 0, doubled: 0 },
    ],
  ]);
  expect(linesOf(rig, 'differences.jsonl', 'kind', 'id', 'field', 'planned', 'held')).toEqual([
    ['groups', 'makers', '', 1, 0],
    ['groups', 'readers', '', 1, 0],
    ['members', 'makers_member_bob', '', 1, 0],
    ['members', 'readers_member_cy', '', 1, 0],
    ['messages', 'm2', '', 1, 0],
  ]);
  expect(await checkJob(jobFolder(rig.job))).toEqual({ damage: [], others: [] });

  rig.service.setFaults([]);
  const destination = { target: rig.target, options: {} };
  expect(await markForRetry(jobFolder(rig.job), destination)).toEqual({
    records: 5,
    includesMissing: true,
  });
  const again = await finished(rig);
  const second = await verifyJob({ job: rig.job, target: rig.target });

  expect(nonZero(again.sums)).toEqual({
    users: { rows: 8, created: 4, merged: 1, rejected: 2, filtered: 1 },
    groups: { rows: 2, created: 2 },
    members: { rows: 3, created: 2, rejected: 1 },
    messages: { rows: 10, made: 2, madeBy: { tooLong: 2 }, created: 6, rejected: 4, excluded: 2 },
    // Reactivated for the retry, and deactivated once more.
    deactivations: { rows: 1, made: 1, madeBy: { deactivatedAt: 1 }, created: 1 },
  });
  expect(again.changes).toEqual([
    { kind: 'groups', from: 'failed', to: 'created', records: 2 },
    { kind: 'members', from: 'skipped', to: 'created', records: 2 },
    { kind: 'messages', from: 'skipped', to: 'created', records: 1 },
  ]);
  expect(second).toMatchObject({ complete: true, differences: { lines: 0 } });
  expect(jobStatus(rig.job)).toMatchObject({ end: 'finished', runs: 2 });
  for (const gone of ['errors.jsonl', 'failed'])
    expect(existsSync(path.join(rig.job, gone))).toBe(false);
  expect(await checkJob(jobFolder(rig.job))).toEqual({ damage: [], others: [] });

  const rejects = path.join(rig.job, 'rejects.jsonl');
  writeFileSync(rejects, rig.inJob('rejects.jsonl').replace('dot', 'DOT'));
  expect(await checkJob(jobFolder(rig.job))).toMatchObject({
    damage: [],
    others: [{ file: rejects, what: 'has changed since it was written.' }],
  });
});
