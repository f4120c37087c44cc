import type { Kind } from '@chatferry/contract';
import type { ShiftStep } from '@chatferry/runner';
import type { Transaction } from '../store/store.ts';

/** Part of one step of a job: the lanes that one worker walks. */
export interface Shift {
  readonly job: number;
  readonly step: ShiftStep['step'];
  /** Absent for the step `check`, which is about all kinds. */
  readonly kind: Kind | undefined;
  /** From 0. */
  readonly part: number;
}

/** A shift that this worker has, and the queue's name for that. */
export interface TakenShift {
  readonly shift: Shift;
  readonly id: string;
  readonly attempt: number;
}

/**
 * Hands out shifts. It decides who works, and only that: the tokens in the rows of the lanes decide whose word counts. So a
 * queue may hand out a shift twice without harm.
 */
export interface ShiftQueue {
  /**
   * Adds shifts. One that waits already, or that a worker has, is not added again.
   *
   * @param query of the transaction that the shifts belong to
   */
  offer(shifts: readonly Shift[], query: Transaction, afterSeconds?: number): Promise<void>;
  /** Takes shifts that wait, at most this many. @throws {LedgerError} */
  fetch(count: number): Promise<readonly TakenShift[]>;
  /**
   * Confirms that this worker still has them. Without that they are handed out again after 10 seconds.
   *
   * @returns ids of those it still has @throws {LedgerError}
   */
  touch(taken: readonly TakenShift[]): Promise<ReadonlySet<string>>;
  /** Ends a shift. */
  complete(taken: TakenShift, query: Transaction): Promise<void>;
}

/** The same text for the same shift. */
export function shiftKey({ job, step, kind, part }: Shift): string {
  return `${job}/${step}/${kind ?? ''}/${part}`;
}
