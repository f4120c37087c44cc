import { type Clock, systemClock } from '@chatferry/client';
import { jobStatus } from '@chatferry/job';
import { expect, test } from 'vitest';
import { fallingBehind } from '../src/following/pace.ts';
import { SENT, startFollowRig } from './support/follow-rig.ts';

test.each([
  { name: 'rows change faster than they are sent', inMs: 300_000, tookMs: 420_000, is: true },
  { name: 'they are sent as fast as they change', inMs: 300_000, tookMs: 300_000, is: false },
  { name: 'a round is too short to show it', inMs: 20_000, tookMs: 40_000, is: false },
])('when $name, falling behind is $is', ({ inMs, tookMs, is }) => {
  expect(fallingBehind({ found: 21_000, inMs, tookMs })).toEqual(
    is ? { changedPerMinute: 4200, sentPerMinute: 3000 } : undefined,
  );
});

/** A clock that can be set forward. */
class FastClock implements Clock {
  aheadMs = 0;
  readonly now = (): number => systemClock.now() + this.aheadMs;
  readonly monotonicMs = (): number => systemClock.monotonicMs() + this.aheadMs;
  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    systemClock.sleep(ms, signal);
}

test('a follower reports that rows change faster than they are sent, and status states it until a round shows that it keeps up', async () => {
  await using rig = await startFollowRig();
  const post = (id: number): Promise<unknown> =>
    rig.forum.exec(`INSERT INTO posts VALUES (${id}, NULL, 'ann', 'bob', ${SENT + id}, 'post')`);
  await rig.forum.exec("INSERT INTO people VALUES ('ann', 'Ann', NULL), ('bob', 'Bob', NULL)");
  await rig.sendBulk();
  await rig.follow();
  const clock = new FastClock();
  const behind: (boolean | undefined)[] = [];
  let rounds = 0;
  await post(1);
  const { events } = await rig.follow(
    { clock },
    {
      onEvent: async ({ type }) => {
        if (type === 'settled') clock.aheadMs += [100_000, 200_000, 1000][rounds++]!;
        if (type === 'reconciled')
          behind.push(jobStatus(rig.job).follow?.fallingBehind !== undefined);
        if (type === 'settled' && rounds < 3) await post(rounds + 1);
      },
    },
  );

  expect(events.filter(({ type }) => type === 'falling-behind')).toEqual([
    { type: 'falling-behind', changedPerMinute: 1, sentPerMinute: 0 },
  ]);
  expect(behind).toEqual([false, false, true, false]);
});
