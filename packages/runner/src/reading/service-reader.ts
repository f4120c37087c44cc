import { codeOf } from '../answers/codes-only.ts';
import {
  ApiError,
  type ApiErrorCode,
  type Client,
  type ItemOf,
  type ListName,
  type Page,
  type PageRequest,
  pagesOf,
  type RequestArgument,
} from '@chatferry/client';
import { type AnswerOf, type OperationName, operations } from '@chatferry/contract';
import { shortened } from '../answers/shortened.ts';
import { stopReason } from '../answers/stop-reasons.ts';
import type { ChatQuota } from '../pacing/chat-quota.ts';
import { gaveUp } from '../pacing/gave-up.ts';
import { Gate, type GatePorts } from '../pacing/gate.ts';
import { ServiceHealth } from '../pacing/service-health.ts';
import type { RunOptions } from '../terms/run-options.ts';
import { SkippedTally } from '../terms/skipped-tally.ts';
import type { StopController } from '../job/stop-controller.ts';

/** Pauses apply to reading too; the rate does not. */
interface ReaderPorts extends GatePorts {
  readonly client: Client;
  readonly random: () => number;
  readonly stopController: StopController;
  readonly chatQuota: ChatQuota;
}

/**
 * Calls operations of the chat API during a run, one request at a time. Pauses and stops of the run apply, and the quota of the
 * chat API, but not the run's rate. A request that fails for a temporary reason is repeated for as long as the run waits out
 * an outage.
 */
export class ServiceReader {
  readonly #ports: ReaderPorts;
  readonly #gate: Gate;
  readonly #health: ServiceHealth;
  readonly #codesOnly: boolean;

  constructor(
    ports: ReaderPorts,
    { giveUpAfterMs, codesOnly = false }: Pick<RunOptions, 'giveUpAfterMs' | 'codesOnly'>,
  ) {
    const { emit } = ports;
    this.#ports = ports;
    this.#codesOnly = codesOnly;
    // The rate of reads is not the rate that the operator sets and sees.
    const emitOthers: typeof emit = (event) => {
      if (event.type !== 'rate-changed') emit(event);
    };
    this.#gate = new Gate({ ...ports, emit: emitOthers });
    this.#health = new ServiceHealth(giveUpAfterMs, ports.random);
  }

  /** Requests made so far. */
  get requests(): number {
    return this.#gate.passed;
  }

  /** Every item of a list. @throws {ApiError} `not-found`; any other lasting error stops the run */
  list<Name extends ListName>(
    name: Name,
    ...request: RequestArgument<Name>
  ): AsyncIterable<ItemOf<Name>> {
    return this.#list(name, request, thrownByCall);
  }

  /** Every item of a list that the app may forbid to read. @throws {ApiError} also `refused` and `invalid` */
  listIfAllowed<Name extends ListName>(
    name: Name,
    ...request: RequestArgument<Name>
  ): AsyncIterable<ItemOf<Name>> {
    return this.#list(name, request, thrownIfForbidden);
  }

  /** One call. @throws {ApiError} `not-found` and `conflict`; any other lasting error stops the run */
  call<Name extends OperationName>(
    name: Name,
    ...request: RequestArgument<Name>
  ): Promise<AnswerOf<Name>> {
    return this.#call(name, request, thrownByCall);
  }

  /** Whether the service refuses a request as wrong or as a conflict. Any other answer is not a refusal. */
  async isRefused(name: OperationName, { path, body }: SentRequest): Promise<boolean> {
    const request = {
      ...(path && { path }),
      ...(body && { body: JSON.parse(Buffer.from(body).toString()) as object }),
    };
    try {
      await this.#call(name, [request] as never, thrownIfRefused);
      return false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.status !== undefined && (error.code === 'invalid' || error.code === 'conflict');
    }
  }

