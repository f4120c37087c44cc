export { ApiError, type ApiErrorCode } from './api-error.ts';
export type { Attempt, AttemptRequest } from './attempt.ts';
export type { Budget, ClientOptions, Secret } from './client-options.ts';
export type { Caller, FreeRequest } from './caller.ts';
export { type Client, createClient } from './client.ts';
export { type Clock, systemClock } from './clock.ts';
export type { Grouped, Operate } from './grouped.ts';
export type { ItemOf, ListName, RequestArgument, RequestOf } from './request.ts';
export { retryAfterMs } from './retry-after.ts';
