import { counted } from '@chatferry/contract';
import type { SkippedCount } from '@chatferry/runner';

/** The entries that were left out of a list, as a line for the operator. */
export function skippedLine({ operation, entries, forms }: SkippedCount): string {
  return `${operation}: ${counted(entries, 'entry that is no item was left out', 'entries that are no items were left out')} (${forms.join(', ')}).`;
}
