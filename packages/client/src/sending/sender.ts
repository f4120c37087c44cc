import { type Api, limits, parseJson } from '@chatferry/contract';
import { errorFromAnswer } from '../answers/answer-error.ts';
import { ApiError, type ApiErrorCode } from '../terms/api-error.ts';
import type { RawAnswer } from '../answers/answer-collector.ts';
import type { Attempt } from '../terms/attempt.ts';
import type { Budget, ClientOptions } from '../terms/client-options.ts';
import { systemClock } from '../terms/clock.ts';
import { credentialsFor } from './credentials.ts';
import { Deprecations } from '../terms/deprecations.ts';
import { createLimiter, type Limiter } from '../pacing/limiter.ts';
import { inTime } from '../pacing/in-time.ts';
import { LiveShares } from '../pacing/live-shares.ts';
import type { OutgoingRequest } from '../terms/outgoing-request.ts';
import { redacted, redactedAnswer, type RedactedAnswer } from '../answers/redaction.ts';
import type { RequestEvent } from '../terms/request-events.ts';
import { retryDelayMs } from '../pacing/retry.ts';
import { type Destination, destinationsFor } from './destination.ts';
import { Transport } from './transport.ts';
import { CallsInFlight } from '../pacing/calls-in-flight.ts';

/** How a request is paced and repeated. */
export interface SendPolicy {
  readonly repeatable: boolean;
  readonly budget: Budget;
  /** Time limit for all attempts together. */
  readonly timeoutMs?: number | undefined;
  readonly attempts?: number | undefined;
  readonly onHeaders?: ((headers: Readonly<Record<string, string>>) => void) | undefined;
}

const EXCERPT_LENGTH = 500;

const decoder = new TextDecoder();

const DOCUMENTED_PACE: Readonly<Record<Budget, number>> = {
  import: limits.importRequestsPerMinute,
  core: limits.coreRequestsPerMinute,
  standard: limits.standardRequestsPerMinute,
};

