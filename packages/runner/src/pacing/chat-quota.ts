import { rateLimitIn } from '@chatferry/client';
import { limits, type OperationName, operations } from '@chatferry/contract';
import type { Pace } from './pace.ts';
import type { Rate } from './rate.ts';

/**
 * The quota of the chat API: one for all of its operations. It is that of the smaller class of operations, 10,000 requests
 * a minute, which is also safe for the larger one, until the service reports another limit: the free plan has 500.
 * Source: reference, rate limits.
 */
export class ChatQuota {
  /** For what a run reads: at the service's limit. */
  readonly reading: Pace;
  /** For what it sends: no faster than the operator asks. */
  readonly sending: Pace;
  #limit: number = limits.coreRequestsPerMinute;

  /**
   * @param most requests a minute that the caller allows
   * @param asked the rate that the operator asks for now, if any
   * @param makePace makes a pace of the quota; all that it makes share the slots
   */
  constructor(
    most: Rate | undefined,
    asked: () => Rate | undefined,
    makePace: (rate: () => Rate) => Pace,
  ) {
    this.reading = makePace(() => lower(most, this.#limit));
    this.sending = makePace(() => asked() ?? lower(most, this.#limit));
  }

  /** Takes over the limit that a good answer reports. Those of the import endpoints are another quota. */
  learn(operation: OperationName, headers: Readonly<Record<string, string>>): void {
    if (operations[operation].budget === 'import') return;
    this.#limit = Math.min(rateLimitIn(headers) ?? this.#limit, limits.coreRequestsPerMinute);
  }
}

/** A caller that sets no limit knows that the service has none. */
function lower(most: Rate | undefined, limit: number): Rate {
  return most === 'unlimited' ? most : Math.min(most ?? limit, limit);
}
