import type { AskAgain } from '../answers/verdict.ts';
import type { Part } from './part.ts';

/** Failures after which asking the same once more is no use: of a whole batch or of one record, and of a piece. */
const PATIENCE = { whole: 3, piece: 1 } as const;

/**
 * What to do with a part that has failed for a reason that may pass:
 * - `again`: send it once more, later
 * - `find-witness`: see first whether the service takes any record at all
 * - `cut`: send its halves
 * - `failed`: this one record is what the service fails over
 * - `unresolved`: this one record never gets an answer
 */
export type NextStep = 'again' | 'find-witness' | 'cut' | 'failed' | 'unresolved';

/**
 * @param part with this failure counted
 * @param witnessed whether the service has taken other records since the part first failed: without that, the trouble
 *   is the service's, and no record may be blamed for it
 */
export function nextStep(
  part: Pick<Part, 'positions' | 'failures' | 'cut'>,
  { mayHaveLanded, source }: Pick<AskAgain, 'mayHaveLanded' | 'source'>,
  witnessed: boolean,
): NextStep {
  // What never left this machine has not been judged by anybody.
  if (!mayHaveLanded) return 'again';
  const alone = part.positions.length === 1;
  const piece = part.cut && !alone;
  if (part.failures < (piece ? PATIENCE.piece : PATIENCE.whole)) return 'again';
  // Cutting a piece further does no harm, whoever is at fault.
  if (piece) return 'cut';
  if (!witnessed) return 'find-witness';
  if (!alone) return 'cut';
  return source === 'silence' ? 'unresolved' : 'failed';
}