/** Sends requests with credentials: once, or with pacing and repeats. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #destinations: ReadonlyMap<Api, Destination>;
  readonly #transport: Transport;
  readonly #limiters: Readonly<Record<Budget, Limiter>>;
  readonly #shares = new LiveShares();
  readonly #inFlight = new CallsInFlight();
  readonly #deprecations: Deprecations;

  constructor(options: ClientOptions) {
    const { clock = systemClock, requestsPerMinute, leavesHalf = false } = options;
    const lowered = leavesHalf
      ? (perMinute: number, now: number): number => this.#shares.lowered(perMinute, now)
      : undefined;
    const limiterOf = (budget: Budget): Limiter =>
      createLimiter(requestsPerMinute?.[budget] ?? DOCUMENTED_PACE[budget], clock, lowered);
    this.#options = options;
    this.#deprecations = new Deprecations(options.onDeprecated);
    this.#destinations = destinationsFor(options);
    this.#transport = new Transport({
      connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
      answerTimeoutMs: options.answerTimeoutMs ?? 60_000,
      connections: options.connections ?? 16,
    });
    this.#limiters = {
      import: limiterOf('import'),
      core: limiterOf('core'),
      standard: limiterOf('standard'),
    };
  }

  /** Sends exactly one attempt, and returns any answer. @throws {NeverLeft} when `mayLeave` does not allow it */
  async attempt(outgoing: OutgoingRequest): Promise<Attempt> {
    return this.#inFlight.run(
      outgoing.operation,
      async () => (await this.#exchange(outgoing, 1)).attempt,
    );
  }

  /**
   * Sends attempts, paced by the budget, until one succeeds or a further attempt is useless.
   * @throws {ApiError} the error of the last attempt
   */
  async send(outgoing: OutgoingRequest, policy: SendPolicy): Promise<Attempt> {
    return this.#inFlight.run(outgoing.operation, () =>
      inTime(outgoing, policy.timeoutMs, (timed) => this.#sendUntilGood(timed, policy)),
    );
  }

  /** Waits for the requests in progress, including their waits and repeats, then closes the connections. */
  async close(): Promise<void> {
    await this.#inFlight.end();
    await this.#transport.close();
  }

  async #sendUntilGood(
    outgoing: OutgoingRequest,
    { repeatable, budget, attempts, onHeaders }: SendPolicy,
  ): Promise<Attempt> {
    const { clock = systemClock, random = Math.random } = this.#options;
    const limiter = this.#limiters[budget];
    for (let number = 1; ; number += 1) {
      await limiter.take(outgoing.signal);
      const outcome = await this.#outcomeOf(outgoing, number);
      if (!(outcome instanceof ApiError)) {
        this.#shares.learn(budget, outcome.headers, clock.monotonicMs());
        onHeaders?.(outcome.headers);
        return outcome;
      }
      if (outcome.code === 'rate-limited') limiter.pause(outcome.retryAfterMs ?? 0);
      const delayMs = retryDelayMs({
        number,
        error: outcome,
        repeatable,
        attempts,
        random: random(),
      });
      if (delayMs === undefined) throw outcome;
      await clock.sleep(delayMs, outgoing.signal);
    }
  }

  async #outcomeOf(outgoing: OutgoingRequest, number: number): Promise<Attempt | ApiError> {
    const { clock = systemClock } = this.#options;
    try {
      const { attempt, clean } = await this.#exchange(outgoing, number);
      return errorFromAnswer(outgoing, attempt, clock.now(), clean) ?? attempt;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  /** Reports one exchange to the hooks of the options. */
  async #observed(event: RequestEvent, exchange: () => Promise<RawAnswer>): Promise<RawAnswer> {
    const { onRequest, onAnswer } = this.#options;
    onRequest?.(event);
    if (onAnswer === undefined) return exchange();
    const start = performance.now();
    const report = (status: number | undefined, error: ApiErrorCode | undefined): void =>
      onAnswer({ ...event, status, error, tookMs: performance.now() - start });
    try {
      const answer = await exchange();
      report(answer.status, undefined);
      return answer;
    } catch (error) {
      report(undefined, error instanceof ApiError ? error.code : undefined);
      throw error;
    }
  }

  async #exchange(
    outgoing: OutgoingRequest,
    number: number,
  ): Promise<{ attempt: Attempt; clean: (text: string) => string }> {
    const { operation, api, method, bodyBytes, onBehalfOf, signal, mayLeave } = outgoing;
    const destination = this.#destinations.get(api);
    if (destination === undefined)
      throw new ApiError(
        'not-configured',
        `the client has no address of the ${api} API; set appId and region, or its address.`,
        { operation, mayHaveLanded: false },
      );
    const { secrets, ...credentials } = credentialsFor(api, this.#options, operation);
    const headers: Record<string, string> = {
      'accept-encoding': 'identity',
      ...destination.headers,
    };
    const contentType = bodyBytes === undefined ? outgoing.contentType : 'application/json';
    if (contentType !== undefined) headers['content-type'] = contentType;
    if (onBehalfOf !== undefined) headers['onBehalfOf'] = onBehalfOf;
    const raw = await this.#observed({ operation, api, method, attempt: number }, () =>
      this.#transport.exchange({
        operation,
        origin: destination.origin,
        method,
        path: destination.prefix + outgoing.path,
        headers: Object.assign(headers, credentials.headers),
        bodyBytes,
        signal,
        mayLeave,
      }),
    );
    const clean = (text: string): string => redacted(text, secrets);
    const attempt = read(redactedAnswer(raw, secrets), outgoing.parse ?? parsed, clean);
    this.#deprecations.note(outgoing, attempt.headers);
    return { attempt, clean };
  }
}

function read(
  answer: RedactedAnswer,
  parse: (bytes: Uint8Array) => unknown,
  clean: (text: string) => string,
): Attempt {
  const { status, headers, bytes, brokenBy } = answer;
  if (brokenBy === undefined) {
    try {
      return { status, headers, body: parse(bytes) };
    } catch {
      // The caller reports the text.
    }
  }
  // Redaction comes before truncation, which could leave the beginning of a secret.
  return {
    status,
    headers,
    body: undefined,
    text: clean(decoder.decode(bytes)).slice(0, EXCERPT_LENGTH),
  };
}

function parsed(bytes: Uint8Array): unknown {
  return parseJson(decoder.decode(bytes));
}
