import type { Destination, RunOptions } from '../../src/index.ts';

export const quick: RunOptions = {
  requestsPerMinute: 'unlimited',
  sharedQuota: true,
  concurrency: 4,
  giveUpAfterMs: 60_000,
  allowsLive: true,
};

/** A destination, for tests that send to one service only. */
export const somewhere: Destination = {
  target: { appId: 'local-app', baseUrl: 'http://127.0.0.1/v3' },
  options: {},
};
