import { counted, type Kind } from '@chatferry/contract';
import type { Trouble } from '../terms/trouble.ts';
import type { MaxFailures } from '../terms/run-options.ts';
import type { StopReason } from '../terms/stop-reason.ts';
import { allowedRecords } from './allowed-records.ts';

/** Refusals of a kind with one code, and no other outcome between them. */
const IN_A_ROW = 200;
/** The latest outcomes of a kind that are considered, and the percentage of refusals among them that stops the run. */
const LATEST = { outcomes: 1000, percent: 95 } as const;

/** The outcomes that this run found for the records of one batch. */
interface Settled {
  readonly refusals: readonly Trouble[];
  /** Records that landed, or whose outcome is unknown. Records that were not sent do not count. */
  readonly others: number;
}

/**
 * Stops a run that loses too many records: beyond a number that the caller set, or when the service refuses
 * nearly everything of a kind. It counts from the start of each run.
 */
export class Brake {
  readonly #allowed: MaxFailures | undefined;
  readonly #planned: number;
  #failed = 0;
  #kind: Kind | undefined;
  #inARow = 0;
  #rowCode: string | undefined;
  #latest: { readonly refusals: number; readonly outcomes: number }[] = [];
  #latestRefusals = 0;
  #latestOutcomes = 0;
  #last: Trouble | undefined;

  /**
   * @param planned records of the whole plan
   * @param failedBefore records that other processes of the run have lost
   */
  constructor(allowed: MaxFailures | undefined, planned: number, failedBefore = 0) {
    this.#allowed = allowed;
    this.#planned = planned;
    this.#failed = failedBefore;
  }

  /** Counts a batch. @returns why the run must stop */
  settled(kind: Kind, settled: Settled): StopReason | undefined {
    const { refusals } = settled;
    this.#failed += refusals.length;
    this.#last = refusals.at(-1) ?? this.#last;
    if (this.#allowed !== undefined) return this.#tooMany(this.#allowed);
    if (kind !== this.#kind) this.#begin(kind);
    this.#countRow(settled);
    if (this.#inARow >= IN_A_ROW) return this.#refused(`${this.#inARow} ${kind} in a row`);
    return this.#amongLatest(settled)
      ? this.#refused(`nearly all of the latest ${kind}`)
      : undefined;
  }

  /**
   * @param planned records of the kind
   * @returns why the run must stop, when the service has refused every record of a small kind
   */
  endOfKind(kind: Kind, planned: number): StopReason | undefined {
    if (this.#allowed !== undefined || kind !== this.#kind) return undefined;
    if (this.#inARow < planned) return undefined;
    return this.#refused(`all ${planned} ${kind}`);
  }

  #begin(kind: Kind): void {
    this.#kind = kind;
    this.#inARow = this.#latestRefusals = this.#latestOutcomes = 0;
    this.#latest = [];
  }

  #countRow({ refusals, others }: Settled): void {
    const [first] = refusals;
    if (others > 0) this.#inARow = 0;
    if (first === undefined) return;
    const isOneCode = refusals.every(({ code }) => code === first.code);
    if (!isOneCode || this.#rowCode !== first.code) this.#inARow = 0;
    this.#rowCode = first.code;
    if (isOneCode && others === 0) this.#inARow += refusals.length;
  }

  #amongLatest({ refusals, others }: Settled): boolean {
    this.#latest.push({ refusals: refusals.length, outcomes: refusals.length + others });
    this.#latestRefusals += refusals.length;
    this.#latestOutcomes += refusals.length + others;
    for (;;) {
      const [oldest] = this.#latest;
      if (this.#latestOutcomes - oldest!.outcomes < LATEST.outcomes) break;
      this.#latest.shift();
      this.#latestRefusals -= oldest!.refusals;
      this.#latestOutcomes -= oldest!.outcomes;
    }
    return (
      this.#latestOutcomes >= LATEST.outcomes &&
      this.#latestRefusals * 100 >= this.#latestOutcomes * LATEST.percent
    );
  }

  #tooMany(allowed: MaxFailures): StopReason | undefined {
    if (allowed === 'none') return undefined;
    const most = allowedRecords(allowed, this.#planned);
    if (this.#failed <= most) return undefined;
    const { code, message } = this.#last!;
    return {
      code: 'too-many-failures',
      message: `${counted(this.#failed, 'record has', 'records have')} failed in this run; ${counted(most, 'was', 'were')} allowed. The last failed with ${code}: ${message}`,
      fix: 'Look into errors.jsonl for the cause. Then run again with a larger `maxFailures`, or retry the failed records.',
      serviceCode: code,
    };
  }

  #refused(what: string): StopReason {
    const { code, message } = this.#last!;
    return {
      code: 'too-many-failures',
      message: `The service has refused ${what}, the last with ${code}: ${message}`,
      fix: 'Correct the cause, and retry the refused records. A run continues without them; with `maxFailures: none` it does not stop again.',
      serviceCode: code,
    };
  }
}

/** Why a job must stop when the service has refused every record of a kind. */
export function refusedWhole(kind: Kind, planned: number): StopReason {
  return {
    code: 'too-many-failures',
    message: `The service has refused all ${planned} ${kind}.`,
    fix: 'Correct the cause, and retry the refused records. A run continues without them; with `maxFailures: none` it does not stop again.',
  };
}
