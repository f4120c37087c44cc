import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  checkJob,
  explainRecord,
  jobFolder,
  jobStatus,
  planFiles,
  retryJob,
  undoJob,
  verifyJob,
} from '@chatferry/job';
import { databaseInput } from '@chatferry/job/planning';
import { startFollowRig, type FollowRig, SENT } from './support/follow-rig.ts';

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL), ('cy', 'Cy', NULL);
  INSERT INTO rooms VALUES ('den', 'Den');
  INSERT INTO seats VALUES ('den', 'ann', 'admin'), ('den', 'bob', 'participant');
  INSERT INTO posts VALUES
    (1, 'den', 'ann', NULL, ${SENT}, 'one'), (2, NULL, 'bob', 'ann', ${SENT + 1}, 'two'),
    (3, 'den', 'bob', NULL, ${SENT + 2}, 'three');
`;

/** A follower with three segments: records are made, changed and removed in different ones. */
async function followed(rig: FollowRig): Promise<void> {
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec(`
    INSERT INTO people VALUES ('dot', 'Dot', NULL);
    INSERT INTO seats VALUES ('den', 'dot', 'participant');
    INSERT INTO posts VALUES (4, 'den', 'dot', NULL, ${SENT + 3}, 'four'), (5, 'den', 'dot', NULL, ${SENT + 4}, 'five');
    UPDATE posts SET body = 'two, edited' WHERE id = 2;
    INSERT INTO posts VALUES (9, 'den', 'nobody', NULL, ${SENT + 9}, 'nine'), (10, 'den', 'ann', NULL, 12, 'old');
  `);
  await rig.follow();
  await rig.forum.exec(`
    UPDATE people SET name = 'Dotty' WHERE id = 'dot';
    UPDATE posts SET body = 'four, edited' WHERE id = 4;
    DELETE FROM posts WHERE id = 5;
    DELETE FROM seats WHERE person = 'bob';
  `);
  await rig.follow();
}

test('verify compares the latest version of each record', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  const { job, target } = rig;

  const delta = await verifyJob({ job, target, requestsPerMinute: 'unlimited' });
  const full = await verifyJob({ job, target, requestsPerMinute: 'unlimited', full: true });
  rig.service.db.exec(`UPDATE messages SET data = json_set(data, '$.text', 'x') WHERE muid = '4'`);
  const tampered = await verifyJob({ job, target, requestsPerMinute: 'unlimited' });

  expect(delta.kinds.filter(({ planned, same }) => planned !== same)).toEqual([]);
  expect(delta).toMatchObject({ complete: true, scope: 'delta' });
  expect(full).toMatchObject({ complete: true, scope: 'full' });
  expect(tampered.complete).toBe(false);
});

test('status and report sum up the segments, and check finds no fault', async () => {
  await using rig = await startFollowRig();
  await followed(rig);

  const { kinds, conclusion } = jobStatus(rig.job);
  const checked = await checkJob(jobFolder(rig.job));

  expect(kinds.users).toMatchObject({ planned: 1, created: 1 });
  expect(kinds.userUpdates).toMatchObject({ planned: 1, created: 1 });
  expect(kinds.messages).toMatchObject({ planned: 2, created: 2, rejected: 1 });
  expect(kinds.messageEdits).toMatchObject({ planned: 2, created: 2 });
  expect(kinds.messageRemovals).toMatchObject({ planned: 1, created: 1 });
  expect(conclusion.headline).toMatch(/Finished. 1 of 22 rows did not move/);
  expect(checked).toEqual({ damage: [], others: [] });
});

test('rows that wait are in the headline of status and of verify', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec(
    `INSERT INTO posts VALUES (4, 'den', 'ann', NULL, ${SENT + 3}, 'four'), (9, 'den', 'nobody', NULL, ${SENT + 9}, 'nine');
     UPDATE posts SET body = 'one, edited' WHERE id = 1;`,
  );
  await rig.follow();
  const { job, target } = rig;

  const { conclusion, follow } = jobStatus(job);
  const verified = await verifyJob({ job, target, requestsPerMinute: 'unlimited' });

  for (const { state, headline, sentences } of [conclusion, verified.conclusion]) {
    expect(state).toBe('losses');
    expect(headline).toMatch(/Finished. 1 changed row of the databases is not in the plan yet.$/);
    expect(sentences.filter((text) => /unchanged|in the app/.test(text))).toEqual([]);
    expect(sentences).toContain(
      'When planned, 9 rows were as they had landed before: nothing was sent or read back for that.',
    );
  }
  expect(verified.complete).toBe(true);
  const waiting = { missing: 1, 'taken-id': 0, removals: 0 };
  expect(follow).toEqual({
    toPlan: 0,
    waiting,
    gone: 0,
    behindSince: undefined,
    comparedAt: expect.any(Number) as number,
    app: {
      to: 0,
      segments: 2,
      at: undefined,
      dueSince: expect.any(Number) as number,
      different: 0,
      differing: [],
    },
  });
});

test('a job whose follower was killed before its first plan was complete has a status', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  writeFileSync(jobFolder(rig.bulk).followState, '');

  expect(jobStatus(rig.bulk).conclusion.state).toBe('complete');
});

test('explain shows every version of a record', async () => {
  await using rig = await startFollowRig();
  await followed(rig);

  const { versions } = await explainRecord(jobFolder(rig.job), 'messages', '4');
  const before = await explainRecord(jobFolder(rig.job), 'messages', '2');

  expect(versions).toMatchObject([
    { kind: 'messages', segment: 2 },
    { kind: 'messageEdits', segment: 3 },
  ]);
  expect(before).toMatchObject({
    landedBefore: true,
    versions: [{ kind: 'messageEdits', segment: 2 }],
  });
});

test('a plan after a follow job has nothing to send when nothing changed', async () => {
  await using rig = await startFollowRig();
  await followed(rig);

  const { kinds, delta } = await planFiles([], {
    job: `${rig.folder}/after`,
    after: rig.job,
    databases: [rig.forum.source],
    retentionMonths: 'none',
    editMessages: true,
  });

  expect(kinds.users).toMatchObject({ rows: 4, unchanged: 4, planned: 0 });
  expect(kinds.messages).toMatchObject({ rows: 6, unchanged: 4, planned: 0, rejected: 2 });
  expect(kinds.members).toMatchObject({ unchanged: 2, planned: 0 });
  expect([kinds.messageEdits?.planned ?? 0, kinds.userUpdates?.planned ?? 0]).toEqual([0, 0]);
  expect(delta?.gone).toMatchObject({ messages: 0, members: 0, users: 0 });
});

test('undo removes what the segments have made, and leaves the rest', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  const { job, target } = rig;

  const events = undoJob({
    job,
    target,
    confirm: () => true,
    requestsPerMinute: 'unlimited',
    allowsLive: true,
  });
  let next = await events.next();
  while (next.done !== true) next = await events.next();

  expect(rig.held).toEqual({
    users: { ann: 'Ann', bob: 'Bob', cy: 'Cy' },
    groups: { den: 'Den' },
    members: ['den ann'],
    messages: { 1: 'one', 2: 'two, edited', 3: 'three' },
  });
});

test('retry of a follow job sends what failed', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  const events = retryJob({ job: rig.job, target: rig.target, requestsPerMinute: 'unlimited' });
  let next = await events.next();
  while (next.done !== true) next = await events.next();

  expect(next.value.end).toBe('finished');
  void databaseInput;
});
