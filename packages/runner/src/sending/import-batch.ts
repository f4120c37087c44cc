import type { BatchProgress } from './batch-progress.ts';
import { PartSender } from './part-sender.ts';
import { wholePart } from './part.ts';
import type { SendPorts } from './send-ports.ts';

/**
 * Sends records of a batch through the import endpoint until the outcome of each is known, or has to stay unknown.
 * Pieces of the batch go in the order of its records.
 * @param due their places in the batch
 * @returns milliseconds that the last answer took
 */
export async function importBatch(
  progress: BatchProgress,
  due: readonly number[],
  ports: SendPorts,
): Promise<number> {
  const sender = new PartSender(progress, ports);
  const parts = [wholePart(due, progress.attempts)];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const left = await sender.send(part);
    parts.push(...left.toReversed());
    if (parts.length > 0) await progress.save(ports.clock.now());
  }
  return sender.answerMs;
}
