import type { Rate } from '../terms/rate.ts';

/** What the operator asks of a run from another process. It stays in force for later runs until the operator changes it. */
export interface ControlState {
  readonly paused: boolean;
  /** Replaces the rate that the run was started with. */
  readonly requestsPerMinute?: Rate | undefined;
}

/** Reads what the operator asks for. It may be some moments old. */
export interface Control {
  readonly state: ControlState;
}
