import type { AnswerAction } from '../answers/answer-action.ts';
import type { BatchOnItsWay } from './batch-on-its-way.ts';
import { exchange } from './exchange.ts';
import { onResults } from './on-fates.ts';
import { cutInHalves, onRefusal, onStop } from './on-refusal.ts';
import { onTrouble } from './on-trouble.ts';
import type { Part } from './part.ts';
import { settleByLookingUp, settleIfStored } from './settle-by-looking-up.ts';

/** What came of sending a part. */
export interface Sent {
  /** What is left to be sent of it, in order. */
  readonly left: readonly Part[];
  /** Milliseconds that the answer took. */
  readonly answerMs: number;
}

const TOO_LARGE = { code: 'HTTP 413', message: 'The service takes only smaller requests.' };

/** Sends a part once, and turns what the answer means into marks and further parts. @throws when the run is to end */
export async function sendPart(part: Part, onItsWay: BatchOnItsWay): Promise<Sent> {
  const { progress, route, intent, ports } = onItsWay;
  if (part.mayHaveLanded && !route.isRepeatable)
    return { left: await settleByLookingUp(part, onItsWay), answerMs: 0 };
  if (!route.isRepeatable && !part.isWantedAgain && (await settleIfStored(part, onItsWay)))
    return { left: [], answerMs: 0 };

  const { positions } = part;
  const request = route.request(progress.batch, positions);
  const bytes = request.body.length;
  if (positions.length > 1 && !ports.requestSize.fits(bytes))
    return { left: cutInHalves(part, TOO_LARGE, onItsWay), answerMs: 0 };

  const beforeSending = (): Promise<void> => {
    progress.sent();
    const at = ports.clock.now();
    return route.sendsWholeBatches
      ? progress.intendAll(positions, intent, at)
      : progress.intend(positions, at);
  };
  const toSend = { batch: progress.batch, positions, request, beforeSending };
  const { action, answerMs } = await exchange(route, toSend, ports);
  if (action.type === 'split' && action.because === 'too-large')
    ports.requestSize.wasTooLarge(bytes);
  const tried = { ...part, attempts: part.attempts + 1 };
  return { left: await act(tried, action, onItsWay), answerMs };
}

function act(
  part: Part,
  action: AnswerAction,
  onItsWay: BatchOnItsWay,
): readonly Part[] | Promise<readonly Part[]> {
  const { progress, ports } = onItsWay;
  switch (action.type) {
    case 'all-created':
      ports.health.landed();
      ports.witness.landed(progress.batch, part.positions[0]!);
      for (const position of part.positions) progress.created(position);
      return [];
    case 'results':
      return onResults(part, action, onItsWay);
    case 'wait':
      // All lanes wait already.
      progress.troubled(part.positions.length, action.trouble);
      return [part];
    case 'retry':
      return onTrouble(part, action, onItsWay);
    case 'split':
      return onRefusal(part, action.trouble, onItsWay);
    case 'stop':
      return onStop(part, action, onItsWay);
  }
}
