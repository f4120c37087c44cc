import { acceptedAs, type Draft, neededProposals, proposalsIn } from '@chatferry/drafts';
import type { Result } from '../results/results.ts';

export type InitResult = Extract<Result, { type: 'init' }>;

/** The draft of a configuration, for `--json`. */
export function draftJson(
  draft: Draft,
  result: Omit<InitResult, 'type' | 'files' | 'proposals'>,
): Result {
  const needed = new Set(neededProposals(draft));
  return {
    type: 'init',
    ...result,
    files: draft.files.map(({ file, tables, unread }) => ({
      file,
      kinds: [...new Set(tables.map(({ kind }) => kind))],
      unread,
    })),
    proposals: proposalsIn(draft).map((proposal) => ({
      name: acceptedAs(proposal),
      reason: proposal.reason,
      needed: needed.has(proposal),
      accepted: proposal.isAccepted,
    })),
  };
}
