import type { ExportLedger } from './export-ledger.ts';

/** Requests for one list: a list ends with an empty page. */
const LIST = 2;

/** A lower bound of the requests of all steps after a step, as far as the number of their lists is known. */
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
