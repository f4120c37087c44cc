import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { finishRepair } from '../src/changes/finish-repair.ts';
import { jobFolder, planFiles, runJob, verifyJob } from '../src/index.ts';
import { prepareRepair } from '../src/changes/prepare-repair.ts';
import { unfinishedRepair, type RepairState, rememberRepair } from '../src/changes/repair-state.ts';
import { usableVerification } from '../src/changes/usable-verification.ts';
import { repairFolder } from '../src/changes/repair-folder.ts';
import type { Verification } from '../src/verifying/verification.ts';
import { type JobRig, startJobRig } from './support/job-rig.ts';

/** Plans and sends two users and three messages, of which the app then loses one. */
async function sendAndLose(rig: JobRig): Promise<void> {
  await planFiles([rig.writeExport(3)], { job: rig.job });
  const options = { job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' } as const;
  for await (const _ of runJob(options));
  rig.service.db.exec("DELETE FROM messages WHERE muid = 'm1'");
}

test('a verification is used only as it was written, for its plan and app, and as long as nothing was sent after it', async () => {
  await using rig = await startJobRig();
  await sendAndLose(rig);
  const job = jobFolder(rig.job);
  await verifyJob({ job: rig.job, target: rig.target });
  const found = JSON.parse(readFileSync(job.verification, 'utf8')) as Verification;
  const differences = readFileSync(job.differences, 'utf8');
  const isUsable = async (): Promise<boolean> => {
    const usable = await usableVerification(job, rig.target);
    expect([undefined, JSON.parse(readFileSync(job.verification, 'utf8'))]).toContainEqual(usable);
    return usable !== undefined;
  };
  const later = new Date(Date.now() + 60_000).toISOString();
  const earlier = new Date(0).toISOString();
  const kindsAt = (at: string): Verification['kinds'] =>
    found.kinds.map((kind) => ({ ...kind, at }));
  const versions: [boolean, Partial<Record<keyof Verification, unknown>>][] = [
    [true, {}],
    [true, { at: earlier }],
    [true, { kinds: kindsAt(later) }],
    [true, { target: { ...found.target, baseUrl: 'http://localhost:9' } }],
    [false, { plan: 'another' }],
    [false, { differences: { ...found.differences, lines: 0 } }],
    [false, { unfinishedSince: found.at }],
    [false, { differences: undefined }],
    [false, { differences: { ...found.differences, sha256: 'x' } }],
    [false, { target: { ...found.target, appId: 'another' } }],
    [false, { target: { ...found.target, baseUrl: 'https://example.org' } }],
    [false, { target: { appId: found.target.appId, region: 'eu' } }],
    [false, { kinds: found.kinds.slice(1) }],
    [false, { kinds: found.kinds.slice(0, 1) }],
    [false, { kinds: [] }],
    [false, { kinds: kindsAt(earlier) }],
    [false, { kinds: [...found.kinds.slice(1), { ...found.kinds[0]!, at: earlier }] }],
  ];

  for (const [expected, change] of versions) {
    writeFileSync(job.verification, JSON.stringify({ ...found, ...change }));
    expect([change, await isUsable()]).toEqual([change, expected]);
  }
  writeFileSync(job.verification, JSON.stringify(found));
  const contents: [boolean, string][] = [
    [false, ''],
    [false, `${differences}\n`],
    [false, differences.replace('m1', 'm2')],
    [true, differences],
  ];
  for (const [expected, content] of contents) {
    writeFileSync(job.differences, content);
    expect([content, await isUsable()]).toEqual([content, expected]);
  }
  rmSync(job.differences);
  expect(await usableVerification(job, rig.target)).toBeUndefined();
  writeFileSync(job.differences, differences);
  appendFileSync(job.verification, '}');
  expect(await usableVerification(job, rig.target)).toBeUndefined();
  rmSync(job.verification);
  expect(await usableVerification(job, rig.target)).toBeUndefined();
});

test('what a repair marks to be sent again is no longer listed as failed', async () => {
  await using rig = await startJobRig();
  await sendAndLose(rig);
  const job = jobFolder(rig.job);
  const failed = `INSERT INTO outcomes SELECT seq, 1, kind, 'm1', 'failed', 'HTTP 500', 'No.', NULL, NULL, 1, 3, 'messages', 3
    FROM batches WHERE kind = 'messages'`;
  using db = new DatabaseSync(job.ledger);
  db.exec(`UPDATE batches SET marks = 'cfc' WHERE kind = 'messages'; ${failed}`);
  writeFileSync(job.errors, '{"id":"m1"}\n');
  await verifyJob({ job: rig.job, target: rig.target });

  const to = { target: rig.target, options: {} };
  const counts = await prepareRepair({ job, to, editsMessages: false, isDryRun: false });

  expect(counts.sentAgain).toBe(1);
  expect(existsSync(job.errors)).toBe(false);
});

test('a repair is continued only for its plan and app, with the same treatment of messages, until it is done', async () => {
  await using rig = await startJobRig();
  await planFiles([rig.writeExport(1)], { job: rig.job });
  const job = jobFolder(rig.job);
  mkdirSync(repairFolder(job).path);
  using plan = openPlan(job.plan);
  const targets = [
    { appId: 'a', region: 'eu' as const },
    { appId: 'b', region: 'eu' as const },
    { appId: 'a', region: 'us' as const },
    { appId: 'a', baseUrl: 'http://127.0.0.1:1' },
    { appId: 'a', baseUrl: 'http://127.0.0.1:2' },
    { appId: 'a', baseUrl: 'https://example.org' },
  ];
  const places = ['a eu', 'b eu', 'a us', 'a here', 'a here', 'a elsewhere'];
  expect(unfinishedRepair(job, { target: targets[0]!, editsMessages: false })).toBeUndefined();

  for (const [nth, target] of targets.entries())
    for (const editsMessages of [false, true])
      for (const isDone of [false, true])
        for (const id of [plan.id, 'another']) {
          const counts = { sentAgain: 1, access: 2, updated: 3, notEdited: 4, notRepairable: 5 };
          const state: RepairState = {
            plan: id,
            target,
            editsMessages,
            isDone,
            counts,
            verifiedAt: '2026-11-22T00:00:00.000Z',
            hidden: ['friends'],
          };
          rememberRepair(job, { ...state, target: { ...target, apiKey: 'secret' } as never });
          expect(readFileSync(repairFolder(job).state, 'utf8')).not.toContain('secret');

          const found = targets.map((other) =>
            [false, true].map((edits) =>
              unfinishedRepair(job, { target: other, editsMessages: edits }),
            ),
          );

          expect(found).toEqual(
            targets.map((_, other) =>
              [false, true].map((edits) =>
                !isDone &&
                id === plan.id &&
                edits === editsMessages &&
                places[other] === places[nth]
                  ? state
                  : undefined,
              ),
            ),
          );
        }
});

test('a repair that is done finds more when relations are missing that could not be compared before', async () => {
  await using rig = await startJobRig();
  await planFiles([rig.writeExport(1)], { job: rig.job });
  const job = jobFolder(rig.job);
  mkdirSync(repairFolder(job).path);
  using plan = openPlan(job.plan);
  const target = { appId: 'a', region: 'eu' as const };
  const counts = { sentAgain: 0, access: 0, updated: 0, notEdited: 0, notRepairable: 0 };
  const verifiedAt = '2026-11-22T00:00:00.000Z';
  const sets = [[], ['friends'], ['blocks'], ['friends', 'blocks']] as const;

  for (const hidden of sets)
    for (const missing of sets)
      for (const id of [plan.id, 'another', undefined]) {
        const state = { plan: plan.id, target, editsMessages: false, isDone: false, counts };
        const kinds = ['users', 'friends', 'blocks'].map((kind) => ({
          kind,
          missing: kind === 'users' || (missing as readonly string[]).includes(kind) ? 1 : 0,
        }));
        rmSync(job.verification, { force: true });
        if (id !== undefined) writeFileSync(job.verification, JSON.stringify({ plan: id, kinds }));

        const findsMore = finishRepair(job, { ...state, verifiedAt, hidden });

        const isHidden = hidden.some((kind) => (missing as readonly string[]).includes(kind));
        expect([hidden, missing, id, findsMore]).toEqual([
          hidden,
          missing,
          id,
          id === plan.id && isHidden,
        ]);
        expect(unfinishedRepair(job, { target, editsMessages: false })).toBeUndefined();
        expect(JSON.parse(readFileSync(repairFolder(job).state, 'utf8'))).toEqual({
          ...state,
          verifiedAt,
          hidden: [...hidden],
          isDone: true,
        });
      }
});
