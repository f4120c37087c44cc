import type { Proposal } from '../guessing/proposal.ts';
import type { TableDraft } from './table-draft.ts';

/** Adds the dots of e-mail addresses, in whose place keys have something else. */
export function addReplacement(
  draft: TableDraft,
  field: string,
  escapes: readonly string[],
  proposal?: Proposal,
): void {
  const replace = Object.fromEntries(escapes.map((each) => [each, '.']));
  draft.add('convert', field, { replace }, 'the dots of e-mail addresses', proposal);
}
