import { explainError, type ExplainedError } from '@chatferry/job';
import { isPassingError } from '../following/failing.ts';
import type { FollowerPorts } from '../following/follower-ports.ts';
import { compareNew, type ComparedSegments } from './compare-new.ts';
import { countDiffering } from './differing-records.ts';
import { dueSegments, selectDue } from './due-segments.ts';

/** Milliseconds between two attempts. */
const RETRY_MS = 60_000;

/** An event of comparing with the app what was sent some time ago. */
export type AppComparisonEvent =
  | {
      readonly type: 'app-compared';
      /** All segments up to this one have been compared. */
      readonly to: number;
      /** Records of all these segments that were not as planned when they were last compared. */
      readonly different: number;
      readonly compared: ComparedSegments;
    }
  /** The service does not answer, or refuses too many requests. It is asked again. */
  | ({
      readonly type: 'not-compared';
      /** When the next attempt may begin, milliseconds since 1970. */
      readonly nextAt: number;
    } & Pick<ExplainedError, 'lines' | 'fix'>);

/** Compares the segments of a follower with the app, some at a time. It blames no record for an outage, and repairs nothing. */
export class AppComparison {
  readonly #ports: FollowerPorts;
  readonly #startedAt: number;
  /** The earliest time of the next attempt, on the monotonic clock. */
  #nextAt = -Infinity;

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
    this.#startedAt = ports.clock.now();
  }

  /**
   * Compares some of the segments that are due. Call it when everything that was found is sent.
   *
   * @throws {ApiError} for an error that does not pass @throws the signal's reason
   */
  async *next(signal: AbortSignal): AsyncGenerator<AppComparisonEvent, void> {
    const { state, clock } = this.#ports;
    if (clock.monotonicMs() < this.#nextAt) return;
    const due = dueSegments(state, clock.now(), this.#startedAt);
    if (due === undefined) return;
    try {
      const compared = await compareNew(this.#ports, (all) => selectDue(due, all), signal);
      const to = state.fact('comparedTo')!;
      yield { type: 'app-compared', to, different: countDiffering(state), compared };
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassingError(error)) throw error;
      this.#nextAt = clock.monotonicMs() + RETRY_MS;
      const { lines, fix } = explainError(error)!;
      yield { type: 'not-compared', lines, fix, nextAt: clock.now() + RETRY_MS };
    }
  }
}
