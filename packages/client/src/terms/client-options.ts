import type { Operation, Region } from '@chatferry/contract';
import type { Clock } from './clock.ts';
import type { DeprecationEvent } from './deprecations.ts';
import type { AnswerEvent, RequestEvent, SkippedEntries } from './request-events.ts';

/** A secret, or a function that is called before each request, so that a new secret needs no restart. */
export type Secret = string | (() => string);

export type Budget = Operation['budget'];

export interface ClientOptions {
  readonly appId?: string | undefined;
  /** The region of the app. With `appId` it determines the chat address, and the calls address unless `baseUrl` is given. */
  readonly region?: Region | undefined;
  /** Address of the chat API with its version, instead of the address from `appId` and `region`. */
  readonly baseUrl?: string | undefined;
  readonly callsBaseUrl?: string | undefined;
  readonly managementBaseUrl?: string | undefined;
  /** For the chat API and the calls API. */
  readonly apiKey?: Secret | undefined;
  /** With `managementSecret`, for the management API. */
  readonly managementKey?: Secret | undefined;
  readonly managementSecret?: Secret | undefined;
  /** Milliseconds in which a connection must be made. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds from the moment a request begins to be sent until its whole answer has arrived. Default: 60,000. */
  readonly answerTimeoutMs?: number | undefined;
  /** Maximum number of connections to one host. Default: 16. */
  readonly connections?: number | undefined;
  /** Requests a minute that `call` and `list` spend evenly. Default: the service's documented limits. */
  readonly requestsPerMinute?: Partial<Record<Budget, number | 'unlimited'>> | undefined;
  /**
   * Whether people use the app at the same time. `call` and `list` then leave them at least half of the budget that answers report as
   * remaining, unless the budget is `unlimited`. Default: false.
   */
  readonly leavesHalf?: boolean | undefined;
  /** Called before each request is sent, including repeats. Its errors are thrown by the call. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called when a request has been answered or has failed. */
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  /** Called once for each deprecated operation, after its first answer that shows the deprecation. */
  readonly onDeprecated?: ((event: DeprecationEvent) => void) | undefined;
  /** Called for each page of a list that contains entries which are not items. */
  readonly onSkipped?: ((event: SkippedEntries) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** A number from 0 up to 1, for the jitter of repeats. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}
