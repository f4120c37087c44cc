import { existsSync } from 'node:fs';
import path from 'node:path';
import { kindsInOrder } from '@chatferry/contract';
import { runStatus } from '@chatferry/runner';

/**
 * Checks that every row of the job has exactly one outcome, and that all planned records landed.
 * @returns a description of each mistake
 */
export function sumMistakes(job: string): string[] {
  const plan = path.join(job, 'plan.sqlite');
  if (!existsSync(plan)) return ['There is no plan.'];
  const { kinds } = runStatus(plan, path.join(job, 'ledger.sqlite'));
  return kindsInOrder.flatMap((kind) => {
    const { rows, created, present, rejected, merged, filtered, ...rest } = kinds[kind];
    const { failed, skipped, unresolved, pending, unchanged, changed, updated } = rest;
    const landed = created + present + unchanged + changed + updated;
    return [
      ...(rows === landed + failed + skipped + unresolved + pending + rejected + merged + filtered
        ? []
        : [`${kind}: the sums do not agree: ${JSON.stringify(kinds[kind])}`]),
      ...(failed + skipped + unresolved + pending + rejected + merged === 0
        ? []
        : [`${kind}: not all landed: ${JSON.stringify(kinds[kind])}`]),
    ];
  });
}
