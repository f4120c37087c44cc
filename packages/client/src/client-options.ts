import type { Operation, Region } from '@chatferry/contract';
import type { Clock } from './clock.ts';
import type { AnswerEvent, RequestEvent } from './request-events.ts';

/** A secret, or a function that is asked for it before each request, so that a new one needs no restart. */
export type Secret = string | (() => string);

export type Budget = Operation['budget'];

export interface ClientOptions {
  readonly appId?: string | undefined;
  /** Where the app lives; with `appId` it gives the chat and calls addresses. */
  readonly region?: Region | undefined;
  /** Address of the chat API with its version, in place of the one from `appId` and `region`. */
  readonly baseUrl?: string | undefined;
  readonly callsBaseUrl?: string | undefined;
  readonly managementBaseUrl?: string | undefined;
  /** For the chat and the calls API. */
  readonly apiKey?: Secret | undefined;
  /** With `managementSecret`, for the management API. */
  readonly managementKey?: Secret | undefined;
  readonly managementSecret?: Secret | undefined;
  /** Milliseconds in which a connection must be made; 10,000 unless given. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds from when a request begins to leave until its whole answer must be there; 60,000 unless given. */
  readonly answerTimeoutMs?: number | undefined;
  /** Connections kept to one host; 16 unless given. */
  readonly connections?: number | undefined;
  /** Requests a minute that `call` and `list` spend evenly; the service's documented limits unless given. */
  readonly requestsPerMinute?: Partial<Record<Budget, number | 'unlimited'>> | undefined;
  /** Called before each request is sent, repeats included. What it throws is thrown by the call. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when each request has been answered or has failed. */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1, for the jitter of repeats; `Math.random` unless given. */
  readonly random?: (() => number) | undefined;
}
