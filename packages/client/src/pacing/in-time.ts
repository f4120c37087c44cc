import { ApiError } from '../terms/api-error.ts';
import type { OutgoingRequest } from '../terms/outgoing-request.ts';

/**
 * Runs a call with a time limit for all of its waits, attempts and repeats.
 * @throws {ApiError} `timeout` when the limit is reached
 */
export async function inTime<Result>(
  outgoing: OutgoingRequest,
  timeoutMs: number | undefined,
  call: (timed: OutgoingRequest) => Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return call(outgoing);
  const { operation, method, signal } = outgoing;
  const limit = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    return await call({ ...outgoing, signal: either });
  } catch (cause) {
    if (cause !== limit.reason || !limit.aborted) throw cause;
    throw new ApiError('timeout', `not done within the ${timeoutMs} ms of the call; try later.`, {
      operation,
      mayHaveLanded: method !== 'GET',
      cause,
    });
  }
}
