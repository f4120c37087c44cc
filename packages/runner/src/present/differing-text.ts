import type { FieldDifference } from '@chatferry/contract';
import type { Trouble } from '../trouble.ts';

/** In the ledger, the code of a record that was there before the job with other content. */
export const PRESENT_DIFFERS = 'PRESENT_DIFFERS';

/** How a record that was there before the job differs from the plan. Names fields, never values. */
export function differingText(fields: readonly string[]): Trouble {
  return { code: PRESENT_DIFFERS, message: `differs in ${fields.join(', ')}` };
}

/** The names of the fields, each once. */
export function differingFields(differences: readonly FieldDifference[]): string[] {
  return [...new Set(differences.map(({ field }) => field))];
}
