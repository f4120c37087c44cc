import { setImmediate } from 'node:timers/promises';

/** Batches between two breaks: at most 2,000 records, some 10 ms of work. */
const BATCHES = 40;

/**
 * The batches, with breaks in which signals, timers and the display get their turn. Without breaks, work on millions of records
 * would block the event loop.
 * @throws the signal's reason
 */
export async function* withBreaks<Batch>(
  batches: Iterable<Batch>,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  let count = 0;
  for (const batch of batches) {
    if (++count % BATCHES === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    yield batch;
  }
}
