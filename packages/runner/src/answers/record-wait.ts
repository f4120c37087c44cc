import { type Attempt, retryAfterMs } from '@chatferry/client';
import type { Fate, Wait } from './verdict.ts';

/** The wait that an answer asks for beside single records; `undefined` when it refuses none of them for their number. */
export function recordWait(
  fates: readonly Fate[],
  { headers }: Pick<Attempt, 'headers'>,
  nowMs: number,
): Wait | undefined {
  for (const fate of fates)
    if (fate.is === 'open' && fate.because === 'rate') {
      const { trouble } = fate;
      return { says: 'wait', afterMs: retryAfterMs(headers, { error: trouble }, nowMs), trouble };
    }
  return undefined;
}
