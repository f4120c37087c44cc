import type { LandedRecords } from './read-landed.ts';

/** Reads the records that landed in a job and before it. */
export interface LandedReading extends Disposable {
  /**
   * The next records, in the order of the kinds.
   *
   * @param waits whether to wait when none are available
   * @returns undefined after the last records, or when none are available
   * @throws {PlanError} `damaged` or `unreadable`
   */
  next(waits: boolean): LandedRecords | undefined;
}
