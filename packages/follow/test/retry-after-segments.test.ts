import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { jobStatus, retryJob, verifyJob } from '@chatferry/job';
import { type FollowRig, startFollowRig, SENT } from './support/follow-rig.ts';

const PEOPLE = `INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);`;
const CY = `INSERT INTO people VALUES ('cy', 'Cy', NULL);`;

function post(id: number, body = `post ${id}`, author = 'ann'): string {
  return `INSERT INTO posts VALUES (${id}, NULL, '${author}', 'ann', ${SENT + id}, '${body}');`;
}

/** Starts a follower after a bulk of these rows. */
async function begun(rig: FollowRig, sql: string): Promise<void> {
  await rig.forum.exec(sql);
  await rig.sendBulk();
  await rig.follow();
}

/** Changes the database and follows, while the service refuses an operation. */
async function followRefused(rig: FollowRig, operation: string, sql: string): Promise<void> {
  rig.service.setFaults([
    { fault: 'status-before', operation, status: 400, code: 'ERR_BAD_REQUEST' },
  ]);
  await followed(rig, sql);
  rig.service.setFaults([]);
}

async function followed(rig: FollowRig, sql: string): Promise<void> {
  await rig.forum.exec(sql);
  await rig.follow();
}

async function retried(rig: FollowRig): Promise<void> {
  const { job, target } = rig;
  const events = retryJob({ job, target, requestsPerMinute: 'unlimited', allowsLive: true });
  await Array.fromAsync(events);
}

test('what later segments have changed or removed stays known when another record of its segment has failed', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1));
  await followRefused(rig, 'dataImport.users', CY + post(5) + post(6));

  await followed(rig, `DELETE FROM posts WHERE id = 5; UPDATE posts SET body = 'v2' WHERE id = 6`);
  await followed(rig, post(7));
  await followed(rig, `${post(5)} UPDATE posts SET body = 'post 6' WHERE id = 6`);

  expect(rig.held.messages).toEqual({ 1: 'post 1', 5: 'post 5', 6: 'post 6', 7: 'post 7' });
});

test.each([
  { name: 'has failed too', later: followRefused },
  {
    name: 'has landed',
    later: async (rig: FollowRig, _: string, sql: string) => followed(rig, sql),
  },
])('a retry sends the latest version of a record, when that $name', async ({ later }) => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE);
  await followRefused(rig, 'dataImport.users', CY);
  await later(rig, 'dataImport.users', "UPDATE people SET name = 'Cyrus' WHERE id = 'cy'");

  await retried(rig);

  expect(rig.held.users['cy']).toBe('Cyrus');
  const { job, target } = rig;
  const { complete } = await verifyJob({ job, target, requestsPerMinute: 'unlimited' });
  expect(complete).toBe(true);
  await followed(rig, "DELETE FROM people WHERE id = 'cy'");
  expect(rig.held.users['cy']).toBe('Cyrus (left)');
});

test('a record that a retry sends after its row has gone is removed by the next start', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE);
  await followRefused(rig, 'dataImport.messages', post(5));
  await rig.forum.exec('DELETE FROM posts');
  const gone = await rig.follow();
  expect(gone.failed).toBe(1);

  await retried(rig);
  const sent = rig.held.messages;
  await rig.follow();

  expect(gone.waiting).toBe(0);
  expect(sent).toEqual({ 5: 'post 5' });
  expect(rig.held.messages).toEqual({});
});

test('an edit that a retry sends after it was taken back is taken back in the app too', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1));
  await followRefused(rig, 'messages.update', "UPDATE posts SET body = 'other'");
  await followed(rig, "UPDATE posts SET body = 'post 1'");

  await retried(rig);
  const sent = rig.held.messages;
  await rig.follow();

  expect(sent).toEqual({ 1: 'other' });
  expect(rig.held.messages).toEqual({ 1: 'post 1' });
});

test('a message that a retry removes after its row has come back is sent again', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE + post(1));
  await followRefused(rig, 'messages.delete', 'DELETE FROM posts');
  await followed(rig, post(1));

  await retried(rig);
  const removed = rig.held.messages;
  await rig.follow();

  expect(removed).toEqual({});
  expect(rig.held.messages).toEqual({ 1: 'post 1' });
});

test('what waits for a record that a retry sends is sent by the next start', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE);
  await followRefused(rig, 'dataImport.users', CY);
  await followed(rig, post(5, 'hello', 'cy'));

  await retried(rig);
  const { waiting, failed } = await rig.follow();

  expect([waiting, failed]).toEqual([0, 0]);
  expect(rig.held.messages).toEqual({ 5: 'hello' });
});

test('a record that has failed and that a later segment has sent is no loss any more', async () => {
  await using rig = await startFollowRig();
  await begun(rig, PEOPLE);
  await followRefused(rig, 'dataImport.users', CY);
  const before = jobStatus(rig.job);
  await followed(rig, "UPDATE people SET name = 'Cyrus' WHERE id = 'cy'");
  const { kinds, conclusion } = jobStatus(rig.job);

  expect(before.kinds.users).toMatchObject({ failed: 1, merged: 0 });
  expect(kinds.users).toMatchObject({ failed: 0, merged: 1, planned: 1, created: 1, pending: 0 });
  expect(conclusion.headline).not.toMatch(/fail|not land/);
  expect(existsSync(path.join(rig.job, 'errors.jsonl'))).toBe(false);
});
