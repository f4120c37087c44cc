import { type Clock, LiveShares, rateLimitsIn } from '@chatferry/client';
import { limits, type OperationName, operations } from '@chatferry/contract';
import type { Pace } from './pace.ts';
import type { Rate } from '../terms/rate.ts';

/**
 * The quota of the chat API, which all its operations share. The default is the limit of the smaller class of operations, 10,000
 * requests a minute, which is also safe for the larger class. The service may report another limit: the free plan has 500.
 * Source: reference, rate limits. People who use the app spend the same quota: the run leaves them at least half of what remains,
 * unless the caller knows that there is no limit.
 */
export class ChatQuota {
  /** The pace of reads: the service's limit. */
  readonly reading: Pace;
  /** The pace of writes: no faster than the operator asks. */
  readonly sending: Pace;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #limit: number = limits.coreRequestsPerMinute;
  readonly #shares = new LiveShares();

  /**
   * @param most requests a minute that the caller allows
   * @param asked the rate that the operator asks for now, if any
   * @param makePace makes a pace of the quota; all its paces share the slots
   */
  constructor(
    most: Rate | undefined,
    asked: () => Rate | undefined,
    makePace: (rate: () => Rate) => Pace,
    clock: Pick<Clock, 'monotonicMs'>,
  ) {
    this.#clock = clock;
    const shared = (rate: () => Rate): Pace => {
      const halved = (): Rate => this.#shared(rate());
      const pace = makePace(halved);
      return {
        // The share changes with each answer, so the reported rate is the rate that the caller or an operator has set.
        get rate() {
          return pace.rate === halved() ? rate() : pace.rate;
        },
        reserve: (waiting) => pace.reserve(waiting),
      };
    };
    this.reading = shared(() => lower(most, this.#limit));
    this.sending = shared(() => asked() ?? lower(most, this.#limit));
  }

  /** Learns the limits that a good answer reports. Answers of import endpoints only show how much of the app's quota is spent. */
  learn(operation: OperationName, headers: Readonly<Record<string, string>>): void {
    const { budget } = operations[operation];
    this.#shares.learn(budget, headers, this.#clock.monotonicMs());
    if (budget === 'import') return;
    const limit = rateLimitsIn(headers).ofOperation.limit ?? this.#limit;
    this.#limit = Math.min(limit, limits.coreRequestsPerMinute);
  }

  #shared(rate: Rate): Rate {
    return rate === 'unlimited' ? rate : this.#shares.lowered(rate, this.#clock.monotonicMs());
  }
}

/** A caller that sets no limit knows that the service has none. */
function lower(most: Rate | undefined, limit: number): Rate {
  return most === 'unlimited' ? most : Math.min(most ?? limit, limit);
}
