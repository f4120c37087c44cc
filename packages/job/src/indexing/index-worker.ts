import { parentPort, workerData } from 'node:worker_threads';
import { jobFolder } from '../folder/job-folder.ts';
import { buildIndex } from './build-index.ts';

/** Reports the share that is done after each step. */
for (const share of buildIndex(jobFolder(workerData as string))) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(share);
}
