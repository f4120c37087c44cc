import type { Clock } from '@chatferry/client';

/**
 * A moment from which time is counted. The elapsed time is the larger of two clocks: the monotonic clock stops while a
 * virtual machine is suspended, and the other clock can be set back.
 */
export class Moment {
  readonly #clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly #monotonic: number;
  readonly #wall: number;

  constructor(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#clock = clock;
    this.#monotonic = clock.monotonicMs();
    this.#wall = clock.now();
  }

  get elapsedMs(): number {
    return Math.max(this.#clock.monotonicMs() - this.#monotonic, this.#clock.now() - this.#wall);
  }
}

/** The moment until which a request may leave. */
export class LeaveBy {
  readonly #since: Moment;
  readonly #ms: number;

  /** @param ms from that moment on */
  constructor(since: Moment, ms: number) {
    this.#since = since;
    this.#ms = ms;
  }

  get isOver(): boolean {
    return this.#since.elapsedMs > this.#ms;
  }
}
