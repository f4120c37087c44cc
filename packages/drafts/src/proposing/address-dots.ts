import type { Proposal } from '../guessing/proposal.ts';
import type { TableDraft } from './table-draft.ts';

/** Restores the dots of e-mail addresses that keys replace by other characters. */
export function addReplacement(
  draft: TableDraft,
  field: string,
  escapes: readonly string[],
  proposal?: Proposal,
): void {
  const replace = Object.fromEntries(escapes.map((each) => [each, '.']));
  draft.add('convert', field, { replace }, 'the dots of e-mail addresses', proposal);
}
