import type { ExportLedger } from './export-ledger.ts';

/** A list ends with an empty page. */
const LIST = 2;

/** Requests that the steps after one take at least, as far as it is known how many lists they have. */
export function requestsAhead(
  ledger: ExportLedger,
  steps: readonly string[],
  step: string,
): number {
  const lists = (of: string, perParent: number): number => ledger.count(of) * perParent * LIST;
  return steps.slice(steps.indexOf(step) + 1).reduce((sum, name) => {
    if (name === 'members') return sum + lists('groups', 2);
    if (name === 'friends' || name === 'blocks') return sum + lists('users', 1);
    if (name === 'reactions') return sum + lists('reacted', 1);
    return sum + LIST;
  }, 0);
}
