import type { Kind } from '@chatferry/contract';
import type { AccountedReading } from '../account/row-account.ts';
import type { CsvRows } from '../cutting/csv-dialect.ts';
import type { When } from '../mapping/condition.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import type { RowRules } from './row-rules.ts';

/** Everything that judging a file's chunks depends on. Plain data, because it is sent to other threads. */
export interface ReadingJob {
  readonly kind: Kind;
  readonly file: string;
  readonly mapping: KindMapping;
  readonly rules: RowRules;
  readonly others: readonly When[] | false;
  /** Whether texts of JSON rows are converted like cells of CSV, and numbers become texts or booleans as their fields need. */
  readonly convertsValues?: boolean;
  /** Absent when another reading of the file has the account of the rows, or code reads the rows. */
  readonly account?: AccountedReading;
  /** Absent: the rows are JSON. */
  readonly csv?: CsvRows;
}
