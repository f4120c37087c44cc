import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@chatferry/client';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  importRows,
  repairJob,
  type RepairOutcome,
  type RowsByKind,
  verifyJob,
} from '../src/index.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

/** `npm run test:long` asks for many more. */
const numRuns = Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 30) / 10);

const then = Math.floor(Date.now() / 1000) - 7200;
const group = { type: 'public', owner: 'u0', createdAt: then } as const;

/** Two of each thing that can be changed: what is changed in one is not seen in the other. */
const rows: RowsByKind = {
  users: [0, 1, 2, 3].map((nth) => ({
    uid: `u${nth}`,
    name: `User ${nth}`,
    avatar: 'https://x.org/a',
    tags: ['a'],
    metadata: { a: nth },
    createdAt: then,
    ...(nth === 3 ? { deactivatedAt: then + 1000 } : {}),
  })),
  groups: [
    { ...group, guid: 'g0', name: 'G0', description: 'About', tags: ['x'] },
    { ...group, guid: 'g1', name: 'G1', type: 'password', password: 'pw' },
  ],
  members: [
    { guid: 'g0', uid: 'u1', scope: 'moderator', joinedAt: then + 10 },
    { guid: 'g0', uid: 'u2', isBanned: true },
    { guid: 'g0', uid: 'u3', joinedAt: then + 10 },
    { guid: 'g1', uid: 'u1', joinedAt: then + 10 },
  ],
  messages: [0, 1, 2, 3, 4].map((nth) => ({
    muid: `m${nth}`,
    sender: `u${nth % 4}`,
    receiverType: nth < 2 ? 'group' : 'user',
    receiver: nth < 2 ? 'g0' : `u${(nth + 1) % 4}`,
    data: { text: `Text ${nth}` },
    tags: ['t'],
    sentAt: then + 100 + nth,
  })),
  friends: [{ uid: 'u0', friend: 'u1' }],
  blocks: [{ uid: 'u1', blocked: 'u2' }],
};

/** A change by hand, and what stays different after a repair; `edit`: only without edits of messages. */
interface Tampering {
  readonly sql?: string;
  readonly gone?: 'user' | 'group';
  readonly stays?: string;
  readonly edit?: string;
}

const tamperings: readonly Tampering[] = [
  { sql: "UPDATE users SET name = 'X', avatar = NULL, tags = '[]' WHERE uid = 'u1'" },
  { sql: "UPDATE users SET name = 'Y', metadata = NULL WHERE uid = 'u3'" },
  { sql: "UPDATE users SET deactivated_at = 1 WHERE uid = 'u2'" },
  { sql: "UPDATE users SET deactivated_at = NULL WHERE uid = 'u3'" },
  { sql: "UPDATE users SET created_at = 1 WHERE uid = 'u0'", stays: 'users:u0 createdAt' },
  { sql: "UPDATE groups SET name = 'X', tags = '[]', description = 'Y' WHERE guid = 'g0'" },
  { sql: "UPDATE groups SET type = 'public', owner = 'u2', password = NULL WHERE guid = 'g1'" },
  { sql: "UPDATE members SET scope = 'admin' WHERE uid = 'u1' AND guid = 'g0'" },
  { sql: "DELETE FROM members WHERE uid = 'u3'" },
  { sql: "DELETE FROM bans WHERE uid = 'u2'" },
  {
    sql: "DELETE FROM members WHERE uid = 'u1'; INSERT INTO bans (guid, uid, banned_at) VALUES ('g0', 'u1', 1)",
  },
  {
    sql: `UPDATE messages SET data = '{"text":"X"}' WHERE muid = 'm0'`,
    edit: 'messages:m0 data.text',
  },
  { sql: "UPDATE messages SET tags = '[]' WHERE muid = 'm3'", edit: 'messages:m3 tags' },
  {
    sql: "UPDATE messages SET sent_at = sent_at + 1, tags = '[]' WHERE muid = 'm4'",
    stays: 'messages:m4 sentAt',
    edit: 'messages:m4 tags',
  },
  { sql: "UPDATE messages SET deleted_at = 1 WHERE muid = 'm2'", stays: 'messages:m2 deleted' },
  { sql: "DELETE FROM messages WHERE muid = 'm1'" },
  { sql: 'DELETE FROM friends' },
  { sql: 'DELETE FROM blocks' },
  { gone: 'user' },
  { gone: 'group' },
];

