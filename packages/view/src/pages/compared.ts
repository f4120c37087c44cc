import type { Kind } from '@chatferry/contract';
import type { RecordState } from '@chatferry/job/viewing';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';

/**
 * What the latest comparison has found of a stored record without a difference; undefined where that is not known, or the app has
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
  // Where some of the kind could not be read back, it is not known of which record that is so.
  return found.isWhole && found.hidden === 0 ? 'same' : undefined;
}
