import type { Kind } from '@chatferry/contract';
import type { PlanSummary } from '@chatferry/planner';
import type { FoundSoFar } from '../verifying/kind-tally.ts';
import { type KindToRead, kindsToRead } from '../verifying/kinds-to-read.ts';
import type { VerifyEvent } from './options.ts';

/** Reports the progress of a verification: records of a kind and answers of the service, each with all counts so far. */
export class VerifyEvents {
  /** Requests that were answered. */
  requests = 0;
  #inFlight = 0;
  readonly #summary: PlanSummary;
  readonly #kinds: readonly KindToRead[];
  readonly #found: Partial<Record<Kind, FoundSoFar>> = {};
  readonly #onEvent: (event: VerifyEvent) => void;
  #latest: VerifyEvent | undefined;

  /** @param only the only kind to read; all unless given */
  constructor(summary: PlanSummary, only: Kind | undefined, onEvent: (event: VerifyEvent) => void) {
    this.#summary = summary;
    this.#kinds = kindsToRead(summary, only);
    this.#onEvent = onEvent;
  }

  asked(): void {
    this.#inFlight++;
  }

  /** Before the first record there is nothing to report about an answer. */
  answered(answerMs: number): void {
    this.requests++;
    this.#inFlight--;
    if (this.#latest !== undefined) this.#report({ ...this.#latest, ...this.#counts, answerMs });
  }

  moved(step: VerifyEvent['step'], kind: Kind, records: number): void {
    const { planned } = this.#summary.kinds[kind];
    const about = { kinds: this.#kinds, found: this.#found };
    this.#report({ step, kind, records, planned, ...this.#counts, ...about });
  }

  differing(kind: Kind, found: FoundSoFar): void {
    this.#found[kind] = found;
  }

  get #counts(): Pick<VerifyEvent, 'requests' | 'inFlight'> {
    return { requests: this.requests, inFlight: this.#inFlight };
  }

  #report(event: VerifyEvent): void {
    this.#latest = event;
    this.#onEvent(event);
  }
}
