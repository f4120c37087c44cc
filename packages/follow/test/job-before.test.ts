import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { jobFolder } from '@chatferry/job';
import { expect, test } from 'vitest';
import { openState } from '../src/state/follow-state.ts';
import { type FollowRig, SENT, startFollowRig } from './support/follow-rig.ts';

/** A follower after a bulk with one message. The message has been edited since, so that its former content is needed. */
async function edited(rig: FollowRig): Promise<void> {
  await rig.forum.exec(
    `INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);
     INSERT INTO posts VALUES (1, NULL, 'ann', 'bob', ${SENT}, 'one');`,
  );
  await rig.sendBulk();
  await rig.follow();
  await rig.forum.exec("UPDATE posts SET body = 'one, edited'");
}

/** Moves folders of the rig into another folder. @returns the new paths, in the same order */
function moved(rig: FollowRig, ...folders: readonly string[]): string[] {
  const to = path.join(rig.folder, 'moved');
  mkdirSync(to, { recursive: true });
  return folders.map((folder) => {
    const place = path.join(to, path.basename(folder));
    renameSync(folder, place);
    return place;
  });
}

const later = { after: undefined };

test('a follower continues when its folder and the one of the bulk were moved together', async () => {
  await using rig = await startFollowRig();
  await edited(rig);
  const [job] = moved(rig, rig.job, rig.bulk);

  await rig.follow({ ...later, job: job! });
  const first = rig.held.messages;
  await rig.forum.exec("UPDATE posts SET body = 'one'");
  await rig.follow({ ...later, job: job! });

  expect(first).toEqual({ 1: 'one, edited' });
  // Without the content that landed in the bulk, the follower does not see that this edit is one.
  expect(rig.held.messages).toEqual({ 1: 'one' });
});

test('a follower continues when only its own folder was moved', async () => {
  await using rig = await startFollowRig();
  await edited(rig);
  const [job] = moved(rig, rig.job);

  await rig.follow({ ...later, job: job! });

  expect(rig.held.messages).toEqual({ 1: 'one, edited' });
});

test('a follower that an earlier version has begun continues', async () => {
  await using rig = await startFollowRig();
  await edited(rig);
  using state = openState(jobFolder(rig.job).followState)!;
  state.setFact('after', rig.bulk);

  await rig.follow(later);

  expect(rig.held.messages).toEqual({ 1: 'one, edited' });
});

test('a follower whose bulk is gone names the place, and continues when it is put back', async () => {
  await using rig = await startFollowRig();
  await edited(rig);
  const [bulk] = moved(rig, rig.bulk);

  const error = await rig.follow().catch((refused: unknown) => refused);
  const held = rig.held.messages;
  renameSync(bulk!, rig.bulk);
  await rig.follow(later);

  expect(error).toMatchObject({
    code: 'follow-differs',
    message: expect.stringContaining(`is not in ${rig.bulk}`),
    fix: expect.stringContaining('Put its folder back'),
  });
  expect(held).toEqual({ 1: 'one' });
  expect(rig.held.messages).toEqual({ 1: 'one, edited' });
});

test('a bulk that was moved alone is named once', async () => {
  await using rig = await startFollowRig();
  await edited(rig);
  const [bulk] = moved(rig, rig.bulk);

  await rig.follow({ after: bulk });
  const first = rig.held.messages;
  await rig.forum.exec("UPDATE posts SET body = 'one, edited twice'");
  await rig.follow(later);

  expect(first).toEqual({ 1: 'one, edited' });
  expect(rig.held.messages).toEqual({ 1: 'one, edited twice' });
});

test('another job in the place of the bulk is not taken for it', async () => {
  await using rig = await startFollowRig();
  await edited(rig);
  rmSync(rig.bulk, { recursive: true });
  await rig.sendBulk();

  await expect(rig.follow(later)).rejects.toMatchObject({ code: 'follow-differs' });
});
