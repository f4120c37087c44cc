import type { Rate } from '../terms/rate.ts';

/** What the operator asks of a run from another process. It holds until it is changed, also for later runs. */
export interface ControlState {
  readonly paused: boolean;
  /** In place of the rate the run was started with. */
  readonly requestsPerMinute?: Rate | undefined;
}

/** Reads what the operator asks for. It may be some moments old. */
export interface Control {
  readonly state: ControlState;
}
