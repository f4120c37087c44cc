import { ApiError } from '@chatferry/client';
import type { AnswerAction } from '../answers/answer-action.ts';
import { shortened } from '../answers/shortened.ts';
import type { Route } from '../routes/route.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { Part } from './part.ts';
import type { SendPorts } from './send-ports.ts';

/** Some positions. */
type Settled = Pick<ReadonlySet<number>, 'has'>;

/** What is known of a part right before it is sent. */
export interface StateBefore {
  /** The records that are to be sent, as far as is known; `undefined`: no record. */
  readonly left: Part | undefined;
  /** What an answer means for the part: a record counts as created only if the service did not hold it before, as far as that can be found out. */
  readonly answered: (sent: Part, action: AnswerAction) => Promise<readonly [Part, AnswerAction]>;
}

/**
 * Reads which records of a part the service already holds, when its answers do not report this. These records are settled as present.
 * When they cannot be read, no answer will prove that the request stored them. A change to a record of other people is settled as different.
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
  try {
    const others = await route.ofOthers?.(batch, positions, reader);
    for (const [position, field] of others ?? []) progress.foundBefore(position, [field]);
    const held = await route.heldBefore?.(batch, positions, reader, isAgain);
    for (const position of held ?? []) progress.present(position, part);
    return { left: without(part, others, held), answered };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (route.ofOthers === undefined)
      return { left: part, answered: async (...answer) => withoutProof(...answer) };
    // Other people may own these records, so nothing is changed.
    const trouble = { code: error.code, message: shortened(error.message) };
    for (const position of positions) progress.failed(position, trouble, part.attempts, isAgain);
    return { left: undefined, answered };
  }
}

/** @returns undefined when nothing is left; the part itself when everything is left */
function without(part: Part, ...settled: readonly (Settled | undefined)[]): Part | undefined {
  const left = part.positions.filter((position) => !settled.some((each) => each?.has(position)));
  if (left.length === part.positions.length) return part;
  return left.length === 0 ? undefined : { ...part, positions: left };
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
