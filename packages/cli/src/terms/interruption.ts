import type { Io } from './io.ts';

/** Turns Ctrl-C, SIGTERM and SIGHUP into two signals: the first asks to finish, the second to stop immediately. */
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
