import { type Transferable, Worker } from 'node:worker_threads';

interface ThreadOptions {
  readonly workerData: unknown;
  readonly transferList?: readonly Transferable[];
  /** The largest heap for young and for old objects; Node's default if absent. */
  readonly heapMiB?: { readonly young: number; readonly old: number };
}

/**
 * Starts a thread.
 *
 * @param name the name of its file, without the ending
 * @param url the URL of the module next to the file. Sources and compiled modules run with the ending of this URL.
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
