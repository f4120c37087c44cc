import type { FilePorts } from '../reading/file-addresses.ts';
import type { EarlierIds } from './earlier-ids.ts';

/** The callbacks of a reading, and the facts that it needs from an earlier job. */
export interface ReadingWatch {
  /** Takes a line of `not-carried.jsonl`. */
  readonly onNotCarried: (line: string) => void;
  /** Called regularly with the number of rows. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** The copies of files, or a callback that lists the files. */
  readonly media?: FilePorts | undefined;
  /** The ids that users and groups got in an earlier job, if there is one. */
  readonly earlierIds?: EarlierIds | undefined;
}
