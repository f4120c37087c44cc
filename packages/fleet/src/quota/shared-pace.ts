import {
  LedgerError,
  type Moment,
  type NoSlot,
  type Pace,
  quotaGapMs,
  type QuotaScope,
  type Rate,
  type Slot,
} from '@chatferry/runner';
import { type Answer, type Question, type SharedQuotas, UNLIMITED } from './shared-quotas.ts';

/** A slot that is not used within this time is lost. */
const VALID_MS = 400;

/** The time that the slots of one statement cover. A confirmation that the lanes are held is also used for this long. */
const BLOCK_MS = 200;

/** How far ahead slots are granted. */
const AHEAD_MS = 1000;

const STORE_AGAIN_MS = 100;

/** The facts about the holder of the lanes that a quota needs. */
export interface QuotaHolder extends Omit<Question, 'scope' | 'asked' | 'slots'> {
  /** Called when another worker has the lanes, or no worker may continue the job. */
  readonly onLost: () => void;
}

/** Granted slots that are not used yet. Times are milliseconds after the question. */
interface Block {
  readonly asked: Moment;
  readonly answeredAfterMs: number;
  /** Milliseconds from the answer to the first slot. */
  readonly waitMs: number;
  readonly gapMs: number;
  readonly slots: number;
}

/**
 * A quota that all workers share: a row of the store, and the store's clock. A slot is valid for 400 ms. After that it is lost, and
 * no other request uses it, so one statement takes at most as many slots as requests wait. Each slot also
 * confirms that the lanes are still held.
 */
export class SharedPace implements Pace {
  readonly #quotas: SharedQuotas;
  readonly #holder: QuotaHolder;
  readonly #scope: QuotaScope;
  readonly #asked: () => Rate;
  #operators: number | undefined;
  #block: Block | undefined;
  #used = 0;
  /** The question that is in flight. */
  #asking: Promise<NoSlot | undefined> | undefined;

  /** @param asked the rate that the run asks for at this moment */
  constructor(quotas: SharedQuotas, holder: QuotaHolder, scope: QuotaScope, asked: () => Rate) {
    this.#quotas = quotas;
    this.#holder = holder;
    this.#scope = scope;
    this.#asked = asked;
  }

  /** The rate in force, as far as this process knows. */
  get rate(): Rate {
    if (this.#operators === undefined) return this.#asked();
    return this.#operators < 0 ? 'unlimited' : this.#operators;
  }

  async reserve(waiting = 1): Promise<Slot | NoSlot> {
    const slot = this.#nextOfBlock();
    if (slot !== undefined) {
      // The lanes do not wait for the next confirmation. If it fails, the next question fails too.
      if (this.#isAging()) void this.#refill(waiting).catch(() => {});
      return slot;
    }
    const none = await this.#refill(waiting);
    return none ?? this.#nextOfBlock() ?? { askAgainInMs: 0, why: 'full' };
  }

  /** Whether unlimited slots are available, but their confirmation expires soon. */
  #isAging(): boolean {
    const { slots, asked } = this.#block!;
    return slots === Number.POSITIVE_INFINITY && asked.elapsedMs >= BLOCK_MS / 2;
  }

  /** Asks for the next block, one question at a time. @returns why there are no slots */
  #refill(waiting: number): Promise<NoSlot | undefined> {
    this.#asking ??= this.#nextBlock(waiting).finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #nextBlock(waiting: number): Promise<NoSlot | undefined> {
    const asks = this.#asked();
    const rate = asks === 'unlimited' ? UNLIMITED : asks;
    const slots = Math.min(waiting, slotsAtOnce(this.rate));
    const { onLost: _, ...holder } = this.#holder;
    let answered: Awaited<ReturnType<SharedQuotas['ask']>>;
    try {
      answered = await this.#quotas.ask({ ...holder, scope: this.#scope, asked: rate, slots });
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      return { askAgainInMs: STORE_AGAIN_MS, why: 'store' };
    }
    const { asked, answer } = answered;
    this.#operators = answer.rate === rate ? undefined : answer.rate;
    this.#block = undefined;
    if (answer.wait === null) return this.#whyNot(answer);
    const isUnlimited = answer.rate < 0;
    this.#used = 0;
    this.#block = {
      asked,
      answeredAfterMs: asked.elapsedMs,
      waitMs: Math.max(0, answer.wait),
      gapMs: isUnlimited ? 0 : quotaGapMs(answer.rate),
      slots: isUnlimited ? Number.POSITIVE_INFINITY : slots,
    };
    return undefined;
  }

  /** A slot leaves neither before its time, however long the answer took, nor more than 400 ms after it. */
  #nextOfBlock(): Slot | undefined {
    if (this.#block === undefined) return undefined;
    const { asked, answeredAfterMs, waitMs, gapMs, slots } = this.#block;
    const now = asked.elapsedMs;
    // Without a limit, a slot is only the confirmation that the lanes are held, which is renewed in time.
    if (slots === Number.POSITIVE_INFINITY && now < BLOCK_MS)
      return { leaveInMs: 0, validMs: VALID_MS - now };
    while (this.#used < slots && slots !== Number.POSITIVE_INFINITY) {
      const at = waitMs + this.#used++ * gapMs;
      const leaveInMs = Math.max(0, answeredAfterMs + at - now);
      const validMs = at + VALID_MS - now - leaveInMs;
      if (validMs > 0) return { leaveInMs, validMs };
    }
    this.#block = undefined;
    return undefined;
  }

  #whyNot({ held, running, paused, rate, next, hold, restarted }: Answer): NoSlot {
    if (!held || !running) {
      this.#holder.onLost();
      return { askAgainInMs: 1000, why: 'store' };
    }
    if (paused) return { askAgainInMs: 1000, why: 'paused' };
    if (rate === 0) return { askAgainInMs: 1000, why: 'no-rate' };
    if (restarted) return { askAgainInMs: 10, why: 'full' };
    if (hold > 0) return { askAgainInMs: hold, why: 'held' };
    return { askAgainInMs: Math.max(10, next - AHEAD_MS + 10), why: 'full' };
  }
}

function slotsAtOnce(rate: Rate): number {
  if (rate === 'unlimited' || rate === 0) return 1;
  return Math.max(1, Math.floor(BLOCK_MS / quotaGapMs(rate)));
}
