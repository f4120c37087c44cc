import type { OutcomeCounts } from '../outcome.ts';
import type { StopReason } from '../stop-reason.ts';

/** Counts failed records against what the run was allowed. */
export class Losses {
  readonly #most: number;
  #failed: number;

  /**
   * @param failed records that have failed so far, in earlier runs too
   * @param planned records of the whole plan
   * @param allowed a number, or percent of the records planned
   */
  constructor(
    failed: number,
    planned: number,
    allowed: number | { readonly percent: number } | undefined,
  ) {
    this.#failed = failed;
    this.#most =
      typeof allowed === 'object'
        ? Math.floor((planned * allowed.percent) / 100)
        : (allowed ?? Number.POSITIVE_INFINITY);
  }

  add({ failed }: OutcomeCounts): void {
    this.#failed += failed;
  }

  /** Why the run must stop, once too many records have failed. */
  get reason(): StopReason | undefined {
    if (this.#failed <= this.#most) return undefined;
    return {
      code: 'too-many-failures',
      message: `${this.#failed} records have failed; ${this.#most} were allowed.`,
      fix: 'Look into errors.jsonl for the cause. Then run again with a larger --max-failures, or send the failed records again with `chatferry retry`.',
    };
  }
}
