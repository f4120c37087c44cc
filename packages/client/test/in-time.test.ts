import { once } from 'node:events';
import { expect, test } from 'vitest';
import { inTime } from '../src/pacing/in-time.ts';

const outgoing = { operation: 'users.get', method: 'GET' } as Parameters<typeof inTime>[0];

test('an error that a call has after its limit is its own, and not a timeout', async () => {
  const call = inTime(outgoing, 1, async ({ signal }) => {
    await once(signal!, 'abort');
    throw new Error('refused');
  });

  await expect(call).rejects.toThrow('refused');
});

test('a call without a limit gets the signal of the caller', async () => {
  const { signal } = new AbortController();

  expect(await inTime({ ...outgoing, signal }, undefined, async (timed) => timed.signal)).toBe(
    signal,
  );
});
