import { counted, printable } from '@chatferry/contract';
import { acceptedAs, type Proposal } from '../guessing/proposal.ts';
import { sections } from '../proposing/table-draft.ts';
import { lastPartOf, manyAlike } from './accepting-names.ts';
import { type Draft, proposalsIn } from './draft.ts';
import { pair } from './yaml-line.ts';

/** The open proposals, and how to accept them. @param command that makes the same draft again */
export function proposalLines(draft: Draft, command: string): string[] {
  const lines = linesOf(draft);
  const open = proposalsIn(draft).flatMap((proposal, index) =>
    proposal.isAccepted ? [] : [{ proposal, number: index + 1 }],
  );
  if (open.length === 0) return [];
  const alike = manyAlike(draft);
  const isShown = ({ proposal }: (typeof open)[number]): boolean =>
    (alike.get(lastPartOf(proposal))?.indexOf(proposal) ?? 0) <= 0;
  return [
    '',
    `${counted(open.length, 'proposal')}, which ${open.length === 1 ? 'counts' : 'count'} once accepted:`,
    ...open
      .filter(isShown)
      .flatMap(({ proposal, number }) => [
        `  ${number}. ${acceptedAs(proposal)}`,
        ...[lines.get(proposal), proposal.reason].flatMap((each) =>
          each === undefined ? [] : [`     ${printable(each.replaceAll(/\s+/g, ' '))}`],
        ),
        ...othersLike(alike.get(lastPartOf(proposal)), proposal),
      ]),
    `Accept one or more by name: ${command} --accept ${acceptedAs(open[0]!.proposal)}`,
  ];
}

/** Names the further proposals of other tables that are like one. */
function othersLike(alike: readonly Proposal[] | undefined, proposal: Proposal): string[] {
  if (alike?.includes(proposal) !== true) return [];
  const pattern = `'*.${lastPartOf(proposal)}'`;
  return [
    `     and ${counted(alike.length - 1, 'more', 'more')} of this name; --accept ${pattern} accepts all`,
  ];
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
