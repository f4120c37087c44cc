import type { RunEvent } from './run-event.ts';
import type { RunOptions } from './run-options.ts';
import type { ShiftJob, ShiftResult, ShiftStep } from './run-shift.ts';
import type { StopSignals } from './watched.ts';

/** Loads `runShift` and calls it: most users of this package send nothing. */
export async function* runShift(
  job: ShiftJob,
  step: ShiftStep,
  options: RunOptions,
  stop?: StopSignals,
): AsyncGenerator<RunEvent, ShiftResult> {
  const shift = await import('./run-shift.ts');
  return yield* shift.runShift(job, step, options, stop);
}
