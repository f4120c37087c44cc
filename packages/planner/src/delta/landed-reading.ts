import type { LandedRecords } from './read-landed.ts';

/** The records that landed in a job and before it, as they are read. */
export interface LandedReading extends Disposable {
  /**
   * The next records, in the order of the kinds.
   *
   * @param waits whether to wait for them if they are not read yet
   * @returns undefined after the last ones, or if none are read yet
   * @throws {PlanError} `damaged` or `unreadable`
   */
  next(waits: boolean): LandedRecords | undefined;
}
