import { ApiError, type Clock } from '@chatferry/client';
import type { ExplainedError } from '@chatferry/job';
import type { StopReason } from '@chatferry/runner';
import { SourceError } from '@chatferry/sources';

/** A source or the service does not answer. Nothing is lost: the follower tries again. */
export interface FailingEvent {
  readonly type: 'failing';
  readonly lines: readonly string[];
  readonly fix: string | undefined;
  /** When the next attempt begins, milliseconds since 1970. */
  readonly nextAt: number;
}

/** Milliseconds between two attempts. */
const RETRY_MS = 10_000;

/** Whether another attempt of a run may succeed without the operator. */
export function isPassing({ code }: Pick<StopReason, 'code'>): boolean {
  return code === 'gave-up';
}

const passingCodes: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'unreadable',
  'rate-limited',
  'service-trouble',
]);

/** Whether another attempt may succeed after an error of a source or of the service. */
export function isPassingError(error: unknown): boolean {
  return (
    error instanceof SourceError || (error instanceof ApiError && passingCodes.has(error.code))
  );
}

/** Reports a failure, and waits for the next attempt. */
export async function* failing(
  { lines, fix }: Pick<ExplainedError, 'lines' | 'fix'>,
  clock: Clock,
  signal: AbortSignal,
  retryMs: number = RETRY_MS,
): AsyncGenerator<FailingEvent, void> {
  yield { type: 'failing', lines, fix, nextAt: clock.now() + retryMs };
  await clock.sleep(retryMs, signal).catch(() => {});
}
