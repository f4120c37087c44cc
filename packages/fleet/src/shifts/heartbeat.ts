import { passOverOutage } from '../store/store-error.ts';
import type { ShiftLease } from './shift-lease.ts';
import type { ShiftQueue, TakenShift } from '../queue/shift-queue.ts';

/** How often a worker confirms that it still has its shifts. */
const TOUCH_MS = 2000;

/** A shift of a worker, with the worker's right to walk it. */
export interface LeasedShift {
  readonly taken: TakenShift;
  readonly lease: ShiftLease;
}

/**
 * Confirms to the queue repeatedly that this worker has its shifts. When the worker no longer has a shift, its lease is lost.
 *
 * @param leased by the queue's id of the shift
 */
export function startHeartbeat(
  queue: ShiftQueue,
  leased: ReadonlyMap<string, LeasedShift>,
  onDefect: (error: unknown) => void,
): Disposable {
  const timer = setInterval(() => void touch(queue, leased).catch(onDefect), TOUCH_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

async function touch(queue: ShiftQueue, leased: ReadonlyMap<string, LeasedShift>): Promise<void> {
  const all = [...leased.values()];
  if (all.length === 0) return;
  try {
    const still = await queue.touch(all.map(({ taken }) => taken));
    for (const { taken, lease } of all)
      if (!still.has(taken.id) && leased.has(taken.id)) lease.lose();
  } catch (error) {
    // Without an answer, the tokens of the lanes decide.
    passOverOutage(error);
  }
}
