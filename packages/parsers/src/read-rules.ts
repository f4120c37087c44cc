import type { JudgeRules } from '@chatferry/contract';
import type { IdRules } from './ids/change-ids.ts';
import type { Cleaning } from './cleaning/cleaning.ts';

/** What the reading of a file depends on besides the file. Plain data: it crosses to other threads. */
export interface ReadRules extends JudgeRules, IdRules {
  readonly cleaning?: Cleaning;
  /** Threads that parse and judge besides the caller's; 0 does it all in the caller's. Default 2. */
  readonly threads?: number;
}
