import { backoffMs } from './backoff.ts';

/** Failures in a row, over all lanes, after which it is no longer a matter of one batch. */
const TOLERATED = 4;

/** A plan may begin with a few bad records; when it seems to hold nothing else, the service is the likelier cause. */
const BLAMES_IN_A_ROW = 3;

/** Whether the service works at all, as far as all requests together show. */
export class ServiceHealth {
  readonly #giveUpAfterMs: number;
  #goodAnswers = 0;
  #failures = 0;
  #blames = 0;
  #waits = 0;
  #failingSince: number | undefined;
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(giveUpAfterMs: number) {
    this.#giveUpAfterMs = giveUpAfterMs;
  }

  /** Answers so far that spoke of single records. */
  get goodAnswers(): number {
    return this.#goodAnswers;
  }

  /** An answer spoke of single records. */
  worked(): void {
    this.#goodAnswers++;
    this.#blames = 0;
    this.#waits = 0;
    this.#failures = 0;
    this.#failingSince = undefined;
  }

  /** A record was found to be what the service fails over. */
  blamed(): void {
    this.#blames++;
  }

  /** Whether another record may be blamed although nothing shows that the service takes any. */
  get mayBlame(): boolean {
    return this.#blames < BLAMES_IN_A_ROW;
  }

  /**
   * The service asked for patience, so it is there.
   * @returns how often it has done so since it last took anything
   */
  askedToWait(): number {
    this.#failures = 0;
    this.#failingSince = undefined;
    return ++this.#waits;
  }

  /**
   * A request failed for a reason that may pass.
   * @returns until when nothing should be sent at all (`undefined`: go on), or that it is time to give up
   */
  failed(now: number, random: number): { readonly holdUntil: number | undefined } | 'give-up' {
    // What was on its way when the rest began says nothing new.
    if (now < this.#restUntil) return { holdUntil: this.#restUntil };
    this.#failures++;
    this.#failingSince ??= now;
    const giveUpAt = this.#failingSince + this.#giveUpAfterMs;
    if (now >= giveUpAt) return 'give-up';
    if (this.#failures < TOLERATED) return { holdUntil: undefined };
    this.#restUntil = Math.min(now + backoffMs(this.#failures - TOLERATED + 1, random), giveUpAt);
    return { holdUntil: this.#restUntil };
  }
}
