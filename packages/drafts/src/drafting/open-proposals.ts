import { acceptedAs, type Proposal } from '../guessing/proposal.ts';
import { sections } from '../proposing/table-draft.ts';
import { lastPartOf, manyAlike } from './accepting-names.ts';
import { type Draft, proposalsIn } from './draft.ts';
import { pair } from './yaml-line.ts';

/** A proposal that counts once it is accepted. */
export interface OpenProposal {
  readonly proposal: Proposal;
  /** In the draft, from 1. */
  readonly number: number;
  /** The text after `--accept`. */
  readonly accept: string;
  /** The first line of the draft that it is about. */
  readonly line: string | undefined;
  /** When many proposals have the same last part of the name: how many others there are, and the pattern that accepts all. */
  readonly alike?: { readonly others: number; readonly pattern: string };
}

/** The open proposals in the order of the draft. Of many that are alike, the first one stands for all. */
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

/** The first line of the draft that a proposal is about. */
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
