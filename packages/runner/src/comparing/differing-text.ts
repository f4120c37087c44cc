import type { FieldDifference } from '@chatferry/contract';
import { PRESENT_DIFFERS } from '../terms/outcome.ts';
import type { Trouble } from '../terms/trouble.ts';

/** How a record that was there before the job differs from the plan. Names fields, never values. */
export function differingText(fields: readonly string[]): Trouble {
  return { code: PRESENT_DIFFERS, message: `differs in ${fields.join(', ')}` };
}

/** The names of the fields, each once. */
export function differingFields(differences: readonly FieldDifference[]): string[] {
  return [...new Set(differences.map(({ field }) => field))];
}
