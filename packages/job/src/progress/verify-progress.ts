import type { Rate } from '@chatferry/runner';
import type { VerifyEvent } from '../library/options.ts';
import type { RateFacts } from './rate-facts.ts';
import { ReadingPace } from './reading-pace.ts';

/** The progress of a verification, derived from its events. Times are milliseconds since 1970. */
export class VerifyProgress {
  readonly #pace: ReadingPace;
  #latest: VerifyEvent | undefined;

  constructor(now: number) {
    this.#pace = new ReadingPace(now);
  }

  get latest(): VerifyEvent | undefined {
    return this.#latest;
  }

  get startedAt(): number {
    return this.#pace.startedAt;
  }

  take(event: VerifyEvent, now: number): void {
    const { kind, step, records } = event;
    const isSame = this.#latest?.kind === kind && this.#latest.step === step;
    const read = step === 'reading' ? records - (isSame ? this.#latest!.records : 0) : 0;
    this.#pace.take(read, event.requests, event.answerMs, now);
    this.#latest = event;
  }

  /** Planned records of a kind that were read. The app may hold more than was planned. */
  doneOf(index: number): number {
    const { kinds, kind, step, records, planned } = this.#latest!;
    const current = kinds.findIndex((each) => each.kind === kind);
    if (index === current) return step === 'reading' ? Math.min(records, planned) : planned;
    return index < current ? kinds[index]!.planned : 0;
  }

  /** The compared records of all kinds together. */
  get done(): number {
    return this.#latest!.kinds.reduce((sum, _, index) => sum + this.doneOf(index), 0);
  }

  get planned(): number {
    return this.#latest!.kinds.reduce((sum, { planned }) => sum + planned, 0);
  }

  rates(now: number, quota: Rate): RateFacts {
    return { ...this.#pace.facts(now, quota), inFlight: this.#latest?.inFlight };
  }

  silentMs(now: number, quota: Rate): number | undefined {
    return this.#pace.silentMs(now, quota);
  }

  /**
   * Milliseconds until everything is read, if the app holds exactly the plan; undefined until the rate is reliable, and when the
   * app holds more of a kind than planned.
   */
  remainingMs(now: number, quota: Rate): number | undefined {
    return this.#pace.msFor(this.#requestsLeft(), now, quota);
  }

  #requestsLeft(): number | undefined {
    const { kinds, kind, step, records, planned } = this.#latest!;
    const current = kinds.findIndex((each) => each.kind === kind);
    const after = kinds.slice(current + 1).reduce((sum, { requests }) => sum + requests, 0);
    if (step === 'comparing') return after;
    if (records > planned) return undefined;
    return after + kinds[current]!.requests * (1 - records / planned);
  }
}
