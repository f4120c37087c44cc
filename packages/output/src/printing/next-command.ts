import type { StopReason } from '@chatferry/runner';

/** Formats the next command to run. @param rest its arguments, which may contain options */
export type NextCommand = (name: string, ...rest: readonly string[]) => string;

/** The command that continues a run, with the missing option that stopped the run. */
export function nextRun(
  next: NextCommand,
  reason: Pick<StopReason, 'code'> | undefined,
  name = 'run',
): string {
  return reason?.code === 'live-not-allowed' ? next(name, '--yes') : next(name);
}
