import type { Clock } from '@chatferry/client';
import type { Control } from '../job/control.ts';
import type { RunEvent } from '../run-event.ts';
import type { Rate } from '../run-options.ts';
import type { EvenPace } from './even-pace.ts';

/** How long to sleep at most before looking again for a pause, another rate or a new hold. */
const LOOK_MS = 1000;

type Waiting = Extract<RunEvent, { type: 'waiting' }>;
type Why = Waiting['why'];

export interface GatePorts {
  readonly clock: Clock;
  /** What somebody asked for from outside. */
  readonly control: () => Control;
  readonly tell: (event: RunEvent) => void;
}

/**
 * The one door that every request leaves through: one at a time, in the order of asking, at an even pace, and none
 * while the run is paused or the service asked for a rest.
 */
export class Gate {
  readonly #ports: GatePorts;
  #last: Promise<unknown> = Promise.resolve();
  #control: Control = { paused: false };
  #lookedAt = Number.NEGATIVE_INFINITY;
  #hold: { until: number; why: Why; message: string } | undefined;
  #told: Why | undefined;
  #rate: Rate | undefined;
  #passed = 0;

  constructor(ports: GatePorts) {
    this.#ports = ports;
  }

  /** Requests that have left so far. */
  get passed(): number {
    return this.#passed;
  }

  /** Lets nothing leave until then; a hold that lasts longer stays. @param until on the monotonic clock */
  hold(until: number, why: 'rate-limited' | 'trouble', message: string): void {
    if (this.#hold === undefined || this.#hold.until < until) this.#hold = { until, why, message };
  }

  /** Resolves when the next request may leave. @throws the signal's reason as soon as it is aborted */
  pass(pace: EvenPace, signal: AbortSignal): Promise<void> {
    const turn = this.#last.then(() => this.#wait(pace, signal));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #wait(pace: EvenPace, signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    for (;;) {
      signal.throwIfAborted();
      const now = clock.monotonicMs();
      const rate = this.#currentRate(pace, now);
      const closed = this.#whyClosed(now, rate);
      this.#tellOf(closed);
      const waitMs =
        closed === undefined ? pace.waitMs(now, rate) : (closed.until ?? Infinity) - now;
      if (waitMs <= 0) {
        pace.take(now, rate);
        this.#passed++;
        return;
      }
      await clock.sleep(Math.min(waitMs, LOOK_MS), signal);
    }
  }

  #currentRate(pace: EvenPace, now: number): Rate {
    if (now - this.#lookedAt >= LOOK_MS) {
      this.#lookedAt = now;
      this.#control = this.#ports.control();
    }
    const rate = this.#control.requestsPerMinute ?? pace.rateAt(this.#ports.clock.now());
    if (this.#rate !== undefined && rate !== this.#rate)
      this.#ports.tell({ type: 'rate-changed', requestsPerMinute: rate });
    this.#rate = rate;
    return rate;
  }

  #whyClosed(now: number, rate: Rate): Omit<Waiting, 'type'> | undefined {
    if (this.#control.paused)
      return { why: 'paused', until: undefined, message: 'The run is paused.' };
    if (this.#hold !== undefined && this.#hold.until > now) return this.#hold;
    this.#hold = undefined;
    if (rate === 0)
      return { why: 'no-rate', until: undefined, message: 'The rate is 0 requests a minute.' };
    return undefined;
  }

  #tellOf(closed: Omit<Waiting, 'type'> | undefined): void {
    if (closed?.why === this.#told) return;
    this.#told = closed?.why;
    if (closed === undefined) return this.#ports.tell({ type: 'going-on' });
    const { clock } = this.#ports;
    const until =
      closed.until === undefined ? undefined : clock.now() + closed.until - clock.monotonicMs();
    this.#ports.tell({ type: 'waiting', ...closed, until });
  }
}
