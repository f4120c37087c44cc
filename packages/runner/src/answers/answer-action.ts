import type { Trouble } from '../terms/trouble.ts';
import type { StopReason } from '../terms/stop-reason.ts';

/** The result of one record, as the answer to its request reports it. */
export type RecordResult =
  | { readonly is: 'created' }
  | { readonly is: 'present' }
  | { readonly is: 'failed'; readonly trouble: Trouble }
  | OpenResult;

/** The outcome of a record is not known: the answer omits it, or reports trouble that may pass. */
export interface OpenResult {
  readonly is: 'open';
  readonly trouble: Trouble;
  readonly because: OpenReason;
}

/**
 * - `trouble`: the service failed while it handled the record
 * - `realtime`: only the realtime part of the service failed; the record itself may exist
 * - `rate`: too many requests; the record was not taken
 * - `not-mentioned`: the answer omits it
 * - `stop`: the service takes no further record
 */
export type OpenReason = 'trouble' | 'realtime' | 'rate' | 'not-mentioned' | 'stop';

/** Nothing was accepted: send the same request again, later. */
export interface WaitAction {
  readonly type: 'wait';
  /** Milliseconds that the answer asks to wait. */
  readonly afterMs: number | undefined;
  readonly trouble: Trouble;
}

/** The answer has no result for any record: send the request again, and if that does not help, find the record at fault. */
export interface RetryAction {
  readonly type: 'retry';
  readonly trouble: Trouble;
  /** Whether records may have been stored all the same. */
  readonly mayHaveLanded: boolean;
  /**
   * Who reported the trouble: the service for the whole request, the service for each record (or by omitting records), or a
   * gateway; `silence`: no answer came.
   */
  readonly source: 'service' | 'records' | 'gateway' | 'silence';
  /** Milliseconds that the answer asks to wait. */
  readonly afterMs: number | undefined;
}

/** The service will refuse this request each time: send smaller parts, down to the record at fault. */
export interface SplitAction {
  readonly type: 'split';
  readonly because: 'too-large' | 'refused';
  readonly trouble: Trouble;
}

/** The service accepts nothing until the operator acts. */
export interface StopAction {
  readonly type: 'stop';
  readonly reason: StopReason;
  /**
   * False when the service gave no known code. As long as it accepts other records, a record of this request must then be
   * at fault.
   */
  readonly certain: boolean;
  readonly trouble: Trouble;
}

/** What the answer to a request means, and what is to be done. */
export type AnswerAction =
  /** Every record landed. */
  | { readonly type: 'all-created' }
  /** The answer reports single records: one result each, in the order they were sent. */
  | {
      readonly type: 'results';
      readonly results: readonly RecordResult[];
      /** Set when a result means that the service accepts no further record. */
      readonly stop?: StopReason | undefined;
      /** Set when a record was refused because there were too many requests. */
      readonly wait?: WaitAction | undefined;
    }
  | WaitAction
  | RetryAction
  | SplitAction
  | StopAction;
