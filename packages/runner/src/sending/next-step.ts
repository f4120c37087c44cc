import type { RetryAction } from '../answers/answer-action.ts';
import type { Part } from './part.ts';

/** Failures after which asking the same once more is no use: of a whole batch or of one record, and of a piece. */
const ATTEMPTS = { whole: 3, piece: 1 } as const;

/**
 * The same for trouble beside records while nothing else of their kind lands. By then pauses of about two minutes have
 * passed.
 */
const ATTEMPTS_IN_DOUBT = 8;

/** What shows that the trouble is not the service's. */
export interface Evidence {
  /** Whether other records of the kind landed since the part first failed. */
  readonly othersLanded: boolean;
  /** Whether the service recognises a record that landed earlier; `undefined`: it was not asked. */
  readonly recognises: boolean | undefined;
  /** Whether a few records may be blamed on that alone. */
  readonly mayBlame: boolean;
}

/**
 * What to do with a part that has failed for a reason that may pass:
 * - `again`: send it once more, later
 * - `find-witness`: see first whether the service takes any record at all
 * - `cut`: send its halves
 * - `failed`: this one record is what the service fails over
 * - `unresolved`: this one record never gets an answer
 * - `settle-each`: the service names each of these records, again and again
 */
export type NextStep = 'again' | 'find-witness' | 'cut' | 'failed' | 'unresolved' | 'settle-each';

/** @param part with this failure counted */
export function nextStep(
  part: Pick<Part, 'positions' | 'failures' | 'cut'>,
  { mayHaveLanded, source }: Pick<RetryAction, 'mayHaveLanded' | 'source'>,
  { othersLanded, recognises, mayBlame }: Evidence,
): NextStep {
  // What never left this machine has not been judged by anybody.
  if (!mayHaveLanded) return 'again';
  const isNamed = source === 'records';
  const alone = part.positions.length === 1;
  const piece = part.cut && !alone && !isNamed;
  if (part.failures < (piece ? ATTEMPTS.piece : ATTEMPTS.whole)) return 'again';
  // Cutting a piece further does no harm, whoever is at fault.
  if (piece) return 'cut';
  const conclusion = isNamed
    ? 'settle-each'
    : !alone
      ? 'cut'
      : source === 'silence'
        ? 'unresolved'
        : 'failed';
  if (othersLanded) return conclusion;
  // An outage of one kind, or of writing alone, still lets the service recognise what landed before.
  if (isNamed && part.failures < ATTEMPTS_IN_DOUBT) return 'again';
  if (recognises === undefined) return 'find-witness';
  if (!recognises) return 'again';
  return conclusion === 'cut' || mayBlame ? conclusion : 'again';
}
