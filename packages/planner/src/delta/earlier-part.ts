import type { Kind, Row } from '@chatferry/contract';
import type { LandedRecords } from './read-landed.ts';

/**
 * The part of what landed that concerns a small export, found by its ids. With it, the cost of a plan does not grow with the earlier job, and
 * the plan decides only about the records of the rows that were read, and of those that are known to be gone.
 */
export interface EarlierPart {
  /** The landed records that the export has, refers to or lacks, in the order of the kinds. */
  readonly landed: readonly LandedRecords[];
  /** Whether a record landed. */
  readonly hasLanded: (kind: Kind, id: string) => boolean;
  /** A landed record, by the number of its batch in `landed`. */
  readonly recordOf: (seq: number, id: string) => Row;
  /** Whether the export decides about a landed record: it has its row, or lacks it. */
  readonly decides: (kind: Kind, id: string) => boolean;
}
