import type { StopReason } from '@chatferry/runner';
import type { NextCommand } from './command-line.ts';

/** The command that continues a run, with the option whose lack stopped it. */
export function nextRun(
  next: NextCommand,
  reason: Pick<StopReason, 'code'> | undefined,
  name = 'run',
): string {
  return reason?.code === 'live-not-allowed' ? next(name, '--yes') : next(name);
}