  #list<Name extends ListName>(
    name: Name,
    [request]: RequestArgument<Name>,
    thrown: ReadonlySet<ApiErrorCode>,
  ): AsyncIterable<ItemOf<Name>> {
    const tally = new SkippedTally();
    const readPage = async (page: PageRequest): Promise<Page> => {
      const read = (await this.#call(name, [{ ...request, ...page }] as never, thrown)) as Page;
      if (read.skipped !== undefined) tally.take({ operation: name, entries: read.skipped });
      return read;
    };
    const query = (request?.query ?? {}) as Readonly<Record<string, unknown>>;
    const items = pagesOf(name, query, readPage) as AsyncIterable<ItemOf<Name>>;
    return this.#watched(items, tally);
  }

  /** Reports what was left out of a list, and stops the run when the list cannot be read whole. */
  async *#watched<Item>(items: AsyncIterable<Item>, tally: SkippedTally): AsyncGenerator<Item> {
    const { emit, stopController } = this.#ports;
    try {
      yield* items;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unreadable') throw error;
      stopController.stopHere({ code: 'list-unreadable', message: error.message, fix: READ_AGAIN });
    } finally {
      for (const skipped of tally.counts) emit({ type: 'entries-skipped', ...skipped });
    }
  }

  /** @param thrown errors that are the caller's to handle */
  async #call<Name extends OperationName>(
    name: Name,
    [request]: RequestArgument<Name>,
    thrown: ReadonlySet<ApiErrorCode>,
  ): Promise<AnswerOf<Name>> {
    const { client, stopController, chatQuota } = this.#ports;
    // Dropping a read costs nothing, so a read does not delay the end of the run.
    const signal =
      operations[name].method === 'GET' ? stopController.finishing : stopController.now;
    for (let failures = 1; ; failures++) {
      await this.#gate.pass(chatQuota.reading, stopController.finishing);
      try {
        const onHeaders = (headers: Readonly<Record<string, string>>): void =>
          chatQuota.learn(name, headers);
        const once = { ...request, signal, attempts: 1, onHeaders };
        const answer = await client.call(name, ...([once] as unknown as RequestArgument<Name>));
        this.#health.worked();
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError) || thrown.has(error.code)) throw error;
        this.#waitOut(error, failures);
      }
    }
  }

  /** Waits before the request is made again. */
  #waitOut(error: ApiError, failures: number): void {
    const { clock, stopController } = this.#ports;
    const { code, serviceCode, status, message, retryAfterMs } = error;
    const whole = { code: serviceCode ?? code, message: shortened(message) };
    const trouble = this.#codesOnly ? codeOf(whole) : whole;
    if (!mayPass.has(code)) {
      const asStatus = status ?? (code === 'not-configured' ? NOT_FOUND : BAD_REQUEST);
      stopController.stopHere(stopReason(asStatus, serviceCode, trouble));
    }
    const now = clock.monotonicMs();
    const isLimited = code === 'rate-limited';
    const rest = isLimited
      ? this.#health.askedToWait(now, retryAfterMs)
      : this.#health.failed(now, retryAfterMs);
    if ('giveUp' in rest) return stopController.stopHere(gaveUp(rest, trouble, this.#ports));
    const why = isLimited ? 'rate-limited' : 'trouble';
    const until = Math.max(rest.holdUntil, now + this.#health.pauseMs(failures));
    this.#gate.hold(until, why, `${trouble.code}: ${trouble.message}`);
  }
}

/** A request as a run has sent it. */
interface SentRequest {
  readonly path?: Readonly<Record<string, string>> | undefined;
  /** JSON. */
  readonly body?: Uint8Array;
}

/** Errors that are the caller's to handle, because it knows what they mean. */
const thrownByCall: ReadonlySet<ApiErrorCode> = new Set(['not-found', 'conflict']);
const thrownIfForbidden: ReadonlySet<ApiErrorCode> = new Set([
  ...thrownByCall,
  'refused',
  'invalid',
]);
const thrownIfRefused: ReadonlySet<ApiErrorCode> = new Set([...thrownIfForbidden, 'plan-limit']);

const mayPass: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'untrusted',
  'unreadable',
  'rate-limited',
  'service-trouble',
]);

const READ_AGAIN =
  'Run again. If it stops again, ask the support of the service about this list; nothing was concluded from it.';

const BAD_REQUEST = 400;
const NOT_FOUND = 404;
