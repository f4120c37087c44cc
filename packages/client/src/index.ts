export { ApiError, type ApiErrorCode } from './terms/api-error.ts';
export type { Attempt, AttemptRequest } from './terms/attempt.ts';
export { type Backoff, backoffMs } from './pacing/backoff.ts';
export type { Budget, ClientOptions, Secret } from './terms/client-options.ts';
export type { Caller, FreeRequest } from './calling/caller.ts';
export { type Client, createClient } from './client.ts';
export { type Clock, systemClock } from './terms/clock.ts';
export type { DeprecationEvent } from './terms/deprecations.ts';
export { LiveShares } from './pacing/live-shares.ts';
export { NeverLeft } from './terms/never-left.ts';
export type { Operate } from './operate.ts';
export type { Grouped } from './operations-by-name.ts';
export type { Cursor, Page, PageRequest } from './terms/page.ts';
export { pagesOf } from './lists/pages.ts';
export type { AnswerEvent, RequestEvent, SkippedEntries } from './terms/request-events.ts';
export type {
  CallLimits,
  ItemOf,
  ListName,
  RequestArgument,
  RequestOf,
} from './calling/request.ts';
export { type RateLimit, type RateLimits, rateLimitsIn } from './pacing/rate-limit.ts';
export { retryAfterMs } from './answers/retry-after.ts';
export { Spacing } from './pacing/spacing.ts';
