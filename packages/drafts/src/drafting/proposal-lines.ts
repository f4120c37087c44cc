import { counted, printable } from '@chatferry/contract';
import { acceptedAs } from '../guessing/proposal.ts';
import { type Draft, proposalsIn } from './draft.ts';
import { type OpenProposal, openProposals } from './open-proposals.ts';

/** The open proposals, and how to accept them. @param command makes the same draft again */
export function proposalLines(draft: Draft, command: string): string[] {
  const open = proposalsIn(draft).filter(({ isAccepted }) => !isAccepted);
  if (open.length === 0) return [];
  return [
    '',
    `${counted(open.length, 'proposal')}, which ${open.length === 1 ? 'counts' : 'count'} once accepted:`,
    ...openProposals(draft).flatMap(linesOf),
    `Accept one or more by name: ${command} --accept ${acceptedAs(open[0]!)}`,
  ];
}

function linesOf({ proposal, number, accept, line, alike }: OpenProposal): string[] {
  return [
    `  ${number}. ${accept}`,
    ...[line, proposal.reason].flatMap((each) =>
      each === undefined ? [] : [`     ${printable(each.replaceAll(/\s+/g, ' '))}`],
    ),
    ...(alike === undefined
      ? []
      : [
          `     and ${counted(alike.others, 'more', 'more')} of this name; --accept '${alike.pattern}' accepts all`,
        ]),
  ];
}
