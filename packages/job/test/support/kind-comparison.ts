import type { Kind } from '@chatferry/contract';
import type { KindComparison } from '../../src/verifying/kind-tally.ts';

/** A comparison in which all records are as planned. */
export function kindComparison(
  kind: Kind,
  records: number,
  given: Partial<KindComparison> = {},
): KindComparison {
  return {
    kind,
    at: '',
    planned: records,
    held: records,
    others: 0,
    same: records,
    different: 0,
    missing: 0,
    landedBefore: 0,
    extra: 0,
    doubled: 0,
    hidden: 0,
    isWhole: true,
    reHosted: 0,
    fields: [],
    examples: { missing: [], extra: [], doubled: [] },
    ...given,
  };
}
