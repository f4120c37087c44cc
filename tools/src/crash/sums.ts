import { existsSync } from 'node:fs';
import path from 'node:path';
import { kindsInOrder } from '@chatferry/contract';
import { runStatus } from '@chatferry/runner';

/**
 * Whether every row of the job is in exactly one place, and all that was planned has landed.
 * @returns what is wrong, in words; nothing when all is well
 */
export function sumMistakes(job: string): string[] {
  const plan = path.join(job, 'plan.sqlite');
  if (!existsSync(plan)) return ['There is no plan.'];
  const { kinds } = runStatus(plan, path.join(job, 'ledger.sqlite'));
  return kindsInOrder.flatMap((kind) => {
    const { rows, created, present, rejected, merged, filtered, ...rest } = kinds[kind];
    const { failed, skipped, unresolved, pending } = rest;
    const landed = created + present;
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
