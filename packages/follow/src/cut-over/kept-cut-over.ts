import type { FollowState } from '../state/follow-state.ts';
import { after, type CutOver, type CutOverStep, notBegun } from '../state/cut-over-state.ts';

/** A cut-over in the job folder. Each step is on disk before its actions begin. */
export class KeptCutOver {
  readonly #state: FollowState;

  constructor(state: FollowState) {
    this.#state = state;
  }

  get now(): CutOver {
    return this.#state.fact('cutOver') ?? notBegun;
  }

  /** @param at milliseconds since 1970 */
  take(step: CutOverStep, at: number): CutOver {
    const next = after(this.now, step, at);
    this.#state.setFact('cutOver', next);
    return next;
  }

  /** Notes that no process waits for the confirmation any more. */
  disarm(at: number): void {
    if (this.now.state === 'armed') this.take({ is: 'disarmed' }, at);
  }
}
