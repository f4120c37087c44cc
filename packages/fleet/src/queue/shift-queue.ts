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

/** A shift that this worker has, with the queue's id of the shift. */
export interface TakenShift {
  readonly shift: Shift;
  readonly id: string;
  readonly attempt: number;
}

/**
 * Hands out shifts. The queue decides only who works. The tokens in the rows of the lanes decide whose writes count, so a
 * queue may hand out a shift twice without harm.
 */
export interface ShiftQueue {
  /**
   * Adds shifts, except shifts that already wait or that a worker has.
   *
   * @param query of the transaction that the shifts belong to
   */
  offer(shifts: readonly Shift[], query: Transaction, afterSeconds?: number): Promise<void>;
  /** Takes waiting shifts, at most this many. @throws {LedgerError} */
  fetch(count: number): Promise<readonly TakenShift[]>;
  /**
   * Confirms that this worker still has these shifts. Unconfirmed shifts are handed out again after 10 seconds.
   *
   * @returns ids of the shifts that it still has @throws {LedgerError}
   */
  touch(taken: readonly TakenShift[]): Promise<ReadonlySet<string>>;
  /** Ends a shift. */
  complete(taken: TakenShift, query: Transaction): Promise<void>;
}

/** A text that is the same for the same shift. */
export function shiftKey({ job, step, kind, part }: Shift): string {
  return `${job}/${step}/${kind ?? ''}/${part}`;
}
