import type { Rate } from '../run-options.ts';

/** What somebody asked of a run from another process. It holds until it is changed, also for later runs. */
export interface Control {
  readonly paused: boolean;
  /** In place of the rate the run was started with. */
  readonly requestsPerMinute?: Rate | undefined;
}

/** Makes the run of a job wait before its next request. */
export function pauseRun(_folder: string): void {
  throw new Error('not yet');
}

export function resumeRun(_folder: string): void {
  throw new Error('not yet');
}

/** @param rate `undefined` goes back to the rate the run was started with */
export function setRate(_folder: string, _rate: Rate | undefined): void {
  throw new Error('not yet');
}

export function readControl(_folder: string): Control {
  throw new Error('not yet');
}
