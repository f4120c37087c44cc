import type { MessagePort } from 'node:worker_threads';
import type { MarksTable } from './marks-table.ts';
import type { LandedRecords } from './read-landed.ts';

/** Indexes of the shared counters: messages that were sent, and messages that were received. */
export const SENT = 0;
export const RECEIVED = 1;

/** Start message to the thread. */
export interface LandedThreadData {
  /** The path of the plan. */
  readonly path: string;
  readonly marks: MarksTable;
  readonly port: MessagePort;
  readonly signals: Int32Array<SharedArrayBuffer>;
}

/** A message of the thread: the next records, or the error that ended the thread. */
export interface LandedMessage {
  readonly records: readonly LandedRecords[];
  readonly isLast: boolean;
  readonly failure: LandedFailure | undefined;
}

interface LandedFailure {
  readonly message: string;
  readonly code: string | undefined;
  /** The fix of a `PlanError`. */
  readonly fix: string | undefined;
}
