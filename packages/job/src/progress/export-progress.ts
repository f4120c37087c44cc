import type { Rate } from '@chatferry/runner';
import { filesStep } from '../exporting/copy-files.ts';
import type { ExportEvent } from '../library/export-app.ts';
import type { RateFacts } from './rate-facts.ts';
import { ReadingPace } from './reading-pace.ts';

/** How far an export is, derived from its events. Times are milliseconds since 1970. */
export class ExportProgress {
  readonly #pace: ReadingPace;
  #latest: ExportEvent | undefined;
  /** The event with which the current step began, or was resumed. */
  #first: ExportEvent | undefined;
  #steps: readonly ExportEvent[] = [];

  constructor(now: number) {
    this.#pace = new ReadingPace(now);
  }

  get latest(): ExportEvent | undefined {
    return this.#latest;
  }

  /** The lists of this pass that were begun, in order. */
  get steps(): readonly ExportEvent[] {
    return this.#steps;
  }

  get startedAt(): number {
    return this.#pace.startedAt;
  }

  take(event: ExportEvent, now: number): void {
    const isSame = this.#first?.step === event.step && this.#first.pass === event.pass;
    const read = event.read - (isSame ? this.#latest!.read : 0);
    this.#pace.take(isSame ? read : 0, event.requests, event.answerMs, now);
    const before = this.#latest?.pass === event.pass ? this.#steps : [];
    this.#steps = [...(isSame ? before.slice(0, -1) : before), event];
    if (!isSame) this.#first = event;
    this.#latest = event;
  }

  rates(now: number, quota: Rate): RateFacts {
    return this.#pace.facts(now, quota);
  }

  /** How long the service has not answered, if that is unusual; undefined while files are copied, because other hosts send them. */
  silentMs(now: number, quota: Rate): number | undefined {
    return this.#latest?.step === filesStep.step ? undefined : this.#pace.silentMs(now, quota);
  }

  /** A lower bound of the milliseconds that the export takes; undefined until it is known. */
  remainingMs(now: number, quota: Rate): number | undefined {
    return this.#pace.msFor(this.#requestsLeft(), now, quota);
  }

  #requestsLeft(): number | undefined {
    const [latest, first] = [this.#latest, this.#first];
    if (latest?.share === undefined || first?.share === undefined) return undefined;
    const share = latest.share - first.share;
    if (share <= 0) return latest.share === 1 ? latest.requestsAhead : undefined;
    const perShare = (latest.requests - first.requests) / share;
    return latest.requestsAhead + perShare * (1 - latest.share);
  }
}
