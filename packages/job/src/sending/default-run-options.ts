import type { RunOptions } from '@chatferry/runner';
import { LANES } from '../planning/lanes.ts';

export const defaultRunOptions: Required<
  Pick<RunOptions, 'requestsPerMinute' | 'sharedQuota' | 'concurrency' | 'giveUpAfterMs'>
> = {
  requestsPerMinute: 60,
  sharedQuota: true,
  concurrency: LANES,
  giveUpAfterMs: 60 * 60 * 1000,
};
