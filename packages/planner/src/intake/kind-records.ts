import type { Kind } from '@chatferry/contract';
import type { Duplicates } from '../duplicates/duplicates.ts';
import type { EqualRows } from '../duplicates/equal-rows.ts';
import type { SplitRows } from '../duplicates/split-rows.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { KindIntake } from './kind-intake.ts';

/** The records of one kind, and what knows about them. */
export interface KindRecords {
  readonly kind: Kind;
  readonly spool: RecordSpool;
  readonly duplicates: Duplicates;
  readonly splitRows: SplitRows;
  readonly equalRows: EqualRows;
  readonly intake: KindIntake;
  /** Whether its batches are cut while its rows are read. */
  readonly isCut: boolean;
}
