import type { ApiError, Attempt } from '@chatferry/client';
import type { OperationName } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { AnswerAction } from '../answers/answer-action.ts';
import type { Pace } from '../pacing/pace.ts';
import type { ServiceReader } from '../reading/service-reader.ts';

/** One request of a route. */
export interface RouteRequest {
  readonly operation: OperationName;
  /** Absent where the path says everything. */
  readonly body?: Uint8Array;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly onBehalfOf?: string | undefined;
  /** Parses the answer's bytes in place of the client. */
  readonly parse?: ((bytes: Uint8Array) => unknown) | undefined;
}

/** How the records of a kind get into the service. Positions are 0-based, in the batch. */
export interface Route {
  /** Whether records that may have landed can be sent once more without harm. */
  readonly isRepeatable: boolean;
  /** Whether all records of a batch leave together, as long as nothing goes wrong. */
  readonly sendsWholeBatches: boolean;
  readonly pace: Pace;
  /** Whether others may have taken the id of a record that was removed: it is not removed once more to find out whether the service works. */
  readonly freesIds?: true;
  /** Whether a record that may have been created again by other people stays, also when the operator asks for it to be sent again. */
  readonly keepsDoubtful?: true;
  /** Cuts records of a batch into those that fit one request each, in order. */
  requestsFor(batch: Batch, positions: readonly number[]): (readonly number[])[];
  request(batch: Batch, positions: readonly number[]): RouteRequest | Promise<RouteRequest>;
  /** What an attempt means. @param nowMs milliseconds since 1970 */
  actionFor(
    outcome: Attempt | ApiError,
    batch: Batch,
    positions: readonly number[],
    nowMs: number,
  ): AnswerAction;
  /** Takes the slots of these records, in addition to the route's pace. @returns milliseconds to wait @param nowMs monotonic */
  waitMs?(batch: Batch, positions: readonly number[], nowMs: number): number;
  /**
   * Which of these records the service holds already, read before each request, when it may leave. For routes on which the service answers
   * in the same way whether it held a record or not.
   * @param isAgain whether an earlier request may have stored them
   * @throws {ApiError} when this cannot be read
   */
  heldBefore?(
    batch: Batch,
    positions: readonly number[],
    reader: ServiceReader,
    isAgain: boolean,
  ): Promise<ReadonlySet<number>>;
  /**
   * The records among these that other people have created again, read before each request, when it may leave. For updates.
   * @returns by position, the field that shows it
   * @throws {ApiError} when this cannot be read
   */
  ofOthers?(
    batch: Batch,
    positions: readonly number[],
    reader: ServiceReader,
  ): Promise<ReadonlyMap<number, string>>;
  /**
   * Whether the service refuses records that it has just answered with success when they are sent once more. Then it had refused them the
   * first time if it had held them, and its success proves that the request stored them.
   * @throws {ApiError} when no answer comes
   */
  refusesHeld?(batch: Batch, positions: readonly number[], reader: ServiceReader): Promise<boolean>;
  /**
   * Whether the service holds a record that this run has not sent and the ledger does not know as sent, which an older
   * or lost ledger explains. Asked before each record is sent.
   * @throws {ApiError} when the service does not allow the query
   */
  isStored?(batch: Batch, position: number, reader: ServiceReader): Promise<boolean>;
  /**
   * Looks for a record that may have landed before it is sent again. Needed on a route that is not repeatable, and on one that removes
   * records: other people may have created such a record again since.
   * @param sinceMs milliseconds since 1970: it was sent then or later
   * @returns whether there is nothing left to send; `doubtful`: there is a record that the request was to remove, or one that was created again
   * @throws {ApiError} `not-found` when it is not there either; another one when the service does not allow the query
   */
  isThere?(
    batch: Batch,
    position: number,
    sinceMs: number,
    reader: ServiceReader,
  ): Promise<boolean | 'doubtful'>;
}
