import type { Clock } from '@chatferry/client';
import type { RunEvent } from '../terms/run-event.ts';
import { LeaveBy, Moment } from './leave-by.ts';
import type { Control } from './control.ts';
import type { NoSlot, Pace, Pacing } from './pace.ts';
import type { Rate } from '../terms/rate.ts';

/** Longest sleep before checking again for a pause, another rate or a new hold. */
const POLL_MS = 1000;

type Waiting = Omit<Extract<RunEvent, { type: 'waiting' }>, 'type'>;

export interface GatePorts {
  readonly clock: Clock;
  readonly control: Control;
  readonly emit: (event: RunEvent) => void;
  readonly pacing?: Pacing | undefined;
  /** Makes the other processes of the app wait too, when the service has asked to wait. */
  readonly hold?: ((forMs: number) => void) | undefined;
}

const PAUSED: Waiting = { why: 'paused', until: undefined, message: 'The run is paused.' };
const NO_RATE: Waiting = {
  why: 'no-rate',
  until: undefined,
  message: 'The rate is 0 requests a minute.',
};

const HELD: Waiting = {
  why: 'rate-limited',
  until: undefined,
  message:
    'All workers of the app wait: the service has asked for that, or the database was restarted less than a minute ago.',
};

const NO_STORE: Waiting = {
  why: 'store',
  until: undefined,
  message: 'The database of the ledger does not answer.',
};

const reports: Readonly<Record<NoSlot['why'], Waiting | undefined>> = {
  full: undefined,
  'no-rate': NO_RATE,
  store: NO_STORE,
  paused: PAUSED,
  held: HELD,
};

/**
 * Every request passes the gate before it leaves: one at a time, in the order of arrival, at the pace of its quota, and
 * none while the run is paused or the service has asked to wait.
 */
export class Gate {
  readonly #ports: GatePorts;
  #last: Promise<unknown> = Promise.resolve();
  #hold: Waiting | undefined;
  #holdUntil = Number.NEGATIVE_INFINITY;
  #reported: Waiting['why'] | undefined;
  #rate: Rate | undefined;
  #passed = 0;
  #waiting = 0;

  constructor(ports: GatePorts) {
    this.#ports = ports;
  }

  /** Requests that have left so far. */
  get passed(): number {
    return this.#passed;
  }

  /** Whether the service has asked to wait, or there was trouble, and the wait is not over. */
  get isHeld(): boolean {
    return this.#holdUntil > this.#ports.clock.monotonicMs();
  }

  /** Lets nothing leave before `until`. A longer hold stays in force. @param until on the monotonic clock */
  hold(until: number, why: 'rate-limited' | 'trouble', message: string): void {
    const { clock, hold } = this.#ports;
    if (why === 'rate-limited') hold?.(until - clock.monotonicMs());
    if (this.#holdUntil >= until) return;
    this.#holdUntil = until;
    this.#hold = { why, until, message };
  }

  /**
   * Resolves when the next request may leave.
   *
   * @returns the time by which it has to leave
   * @throws the signal's reason as soon as it is aborted
   */
  pass(pace: Pace, signal: AbortSignal): Promise<LeaveBy> {
    const { pacing } = this.#ports;
    const whole = pacing === undefined ? pace : pacing(pace);
    this.#waiting++;
    const turn = this.#last.then(() => this.#wait(whole, signal)).finally(() => this.#waiting--);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Takes back a request that has passed: nothing is left to send. */
  giveBack(): void {
    this.#passed--;
  }

  /** Takes back a request that has passed: its slot is over. */
  takeBack(): void {
    this.giveBack();
    this.#ports.emit({ type: 'slot-late' });
  }

  async #wait(pace: Pace, signal: AbortSignal): Promise<LeaveBy> {
    const { clock } = this.#ports;
    for (;;) {
      signal.throwIfAborted();
      this.#reportRate(pace.rate);
      const now = clock.monotonicMs();
      const closed = this.#whyClosed(now);
      if (closed !== undefined) {
        this.#report(closed);
        await clock.sleep(Math.min((closed.until ?? Infinity) - now, POLL_MS), signal);
        continue;
      }
      const asked = new Moment(clock);
      const slot = await pace.reserve(this.#waiting);
      if ('askAgainInMs' in slot) {
        this.#report(reports[slot.why]);
        await clock.sleep(Math.min(slot.askAgainInMs, POLL_MS), signal);
        continue;
      }
      this.#report(undefined);
      const leaveBy = new LeaveBy(asked, slot.leaveInMs + slot.validMs);
      if (slot.leaveInMs > 0) await clock.sleep(slot.leaveInMs, signal);
      if (leaveBy.isOver) {
        this.#ports.emit({ type: 'slot-late' });
        continue;
      }
      this.#passed++;
      return leaveBy;
    }
  }

  #reportRate(rate: Rate): void {
    if (this.#rate !== undefined && rate !== this.#rate)
      this.#ports.emit({ type: 'rate-changed', requestsPerMinute: rate });
    this.#rate = rate;
  }

  #whyClosed(now: number): Waiting | undefined {
    if (this.#ports.control.state.paused) return PAUSED;
    return this.#holdUntil > now ? this.#hold : undefined;
  }

  #report(closed: Waiting | undefined): void {
    if (closed?.why === this.#reported) return;
    this.#reported = closed?.why;
    if (closed === undefined) return this.#ports.emit({ type: 'going-on' });
    const { clock } = this.#ports;
    const until =
      closed.until === undefined ? undefined : clock.now() + closed.until - clock.monotonicMs();
    this.#ports.emit({ type: 'waiting', ...closed, until });
  }
}