/** Each change once, with and without edits of messages, and stopped early and late: these are tried first. */
const everyTampering: [Tampering[], boolean, number[], boolean][] = [
  [tamperings.filter(({ gone }) => gone === undefined), true, [7], false],
  [[...tamperings], false, [2, 20], false],
  [tamperings.filter(({ edit }) => edit !== undefined), false, [0], true],
];

async function tamper(rig: JobRig, { sql, gone }: Tampering): Promise<void> {
  if (sql !== undefined) rig.service.db.exec(sql);
  await using client = createClient(rig.target);
  if (gone === 'user')
    await client.call('users.delete', { path: { uid: 'u1' }, body: { permanent: true } });
  if (gone === 'group') await client.call('groups.delete', { path: { guid: 'g1' } });
}

/**
 * Repairs, and starts again after it was stopped after each of these numbers of events.
 *
 * @param changesMind whether messages are edited the other way before it was stopped
 */
async function repaired(
  rig: JobRig,
  editsMessages: boolean,
  stops: readonly number[],
  changesMind: boolean,
): Promise<RepairOutcome> {
  const options = {
    job: rig.job,
    target: rig.target,
    requestsPerMinute: 'unlimited',
    allowsLive: true,
    verifying: { requestsPerMinute: 'unlimited' },
  } as const;
  for (const after of [...stops, Infinity]) {
    const isLast = after === Infinity;
    const edits = changesMind && !isLast ? !editsMessages : editsMessages;
    const events = repairJob({ ...options, editsMessages: edits });
    for (let nth = 0; ; nth++) {
      const next = await events.next();
      if (next.done === true) {
        if (isLast) return next.value;
        break;
      }
      if (nth === after) {
        await events.return(undefined as never);
        break;
      }
    }
  }
  throw new Error('not reached');
}

function differences(rig: JobRig): string[] {
  const lines = readFileSync(path.join(rig.job, 'differences.jsonl'), 'utf8').trim().split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { kind, id, field } = JSON.parse(line) as Record<string, string>;
      return `${kind}:${id} ${field}`;
    });
}

test('whatever is changed in an app by hand, and wherever a repair is stopped, it then holds the plan but for what is listed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...tamperings), { maxLength: 8 }),
      fc.boolean(),
      fc.array(fc.nat(25), { maxLength: 2 }),
      fc.boolean(),
      async (tampered, editsMessages, stops, changesMind) => {
        await using rig = await startJobRig({ requestsPerMinute: 'unlimited' });
        const { job, target } = rig;
        await importRows(rows, { job, target, requestsPerMinute: 'unlimited', allowsLive: true });
        for (const each of tampered) await tamper(rig, each);
        await verifyJob({ job, target, requestsPerMinute: 'unlimited' });
        const before = differences(rig);
        // What is gone differs in nothing.
        const isAnyGone = tampered.some(({ gone }) => gone !== undefined);
        const found = tampered.flatMap(({ stays = [], edit = [] }) => [stays, edit].flat());
        expect(before).toEqual(expect.arrayContaining(isAnyGone ? [] : found));

        const recordsIn = (named: readonly string[]): number =>
          new Set(named.filter((each) => before.includes(each)).map((each) => each.split(' ')[0]))
            .size;
        const dry = await Array.fromAsync(
          repairJob({ job, target, editsMessages, isDryRun: true }),
        );
        expect(dry.filter(({ type }) => type === 'prepared')).toMatchObject([
          {
            counts: {
              notEdited: editsMessages ? 0 : recordsIn(tampered.flatMap(({ edit = [] }) => edit)),
              notRepairable: recordsIn(tampered.flatMap(({ stays = [] }) => stays)),
            },
          },
        ]);

        const { end } = await repaired(rig, editsMessages, stops, changesMind);

        expect(end).toBe('finished');
        const stays = tampered.flatMap(({ stays: each = [] }) => each);
        const edits = tampered.flatMap(({ edit = [] }) => (editsMessages ? [] : edit));
        // A message of a user or a group that was deleted was sent again as planned.
        const isLeft = (each: string): boolean => before.includes(each);
        const left = differences(rig);
        expect(left.toSorted()).toEqual(
          [
            ...stays.filter(isLeft),
            // What was sent before the operator changed their mind is edited.
            ...edits.filter((each) => isLeft(each) && (!changesMind || left.includes(each))),
          ].toSorted(),
        );
      },
    ),
    { numRuns, examples: everyTampering },
  );
});
