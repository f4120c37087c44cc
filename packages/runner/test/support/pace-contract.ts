import { expect, test } from 'vitest';
import { type Pace, quotaGapMs, type Rate } from '../../src/index.ts';

/** What every pace keeps. @param make a pace of a quota that was not used yet */
export function keepsPaceContract(make: (rate: Rate) => Promise<Pace>): void {
  test('grants one slot, and then asks to wait no longer than until the next', async () => {
    const pace = await make(1);

    expect(await pace.reserve()).toMatchObject({ leaveInMs: expect.any(Number) });
    const wait = await pace.reserve();

    expect(wait).toMatchObject({ why: 'full' });
    expect('askAgainInMs' in wait && wait.askAgainInMs).toBeLessThanOrEqual(quotaGapMs(1));
  });

  test('grants everything without a limit, and nothing at a rate of 0', async () => {
    const [unlimited, none] = [await make('unlimited'), await make(0)];

    expect(unlimited.rate).toBe('unlimited');
    for (let slot = 0; slot < 20; slot++)
      expect(await unlimited.reserve()).toMatchObject({ leaveInMs: 0 });
    expect(await none.reserve()).toMatchObject({ why: 'no-rate' });
  });
}
