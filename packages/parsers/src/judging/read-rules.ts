import type { JudgeThreads } from './judge-threads.ts';
import type { RowRules } from './row-rules.ts';

/** The settings for reading a file. */
export interface ReadRules extends RowRules {
  /**
   * Threads that parse and judge in addition to the caller's thread: a number of threads to start for the file, or threads that are kept
   * for several files. With 0 the caller's thread does everything. Default 2.
   */
  readonly threads?: number | JudgeThreads;
}
