import { startThread } from '@chatferry/disk';
import type { JobFolder } from '../folder/job-folder.ts';

/** The index of a job while a thread of its own makes it. */
export interface IndexThread extends Disposable {
  /** From 0 to 1. */
  readonly share: number;
  /** Why the index could not be made, in one line. */
  readonly failure: string | undefined;
  /** Resolves when the index is made, or could not be made. */
  readonly done: Promise<void>;
}

export function startIndexing(job: JobFolder): IndexThread {
  const worker = startThread('index-worker', import.meta.url, { workerData: job.path });
  worker.unref();
  const state: { share: number; failure: string | undefined } = { share: 0, failure: undefined };
  const done = new Promise<void>((resolve) => {
    worker.on('message', (share: number) => (state.share = share));
    worker.on('error', (error: Error) => {
      [state.failure] = error.message.split('\n');
    });
    worker.on('exit', () => resolve());
  });
  return {
    get share() {
      return state.share;
    },
    get failure() {
      return state.failure;
    },
    done,
    [Symbol.dispose]: () => void worker.terminate(),
  };
}
