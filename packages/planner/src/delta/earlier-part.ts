import type { Kind, Row } from '@chatferry/contract';
import type { LandedRecords } from './read-landed.ts';

/**
 * The landed records that concern a small export, found by id. With it, the cost of a plan does not grow with the earlier job. The plan
 * decides only about records whose rows were read, and about records that are known to be gone.
 */
export interface EarlierPart {
  /** The landed records that the export has, refers to or lacks, in the order of the kinds. */
  readonly landed: readonly LandedRecords[];
  /** Whether a record landed. */
  readonly hasLanded: (kind: Kind, id: string) => boolean;
  /** A landed record, by the number of its batch in `landed`. */
  readonly recordOf: (seq: number, id: string) => Row;
  /** Whether the export decides about a landed record: its row was read, or it is known to be gone. */
  readonly decides: (kind: Kind, id: string) => boolean;
}
