import type { Kind } from '@chatferry/contract';
import type { Duplicates } from '../duplicates/duplicates.ts';
import type { EqualRows } from '../duplicates/equal-rows.ts';
import type { SplitRows } from '../duplicates/split-rows.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { KindIntake } from './kind-intake.ts';

/** The records of one kind, and the objects that process them. */
export interface KindRecords {
  readonly kind: Kind;
  readonly spool: RecordSpool;
  readonly duplicates: Duplicates;
  readonly splitRows: SplitRows;
  readonly equalRows: EqualRows;
  readonly intake: KindIntake;
  /** Whether batches are cut while rows are read. */
  readonly isCut: boolean;
}
