import { ApiError } from '@chatferry/client';
import type { AnswerAction } from '../answers/answer-action.ts';
import type { Route } from '../routes/route.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { Part } from './part.ts';
import type { SendPorts } from './send-ports.ts';

/** What is known of a part right before it is sent. */
export interface StateBefore {
  /** The records that the service does not hold, as far as is known; `undefined`: it holds all. */
  readonly left: Part | undefined;
  /** Whether it could be read which records the service holds, or need not be read. */
  readonly isKnown: boolean;
}

/**
 * Reads which records of a part the service holds already, where its answer does not report it. They are settled as present. Where they
 * cannot be read, nothing will show that the request has stored them.
 */
export async function stateBefore(
  part: Part,
  progress: BatchProgress,
  route: Route,
  { app: { reader } }: Pick<SendPorts, 'app'>,
): Promise<StateBefore> {
  if (route.heldBefore === undefined) return { left: part, isKnown: true };
  const { positions } = part;
  const isAgain = part.mayHaveLanded || progress.mayBeThere(positions);
  try {
    const held = await route.heldBefore(progress.batch, positions, reader, isAgain);
    if (held.size === 0) return { left: part, isKnown: true };
    for (const position of held) progress.present(position, part);
    const others = positions.filter((position) => !held.has(position));
    return {
      left: others.length === 0 ? undefined : { ...part, positions: others },
      isKnown: true,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { left: part, isKnown: false };
  }
}

/** What an answer means for a part: a record counts as created only if the service did not hold it before, as far as that can be found out. */
export async function answerSince(
  { isKnown }: StateBefore,
  sent: Part,
  action: AnswerAction,
  batch: BatchProgress['batch'],
  route: Route,
  { app: { reader } }: Pick<SendPorts, 'app'>,
): Promise<readonly [Part, AnswerAction]> {
  if (action.type !== 'results' || !action.results.some(({ is }) => is === 'created'))
    return [sent, action];
  if (isKnown && (await route.refusesHeld?.(batch, sent.positions, reader)) !== false)
    return [sent, action];
  const results = action.results.map((result) =>
    result.is === 'created' ? { is: 'present' as const } : result,
  );
  // The records are present, and may have been stored by a request of the job.
  return [
    { ...sent, mayHaveLanded: true },
    { ...action, results },
  ];
}
