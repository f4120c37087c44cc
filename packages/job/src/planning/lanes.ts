/** Number of lanes that are sent concurrently, which is also the maximum number of requests in flight. */
export const LANES = 16;
