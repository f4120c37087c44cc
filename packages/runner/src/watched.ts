import type { RunEvent } from './terms/run-event.ts';
import { EventQueue } from './sending/event-queue.ts';
import { StopController } from './job/stop-controller.ts';
import type { StopReason } from './terms/stop-reason.ts';

/** The two ways to stop a run from outside. */
export interface StopSignals {
  /** Waits for the answers to requests in flight, records them, and ends. */
  readonly finish?: AbortSignal | undefined;
  /** Drops the requests in flight; the ledger marks their records as possibly landed. */
  readonly now?: AbortSignal | undefined;
}

/** Does the work and yields its events. The signals stop it, and so does a caller that stops reading. */
export async function* watched<Result>(
  stop: StopSignals,
  work: (stopController: StopController, events: EventQueue) => Promise<Result>,
): AsyncGenerator<RunEvent, Result> {
  const stopController = new StopController();
  using _ = listen(stop, stopController);
  const events = new EventQueue();
  const working = work(stopController, events).finally(() => events.close());
  // Its failure is thrown below.
  working.catch(() => {});
  try {
    yield* events.read();
  } finally {
    stopController.stop(interrupted);
    events.close();
    await working.catch(() => {});
  }
  return await working;
}

const interrupted: StopReason = {
  code: 'interrupted',
  message: 'The run was asked to stop.',
  fix: 'Run again: it resumes where it stopped.',
};

/** Stops listening when disposed of, so that a signal used for many runs does not keep them all. */
function listen({ finish, now }: StopSignals, stopController: StopController): Disposable {
  const onFinish = (): void => stopController.stop(interrupted);
  const onNow = (): void => stopController.stopNow(interrupted);
  finish?.addEventListener('abort', onFinish);
  now?.addEventListener('abort', onNow);
  if (finish?.aborted === true) onFinish();
  if (now?.aborted === true) onNow();
  return {
    [Symbol.dispose]: () => {
      finish?.removeEventListener('abort', onFinish);
      now?.removeEventListener('abort', onNow);
    },
  };
}
