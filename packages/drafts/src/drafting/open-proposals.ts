import { acceptedAs, type Proposal } from '../guessing/proposal.ts';
import { sections } from '../proposing/table-draft.ts';
import { lastPartOf, manyAlike } from './accepting-names.ts';
import { type Draft, proposalsIn } from './draft.ts';
import { pair } from './yaml-line.ts';

/** A proposal that takes effect when it is accepted. */
export interface OpenProposal {
  readonly proposal: Proposal;
  /** Number of the proposal in the draft, from 1. */
  readonly number: number;
  /** The text after `--accept`. */
  readonly accept: string;
  /** The first line of the draft that belongs to the proposal. */
  readonly line: string | undefined;
  /** When many proposals have the same last part of the name: the number of the others, and the pattern that accepts all. */
  readonly alike?: { readonly others: number; readonly pattern: string };
}

/** The open proposals in the order of the draft. Only the first of many similar ones is included. */
export function openProposals(draft: Draft): OpenProposal[] {
  const lines = linesOf(draft);
  const alike = manyAlike(draft);
  return proposalsIn(draft).flatMap((proposal, index) => {
    if (proposal.isAccepted) return [];
    const last = lastPartOf(proposal);
    const own = alike.get(last);
    const place = own?.indexOf(proposal) ?? -1;
    if (place > 0) return [];
    const open = {
      proposal,
      number: index + 1,
      accept: acceptedAs(proposal),
      line: lines.get(proposal),
    };
    return own === undefined || place < 0
      ? [open]
      : [{ ...open, alike: { others: own.length - 1, pattern: `*.${last}` } }];
  });
}

/** For each proposal, its first line in the draft. */
function linesOf({ settings, files }: Draft): ReadonlyMap<Proposal, string> {
  const tables = files.flatMap((file) => file.tables);
  const all = [
    ...settings,
    ...tables.flatMap(({ lines }) => sections.flatMap((section) => lines[section])),
    ...tables.flatMap(({ notIgnored }) =>
      notIgnored.map(({ name, proposal }) => ({ key: 'ignore', value: [name], proposal })),
    ),
  ];
  return new Map(
    all
      .toReversed()
      .flatMap(({ proposal, key, value }) =>
        proposal === undefined ? [] : [[proposal, pair(key, value)] as const],
      ),
  );
}
