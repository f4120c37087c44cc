import {
  ApiError,
  backoffMs,
  type Client,
  type Clock,
  type ItemOf,
  type ListName,
  type Page,
  pagesOf,
  type RequestArgument,
} from '@chatferry/client';
import { type AnswerOf, limits, type OperationName } from '@chatferry/contract';
import { shortened } from '../answers/shortened.ts';
import { stopReason } from '../answers/stop-reasons.ts';
import { PAUSES } from '../pacing/pauses.ts';
import { EvenPace } from '../pacing/even-pace.ts';
import type { Control } from '../pacing/control.ts';
import type { Pace } from '../pacing/pace.ts';
import { gaveUp } from '../pacing/gave-up.ts';
import { Gate } from '../pacing/gate.ts';
import { ServiceHealth } from '../pacing/service-health.ts';
import type { RunOptions } from '../run-options.ts';
import type { RunEvent } from '../run-event.ts';
import type { Halt } from '../sending/halt.ts';

interface ReaderPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly halt: Halt;
  readonly tell: (event: RunEvent) => void;
  /** Pauses apply to reading too; the rate does not. */
  readonly control: Control;
}

/**
 * Calls operations of the chat API during a run, one request at a time. Pauses and stops of the run apply; the quota of
 * the import does not. A request that fails for a reason that may pass is made again for as long as the run waits out
 * an outage.
 */
export class ServiceReader {
  readonly #ports: ReaderPorts;
  readonly #gate: Gate;
  readonly #health: ServiceHealth;
  readonly #pace: Pace;

  constructor(ports: ReaderPorts, { giveUpAfterMs }: Pick<RunOptions, 'giveUpAfterMs'>) {
    const { clock, tell, control } = ports;
    this.#ports = ports;
    this.#gate = new Gate({ clock, tell, control });
    this.#pace = new EvenPace(clock, () => limits.coreRequestsPerMinute);
    this.#health = new ServiceHealth(giveUpAfterMs);
  }

  /** Requests made so far. */
  get requests(): number {
    return this.#gate.passed;
  }

  /** Every item of a list. @throws {ApiError} `not-found`; whatever else cannot pass stops the run */
  list<Name extends ListName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): AsyncIterable<ItemOf<Name>> {
    const readPage = async (query: object): Promise<Page> =>
      (await this.call(name, { ...request, query } as never)) as Page;
    const query = (request?.query ?? {}) as Readonly<Record<string, unknown>>;
    return pagesOf(name, query, readPage) as AsyncIterable<ItemOf<Name>>;
  }

  /** One call. @throws {ApiError} `not-found` and `conflict`; whatever else cannot pass stops the run */
  async call<Name extends OperationName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): Promise<AnswerOf<Name>> {
    const { client, halt } = this.#ports;
    for (let failures = 1; ; failures++) {
      await this.#gate.pass(this.#pace, halt.finishing);
      try {
        const once = { ...request, signal: halt.now, attempts: 1 };
        const answer = await client.call(name, ...([once] as unknown as RequestArgument<Name>));
        this.#health.worked();
        return answer;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        await this.#waitOut(error, failures);
      }
    }
  }

  /** Waits before the request is made again. @throws the error, where only the caller knows what it means */
  async #waitOut(error: ApiError, failures: number): Promise<void> {
    const { clock, random, halt } = this.#ports;
    const { code, serviceCode, status, message, retryAfterMs } = error;
    if (code === 'not-found' || code === 'conflict') throw error;
    const trouble = { code: serviceCode ?? code, message: shortened(message) };
    if (!mayPass.has(code)) {
      const asStatus = status ?? (code === 'not-configured' ? NOT_FOUND : BAD_REQUEST);
      halt.stopHere(stopReason(asStatus, serviceCode, trouble));
    }
    const now = clock.monotonicMs();
    const isLimited = code === 'rate-limited';
    const rest = isLimited
      ? this.#health.askedToWait(now, retryAfterMs, random())
      : this.#health.failed(now, retryAfterMs, random());
    if ('giveUp' in rest) return halt.stopHere(gaveUp(rest, trouble, this.#ports));
    const why = isLimited ? 'rate-limited' : 'trouble';
    const until = Math.max(rest.holdUntil, now + backoffMs(failures, random(), PAUSES));
    this.#gate.hold(until, why, `${trouble.code}: ${trouble.message}`);
  }
}

const mayPass: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'untrusted',
  'unreadable',
  'rate-limited',
  'service-trouble',
]);

const BAD_REQUEST = 400;
const NOT_FOUND = 404;
