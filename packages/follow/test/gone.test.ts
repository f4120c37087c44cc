import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jobStatus, planFiles, runJob } from '@chatferry/job';
import { expect, test } from 'vitest';
import { NightRig } from './support/cut-over-rig.ts';
import { type FollowRig, SENT, startFollowRig } from './support/follow-rig.ts';

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);
  INSERT INTO rooms VALUES ('den', 'Den'), ('hall', 'Hall');
  INSERT INTO posts VALUES (1, 'den', 'ann', NULL, ${SENT}, 'one'), (2, 'den', 'ann', NULL, ${SENT + 1}, 'two');
`;

const KEPT = { removesGone: false, maxRemovals: 10 };
const REMOVED = { removesGone: true, maxRemovals: 10 };

async function begun(rig: FollowRig): Promise<void> {
  await rig.forum.exec(START);
  await rig.sendBulk();
}

function gone(rig: FollowRig): number | undefined {
  return jobStatus(rig.job).follow?.gone;
}

function listed(rig: FollowRig): string[] {
  return readFileSync(path.join(rig.job, 'gone.jsonl'), 'utf8').trim().split('\n');
}

test('records whose rows are gone are counted until --removals removes them, and listed once', async () => {
  await using rig = await startFollowRig();
  await begun(rig);
  await rig.forum.exec('DELETE FROM posts WHERE id = 1'); // Before the first start.
  await rig.follow(KEPT);
  const first = gone(rig);
  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  await rig.follow(KEPT);
  await rig.follow(KEPT);
  const second = gone(rig);
  const before = rig.held.messages;
  await rig.follow(REMOVED);
  await rig.follow(REMOVED);

  expect([first, second, gone(rig)]).toEqual([1, 2, 0]);
  expect(before).toEqual({ 1: 'one', 2: 'two' });
  expect(rig.held.messages).toEqual({});
  expect(listed(rig)).toEqual(['{"kind":"messages","id":"1"}', '{"kind":"messages","id":"2"}']);
});

test('a list of gone records that a killed process has left is written anew', async () => {
  await using rig = await startFollowRig();
  await begun(rig);
  await rig.follow(KEPT);
  const left = '{"kind":"messages","id":"2"}\n{"kind":"mess';
  writeFileSync(path.join(rig.job, 'gone.jsonl'), left);
  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  await rig.follow(KEPT);

  expect(listed(rig)).toEqual(['{"kind":"messages","id":"2"}']);
});

test('a record whose row comes back is no longer counted as gone', async () => {
  await using rig = await startFollowRig();
  await begun(rig);
  await rig.follow(KEPT);
  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  await rig.follow(KEPT);
  const before = gone(rig);
  await rig.forum.exec(`INSERT INTO posts VALUES (2, 'den', 'ann', NULL, ${SENT + 1}, 'two')`);
  await rig.follow(REMOVED);

  expect([before, gone(rig)]).toEqual([1, 0]);
  expect(rig.held.messages).toEqual({ 1: 'one', 2: 'two' });
});

test('groups stay with --removals too, and are counted', async () => {
  await using rig = await startFollowRig();
  await begun(rig);
  await rig.follow(REMOVED);
  await rig.forum.exec("DELETE FROM rooms WHERE id = 'hall'; DELETE FROM people WHERE id = 'bob'");
  const { segments } = await rig.follow(REMOVED);
  const again = await rig.follow(REMOVED);

  expect(gone(rig)).toBe(1);
  expect(again.segments).toBe(segments);
  expect(rig.held.users).toEqual({ ann: 'Ann', bob: 'Bob (left)' });
});

test('a cut-over counts the records that stay, and a plan after it removes them', async () => {
  await using rig = await startFollowRig();
  await begun(rig);
  await rig.follow(KEPT);
  await rig.forum.exec('DELETE FROM posts WHERE id = 2');
  const { events, ...opened } = await new NightRig(rig).cutOver();
  const cleared = path.join(rig.folder, 'cleared');
  await planFiles([], {
    job: cleared,
    after: rig.job,
    databases: [rig.forum.source],
    retentionMonths: 'none',
    removeGone: 1,
  });
  const { target } = rig;
  const sending = {
    job: cleared,
    target,
    requestsPerMinute: 'unlimited',
    allowsLive: true,
  } as const;
  await Array.fromAsync(runJob(sending));

  expect(events.find(({ type }) => type === 'armed')).toMatchObject({ gone: 1 });
  expect(opened).toMatchObject({ state: 'open', gone: 1, different: 0 });
  expect(rig.held.messages).toEqual({ 1: 'one' });
});
