import { type Api, limits, type Method } from '@chatferry/contract';
import { errorFromAnswer } from './answer-error.ts';
import { ApiError } from './api-error.ts';
import type { Attempt } from './attempt.ts';
import { type BaseAddress, baseAddresses } from './base-address.ts';
import type { Budget, ClientOptions } from './client-options.ts';
import { systemClock } from './clock.ts';
import { credentialsFor } from './credentials.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { redacted } from './redaction.ts';
import { retryDelayMs } from './retry.ts';
import { standInHeaders } from './stand-in.ts';
import { type RawAnswer, Transport } from './transport.ts';
import { CallsUnderWay } from './under-way.ts';

/** A request ready to go, apart from the credentials, which are asked for when it goes. */
export interface Outgoing {
  /** The operation's name in errors. */
  readonly operation: string;
  readonly api: Api;
  readonly method: Method;
  /** Behind the API's base address, with query. */
  readonly path: string;
  readonly bodyBytes: Uint8Array | undefined;
  readonly onBehalfOf: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** `JSON.parse` unless given. */
  readonly parse: ((text: string) => unknown) | undefined;
}

export interface Manners {
  readonly repeatable: boolean;
  readonly budget: Budget;
}

const EXCERPT_LENGTH = 500;

const DOCUMENTED_PACE: Readonly<Record<Budget, number>> = {
  import: limits.importRequestsPerMinute,
  core: limits.coreRequestsPerMinute,
  standard: limits.standardRequestsPerMinute,
};

/** Sends requests with credentials: once, or with pacing and repeats. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #addresses: ReadonlyMap<Api, BaseAddress>;
  readonly #transport: Transport;
  readonly #limiters: Readonly<Record<Budget, Limiter>>;
  readonly #underWay = new CallsUnderWay();

  constructor(options: ClientOptions) {
    const { clock = systemClock, requestsPerMinute } = options;
    const limiterOf = (budget: Budget): Limiter =>
      createLimiter(requestsPerMinute?.[budget] ?? DOCUMENTED_PACE[budget], clock);
    this.#options = options;
    this.#addresses = baseAddresses(options);
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

  /** Exactly one attempt, whatever the answer says. */
  async attempt(outgoing: Outgoing): Promise<Attempt> {
    return this.#underWay.run(
      outgoing.operation,
      async () => (await this.#exchange(outgoing)).attempt,
    );
  }

  /**
   * Attempts, with the budget's pace, until the answer is good or another attempt makes no sense.
   * @throws {ApiError} of the last attempt
   */
  async send(outgoing: Outgoing, manners: Manners): Promise<Attempt> {
    return this.#underWay.run(outgoing.operation, () => this.#sendUntilGood(outgoing, manners));
  }

  /** Lets what has begun finish, its waits and repeats included, then closes the connections. */
  async close(): Promise<void> {
    await this.#underWay.end();
    await this.#transport.close();
  }

  async #sendUntilGood(outgoing: Outgoing, { repeatable, budget }: Manners): Promise<Attempt> {
    const { clock = systemClock, random = Math.random } = this.#options;
    const limiter = this.#limiters[budget];
    for (let number = 1; ; number += 1) {
      await limiter.take(outgoing.signal);
      const outcome = await this.#outcomeOf(outgoing);
      if (!(outcome instanceof ApiError)) return outcome;
      if (outcome.code === 'rate-limited') limiter.pause(outcome.retryAfterMs ?? 0);
      const delayMs = retryDelayMs({ number, error: outcome, repeatable, random: random() });
      if (delayMs === undefined) throw outcome;
      await clock.sleep(delayMs, outgoing.signal);
    }
  }

  async #outcomeOf(outgoing: Outgoing): Promise<Attempt | ApiError> {
    const { clock = systemClock } = this.#options;
    try {
      const { attempt, clean } = await this.#exchange(outgoing);
      return errorFromAnswer(outgoing, attempt, clock.now(), clean) ?? attempt;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  async #exchange(
    outgoing: Outgoing,
  ): Promise<{ attempt: Attempt; clean: (text: string) => string }> {
    const { operation, api, method, bodyBytes, onBehalfOf, signal } = outgoing;
    const base = this.#addresses.get(api);
    if (base === undefined)
      throw new ApiError(
        'not-configured',
        `the client has no address of the ${api} API; give appId and region, or its address.`,
        { operation, mayHaveLanded: false },
      );
    const { headers, secrets } = credentialsFor(api, this.#options, operation);
    const raw = await this.#transport.exchange({
      operation,
      origin: base.origin,
      method,
      path: base.prefix + outgoing.path,
      headers: {
        accept: 'application/json',
        ...(bodyBytes === undefined ? {} : { 'content-type': 'application/json' }),
        ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
        ...(api === 'management' ? {} : standInHeaders(base.origin, this.#options)),
        ...headers,
      },
      bodyBytes,
      signal,
    });
    const clean = (text: string): string => redacted(text, secrets);
    return { attempt: read(raw, outgoing.parse ?? JSON.parse, clean), clean };
  }
}

function read(
  raw: RawAnswer,
  parse: (text: string) => unknown,
  clean: (text: string) => string,
): Attempt {
  const { status, headers, bytes, complete } = raw;
  const text = new TextDecoder().decode(bytes);
  if (complete) {
    try {
      return { status, headers, body: parse(text) };
    } catch {
      // Told below as the text it is.
    }
  }
  // In this order: of a secret that the cut goes through, the first half would stay.
  return {
    status,
    headers,
    body: undefined,
    text: clean(text).slice(0, EXCERPT_LENGTH),
  };
}
