import { type Transferable, Worker } from 'node:worker_threads';

interface ThreadOptions {
  readonly workerData: unknown;
  readonly transferList?: readonly Transferable[];
  /** The most that the heap may take, of young objects and of others; those of Node unless given. */
  readonly heapMiB?: { readonly young: number; readonly old: number };
}

/**
 * Starts a thread.
 *
 * @param name of its file, without the ending
 * @param url of the module next to it. Sources run unchanged, and so do the compiled files: both have the same ending.
 */
export function startThread(
  name: string,
  url: string,
  { workerData, transferList = [], heapMiB }: ThreadOptions,
): Worker {
  return new Worker(new URL(`./${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url), {
    workerData,
    transferList: [...transferList],
    ...(heapMiB && {
      resourceLimits: {
        maxYoungGenerationSizeMb: heapMiB.young,
        maxOldGenerationSizeMb: heapMiB.old,
      },
    }),
  });
}
