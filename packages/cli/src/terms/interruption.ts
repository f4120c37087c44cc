import type { Io } from '@chatferry/output/terms/io';

/** Turns Ctrl-C, SIGTERM and SIGHUP into two abort signals: the first asks to finish, the second to stop immediately. */
export interface Interruption extends Disposable {
  readonly finish: AbortSignal;
  readonly now: AbortSignal;
}

/** @param onFirst called at the first interrupt */
export function listenForInterrupts(io: Io, onFirst: () => void): Interruption {
  const finish = new AbortController();
  const now = new AbortController();
  const stopListening = io.onInterrupt(() => {
    if (finish.signal.aborted) now.abort();
    else {
      finish.abort();
      onFirst();
    }
  });
  return { finish: finish.signal, now: now.signal, [Symbol.dispose]: stopListening };
}

/** Resolves when the operator interrupts the command. */
export function untilInterrupted(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = io.onInterrupt(() => {
      stopListening();
      resolve();
    });
  });
}

/** Ctrl-C was pressed, or the system asked the process to end. The message describes the resulting state. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Does work that, when interrupted, ends without a result.
 *
 * @param message the state after an interruption @throws {Interrupted}
 */
export async function interruptible<Result>(
  io: Io,
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using interruption = listenForInterrupts(io, () => {});
  try {
    return await work(interruption.finish);
  } catch (error) {
    if (!interruption.finish.aborted) throw error;
    throw new Interrupted(message, { cause: error });
  }
}
