import type { Kind } from '@chatferry/contract';
import type { Rate } from '../terms/rate.ts';

/** A request may leave. */
export interface Slot {
  /** Milliseconds until it may leave; 0: now. */
  readonly leaveInMs: number;
  /** Milliseconds from then on within which it must leave; later the slot is lost. */
  readonly validMs: number;
}

/** No request may leave yet. */
export interface NoSlot {
  readonly askAgainInMs: number;
  /**
   * `full`: the slots until then are taken; `no-rate`: the rate is 0; `store`: the ledger's database does not answer;
   * `paused`: by the operator; `held`: all processes of the app wait.
   */
  readonly why: 'full' | 'no-rate' | 'store' | 'paused' | 'held';
}

/** Adds to a pace what a request needs in addition to a slot of its quota. */
export type Pacing = (pace: Pace) => Pace;

/** Grants the requests of one quota. Nothing leaves without a slot. */
export interface Pace {
  /** The rate that holds now. */
  readonly rate: Rate;
  /** @param waiting how many requests wait for slots, this one included. Default: 1 */
  reserve(waiting?: number): Promise<Slot | NoSlot>;
}

/** A quota of the service: of all import endpoints, of one import endpoint, or of the chat API. */
export type QuotaScope = 'import' | `import ${Kind}` | 'chat';

/** Makes the pace of a quota. @param rate the rate that the run has asked for, at this moment */
export type MakePace = (scope: QuotaScope, rate: () => Rate) => Pace;
