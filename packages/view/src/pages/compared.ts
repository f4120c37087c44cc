import type { Kind } from '@chatferry/contract';
import type { RecordState } from '@chatferry/job/viewing';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';

/**
 * The result of the latest comparison for a stored record without a difference; undefined when it is not known, or the app has
 * changed since.
 */
export function comparisonOf(
  context: PageContext,
  kind: Kind,
  outcome: RecordState['outcome'],
): 'same' | 'not compared' | undefined {
  if (outcome !== 'created' && outcome !== 'present') return undefined;
  const { verification, conclusion } = jobNow(context);
  if (['nothing', 'outdated', 'other-app'].includes(conclusion.proof)) return undefined;
  const found = verification?.kinds.find((each) => each.kind === kind);
  if (found === undefined || verification?.scope === 'delta') return 'not compared';
  // If some records of the kind could not be read back, it is not known which.
  return found.isWhole && found.hidden === 0 ? 'same' : undefined;
}
