import { counted, type Kind, kinds } from '@chatferry/contract';
import type { StopReason } from '../terms/stop-reason.ts';

/** Records named in the reason of a stop. */
export const EXAMPLES = 5;

/** A record that the app holds with other content than planned. */
export interface DifferingRecord {
  readonly kind: Kind;
  readonly id: string;
  /** The text that `differingText` makes. */
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** Why a run stops because of records that the app holds with other content. Names ids, fields and lines, never values. */
export function presentDiffers(
  counts: readonly { readonly kind: Kind; readonly different: number }[],
  examples: readonly DifferingRecord[],
  allowed: number,
): StopReason {
  const different = counts.reduce((sum, each) => sum + each.different, 0);
  const byKind = counts
    .filter((each) => each.different > 0)
    .map((each) => counted(each.different, ...kinds[each.kind].nouns));
  const such = examples
    .slice(0, EXAMPLES)
    .map(({ kind, id, message, file, line }) => `${kind}:${id} (${file}:${line}) ${message}`);
  return {
    code: 'present-differs',
    message: `The app holds ${counted(different, 'record')} of the plan with other content than planned: ${byKind.join(', ')}; maxDifferent allows ${allowed}. Such as ${such.join('; ')}.`,
    fix: 'If these are other records that only have the same ids, plan with muidPrefix (messages) or idPrefix (users and groups), or send to another app. If the app may keep what it holds, run again with `maxDifferent: N` or `N%`.',
  };
}
