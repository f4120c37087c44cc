/** How far the clocks of the service and of this machine may be apart. */
export const CLOCKS_APART_MS: number = 10 * 60_000;
