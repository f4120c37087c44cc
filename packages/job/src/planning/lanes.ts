/** Queues that are sent side by side, which is also the largest number of requests in flight. */
export const LANES = 16;
