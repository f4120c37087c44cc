import type { ApiError, Attempt } from '@chatferry/client';
import type { OperationName } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { AnswerAction } from '../answers/answer-action.ts';
import type { Pace } from '../pacing/pace.ts';
import type { ServiceReader } from '../reading/service-reader.ts';

/** One request of a route. */
export interface RouteRequest {
  readonly operation: OperationName;
  /** Absent when the path is enough. */
  readonly body?: Uint8Array;
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly onBehalfOf?: string | undefined;
  /** Parses the answer's bytes in place of the client. */
  readonly parse?: ((bytes: Uint8Array) => unknown) | undefined;
}

/** How the records of a kind get into the service. Positions are 0-based, in the batch. */
export interface Route {
  /** Whether a record that may have landed can be sent again without harm. */
  readonly isRepeatable: boolean;
  /** Whether all records of a batch leave together, as long as nothing goes wrong. */
  readonly sendsWholeBatches: boolean;
  readonly pace: Pace;
  /** Whether other people may have taken the id of a removed record. Its removal is then never repeated to probe the service. */
  readonly freesIds?: true;
  /** Whether a record that other people may have created again is kept, even when the operator asks to send its removal again. */
  readonly keepsDoubtful?: true;
  /** Cuts records of a batch into requests, in order. */
  requestsFor(batch: Batch, positions: readonly number[]): (readonly number[])[];
  request(batch: Batch, positions: readonly number[]): RouteRequest | Promise<RouteRequest>;
  /** What an attempt means. @param nowMs milliseconds since 1970 */
  actionFor(
    outcome: Attempt | ApiError,
    batch: Batch,
    positions: readonly number[],
    nowMs: number,
  ): AnswerAction;
  /** Takes the slots of records, in addition to the route's pace. @returns milliseconds to wait @param nowMs monotonic */
  waitMs?(batch: Batch, positions: readonly number[], nowMs: number): number;
  /**
   * Reads which records the service already holds, before each request, when the request may leave. For routes where the service gives
   * the same answer whether it held a record or not.
   * @param isAgain whether an earlier request may have stored the records
   * @throws {ApiError} when this cannot be read
   */
  heldBefore?(
    batch: Batch,
    positions: readonly number[],
    reader: ServiceReader,
    isAgain: boolean,
  ): Promise<ReadonlySet<number>>;
  /**
   * Reads which records other people have created again, before each request, when the request may leave. For updates.
   * @returns by position, the field that shows it
   * @throws {ApiError} when this cannot be read
   */
  ofOthers?(
    batch: Batch,
    positions: readonly number[],
    reader: ServiceReader,
  ): Promise<ReadonlyMap<number, string>>;
  /**
   * Whether the service refuses a second send of records that it has just accepted. If it had held the records before, it would then have
   * refused the first send too, so its success proves that the request stored them.
   * @throws {ApiError} when no answer comes
   */
  refusesHeld?(batch: Batch, positions: readonly number[], reader: ServiceReader): Promise<boolean>;
  /**
   * Whether the service holds a record that neither this run nor the ledger knows as sent, because the ledger is an older copy or
   * was lost. Called before each record is sent.
   * @throws {ApiError} when the service does not allow the query
   */
  isStored?(batch: Batch, position: number, reader: ServiceReader): Promise<boolean>;
  /**
   * Looks up a record that may have landed, before it is sent again. Needed on a route that is not repeatable, and on a route that removes
   * records, because other people may have created such a record again.
   * @param sinceMs milliseconds since 1970; the record was sent at this time or later
   * @returns whether nothing is left to send; `doubtful`: the record to remove is still there, or other people have created it again
   * @throws {ApiError} `not-found` also means that the record is not there; any other code, that the service does not allow the query
   */
  isThere?(
    batch: Batch,
    position: number,
    sinceMs: number,
    reader: ServiceReader,
  ): Promise<boolean | 'doubtful'>;
}
