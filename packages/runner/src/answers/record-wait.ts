import { type Attempt, retryAfterMs } from '@chatferry/client';
import type { RecordResult, WaitAction } from './answer-action.ts';

/** The wait that an answer requires for single records; `undefined` when no record was refused because of too many requests. */
export function recordWait(
  results: readonly RecordResult[],
  { headers }: Pick<Attempt, 'headers'>,
  nowMs: number,
): WaitAction | undefined {
  for (const result of results)
    if (result.is === 'open' && result.because === 'rate') {
      const { trouble } = result;
      return { type: 'wait', afterMs: retryAfterMs(headers, { error: trouble }, nowMs), trouble };
    }
  return undefined;
}
