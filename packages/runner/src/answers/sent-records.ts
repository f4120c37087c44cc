import { type Batch, entryOf } from '@chatferry/planner';
import { type AllSucceeded, namesRecords } from '../fast-path/all-succeeded.ts';

/** The records of one request, to compare the answer with. */
export interface SentRecords {
  readonly count: number;
  /** In the order they were sent. */
  ids(): readonly string[];
  /** Whether the answer's keys are the ids, in the order they were sent. Costs no parsing. */
  areNamedBy(answer: AllSucceeded): boolean;
}

/** Some of a batch's records. @param positions 0-based */
export function sentRecords(batch: Batch, positions: readonly number[]): SentRecords {
  return {
    count: positions.length,
    ids: () => positions.map((position) => entryOf(batch, position).id),
    areNamedBy: (answer) => namesRecords(answer, batch, positions),
  };
}
