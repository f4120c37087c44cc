import path from 'node:path';
import { planFiles } from '@chatferry/job';
import { openPlan } from '@chatferry/planner';
import { expect, test } from 'vitest';
import { KilledError, SENT, startFollowRig } from './support/follow-rig.ts';

/** Each plan has more than 32 MiB, so that threads judge the rows, read the earlier plan and write the plan. */
const POSTS = 3500;
const POST_BYTES = 10_000;

const START = `
  INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL);
  INSERT INTO posts
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${POSTS})
    SELECT n, NULL, 'ann', 'bob', ${SENT}, n || hex(zeroblob(${POST_BYTES / 2 - 5})) FROM numbers;`;

/** The number of threads that this process starts until the work is done. */
async function threadsOf(work: () => Promise<unknown>): Promise<number> {
  let threads = 0;
  const count = (): void => void threads++;
  process.on('worker', count);
  await work();
  process.off('worker', count);
  return threads;
}

test('the first plan of a follower starts no thread, but an ordinary plan of the same rows does', async () => {
  await using rig = await startFollowRig();
  await rig.forum.exec(START);
  await rig.sendBulk();
  await rig.forum.exec(`INSERT INTO posts VALUES (4000, NULL, 'bob', 'ann', ${SENT + 1}, 'new')`);

  const ordinary = await threadsOf(() =>
    planFiles([], {
      job: path.join(rig.folder, 'ordinary'),
      after: rig.bulk,
      databases: [rig.forum.source],
      retentionMonths: 'none',
    }),
  );
  const follower = await threadsOf(async () => {
    const following = rig.follow({}, { onEvent: ({ type }) => type !== 'begun' });
    await expect(following).rejects.toBeInstanceOf(KilledError);
  });

  using plan = openPlan(path.join(rig.job, 'plan.sqlite'));
  expect(plan.summary.kinds.messages).toMatchObject({ planned: 1, unchanged: POSTS });
  expect({ ordinary, follower }).toEqual({ ordinary: 4, follower: 0 });
});
