import type { BatchOnItsWay } from './batch-on-its-way.ts';
import type { BatchProgress } from './batch-progress.ts';
import { wholePart } from './part.ts';
import { sendPart } from './send-part.ts';

/**
 * Sends records of a batch until the outcome of each is known, or has to stay unknown. They go in the order of the
 * batch, whatever parts they are sent in.
 * @param due their places in the batch
 * @returns milliseconds that the last answer took
 */
export async function sendBatch(
  progress: BatchProgress,
  due: readonly number[],
  onItsWay: Pick<BatchOnItsWay, 'route' | 'intent' | 'ports'>,
): Promise<number> {
  const { route, ports } = onItsWay;
  let answerMs = 0;
  const parts = route
    .requestsFor(progress.batch, due)
    .map((positions) =>
      wholePart({
        positions,
        attempts: progress.attempts,
        mayHaveLanded: !route.isRepeatable && progress.mayBeThere(positions),
        isWantedAgain: progress.isWantedAgain(positions),
      }),
    )
    .toReversed();
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const sent = await sendPart(part, { progress, ...onItsWay });
    answerMs = sent.answerMs;
    parts.push(...sent.left.toReversed());
    if (parts.length > 0) await progress.save(ports.clock.now());
  }
  return answerMs;
}
