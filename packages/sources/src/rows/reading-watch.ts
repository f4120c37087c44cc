import type { FilePorts } from '../reading/file-addresses.ts';
import type { EarlierIds } from './earlier-ids.ts';

/** What a reading reports, and what it needs of an earlier job. */
export interface ReadingWatch {
  /** Takes a line of `not-carried.jsonl`. */
  readonly onNotCarried: (line: string) => void;
  /** Called regularly with the number of rows. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** The copies of files, or who wants to know of files. */
  readonly media?: FilePorts | undefined;
  /** The ids that users and groups got in an earlier job, if the plan comes after one. */
  readonly earlierIds?: EarlierIds | undefined;
}
