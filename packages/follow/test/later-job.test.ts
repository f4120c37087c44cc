import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { planFiles, repairJob, retryJob, runJob, verifyJob } from '@chatferry/job';
import { expect, test } from 'vitest';
import { type FollowRig, SENT, startFollowRig } from './support/follow-rig.ts';

interface LaterJobLine {
  readonly path: string;
  readonly after: string;
}

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);
  INSERT INTO posts VALUES (1, NULL, 'ann', 'bob', ${SENT}, 'one'), (2, NULL, 'ann', 'bob', ${SENT + 1}, 'two'),
    (3, NULL, 'ann', 'bob', ${SENT + 2}, 'three');
`;

/** A bulk job, and a follower that has edited a message of the job and removed another one. */
async function followed(rig: FollowRig): Promise<void> {
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec(
    "UPDATE posts SET body = 'one, edited' WHERE id = 1; DELETE FROM posts WHERE id = 2; UPDATE people SET name = 'Anna' WHERE id = 'ann'",
  );
  await rig.follow({ maxRemovals: 10 });
}

async function repaired({ bulk, target }: FollowRig, job = bulk): Promise<void> {
  const options = {
    requestsPerMinute: 'unlimited',
    allowsLive: true,
    editsMessages: true,
  } as const;
  await Array.fromAsync(repairJob({ job, target, ...options }));
}

test('a repair of the bulk leaves alone what the follower has changed and removed', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  rig.service.db.exec(
    `UPDATE messages SET data = json_set(data, '$.text', 'tampered') WHERE muid = '3'`,
  );

  await repaired(rig);

  expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'three' });
  expect(rig.held.users['ann']).toBe('Anna');
  const left = readFileSync(path.join(rig.bulk, 'repair/not-repairable.jsonl'), 'utf8');
  expect(left.match(/"because":"later-job"/g)).toHaveLength(3);
});

test('a retry of the bulk sends what is missing, and nothing that the follower has removed', async () => {
  await using rig = await startFollowRig();
  const { bulk: job, target } = rig;
  await followed(rig);
  rig.service.db.exec("DELETE FROM messages WHERE muid = '3'");
  await verifyJob({ job, target, requestsPerMinute: 'unlimited' });

  await Array.fromAsync(retryJob({ job, target, requestsPerMinute: 'unlimited' }));

  expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'three' });
});

test('what the bulk has not sent is sent by the follower, and no longer by the bulk', async () => {
  await using rig = await startFollowRig();
  const { bulk: job, target } = rig;
  await rig.forum.exec(START);
  await planFiles([], { job, databases: [rig.forum.source], retentionMonths: 'none' });
  const sending = { job, target, requestsPerMinute: 'unlimited' } as const;
  for await (const { type } of runJob(sending)) if (type === 'kind-finished') break;
  await rig.follow();

  await expect(Array.fromAsync(runJob(sending))).rejects.toMatchObject({ code: 'later-job' });
  await expect(Array.fromAsync(retryJob(sending))).rejects.toMatchObject({ code: 'later-job' });
  expect(Object.keys(rig.held.messages)).toEqual(['1', '2', '3']);
});

test('a repair is refused when the later job is not where it was', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  renameSync(rig.job, `${rig.job}-moved`);

  await expect(repaired(rig)).rejects.toMatchObject({ code: 'later-job' });
  renameSync(`${rig.job}-moved`, rig.job);
  await repaired(rig);
  expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'three' });
});

test('a repair finds the later job when the folder that has both jobs was moved', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  const moved = path.join(rig.folder, 'moved');
  mkdirSync(moved);
  for (const each of ['bulk', 'follow'])
    renameSync(path.join(rig.folder, each), path.join(moved, each));

  await repaired(rig, path.join(moved, 'bulk'));

  expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'three' });
});

test('a repair finds the later job when only the earlier one was moved', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  const bulk = path.join(rig.folder, 'archive', 'bulk');
  mkdirSync(path.dirname(bulk));
  renameSync(rig.bulk, bulk);

  await repaired(rig, bulk);

  expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'three' });
});

test('a later job that an earlier version has named is found', async () => {
  await using rig = await startFollowRig();
  await followed(rig);
  const file = path.join(rig.bulk, 'later-jobs.jsonl');
  const { path: job, after } = JSON.parse(readFileSync(file, 'utf8').trim()) as LaterJobLine;
  writeFileSync(file, `\n${JSON.stringify({ job, after })}\n`);

  await repaired(rig);

  expect(rig.held.messages).toEqual({ 1: 'one, edited', 3: 'three' });
});

test('a repair that was prepared before the follower began leaves alone what it has changed since', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  rig.service.db.exec(
    `UPDATE users SET name = 'tampered'; UPDATE messages SET data = json_set(data, '$.text', 'tampered')`,
  );
  const { bulk: job, target } = rig;
  const begun = repairJob({ job, target, editsMessages: true });
  for await (const { type } of begun) if (type === 'prepared') break;
  await rig.forum.exec(
    "UPDATE posts SET body = 'one, edited' WHERE id = 1; UPDATE people SET name = 'Anna' WHERE id = 'ann'",
  );
  await rig.follow();

  await repaired(rig);

  expect(rig.held.users).toEqual({ ann: 'Anna', bob: 'Bob' });
  expect(rig.held.messages).toEqual({ 1: 'one, edited', 2: 'two', 3: 'three' });
});

test('a plan that was never sent does not keep the job before it from being retried', async () => {
  await using rig = await startFollowRig();
  const { bulk, target, forum } = rig;
  await forum.exec(START);
  await rig.sendBulk();
  const later = {
    job: path.join(rig.folder, 'later'),
    after: bulk,
    retentionMonths: 'none',
  } as const;
  await planFiles([], { ...later, databases: [forum.source] });

  await Array.fromAsync(retryJob({ job: bulk, target }));

  expect(readFileSync(path.join(bulk, 'later-jobs.jsonl'), 'utf8')).toContain(later.job);
});

test.skipIf(process.getuid?.() === 0)('a bulk that cannot be written is warned of', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  chmodSync(rig.bulk, 0o500);
  const { events } = await rig.follow();
  chmodSync(rig.bulk, 0o700);

  expect(events).toContainEqual({
    type: 'warning',
    text: expect.stringContaining('cannot be written'),
  });
});
