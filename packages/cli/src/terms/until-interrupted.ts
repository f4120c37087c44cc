import type { Io } from './io.ts';

/** Resolves when the operator interrupts the command. */
export function interruption(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = io.onInterrupt(() => {
      stopListening();
      resolve();
    });
  });
}
