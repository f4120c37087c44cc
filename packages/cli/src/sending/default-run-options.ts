import type { RunOptions } from '@chatferry/runner';
import { LANES } from '../planning/lanes.ts';

export const defaultRunOptions = {
  requestsPerMinute: 60,
  sharedQuota: true,
  concurrency: LANES,
  giveUpAfterMs: 60 * 60 * 1000,
} as const satisfies RunOptions;
