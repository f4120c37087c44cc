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
  /** What an answer means for the part: a record counts as created only if the service did not hold it before, as far as that can be found out. */
  readonly answered: (sent: Part, action: AnswerAction) => Promise<readonly [Part, AnswerAction]>;
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
  const { batch } = progress;
  const { positions } = part;
  const isAgain = part.mayHaveLanded || progress.mayBeThere(positions);
  const answered: StateBefore['answered'] = async (sent, action) =>
    !hasCreated(action) || (await route.refusesHeld?.(batch, sent.positions, reader)) !== false
      ? [sent, action]
      : withoutProof(sent, action);
  if (route.heldBefore === undefined) return { left: part, answered };
  try {
    const held = await route.heldBefore(batch, positions, reader, isAgain);
    if (held.size === 0) return { left: part, answered };
    for (const position of held) progress.present(position, part);
    const others = positions.filter((position) => !held.has(position));
    const left = others.length === 0 ? undefined : { ...part, positions: others };
    return { left, answered };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { left: part, answered: async (...answer) => withoutProof(...answer) };
  }
}

function hasCreated(action: AnswerAction): boolean {
  return action.type === 'results' && action.results.some(({ is }) => is === 'created');
}

/** The records are present, and may have been stored by a request of the job. */
function withoutProof(sent: Part, action: AnswerAction): readonly [Part, AnswerAction] {
  if (action.type !== 'results') return [sent, action];
  const results = action.results.map((result) =>
    result.is === 'created' ? { is: 'present' as const } : result,
  );
  return [
    { ...sent, mayHaveLanded: true },
    { ...action, results },
  ];
}
