import type { Proposal } from '../guessing/proposal.ts';
import { lackingFields } from '../proposing/lacking-fields.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import type { Draft } from './draft.ts';

/** The open proposals without which a plan is refused, or rejects every row of a table. */
export function neededProposals({ settings, files }: Draft): readonly Proposal[] {
  const tables = files.flatMap((file) => file.tables);
  const waiting = files.flatMap((file) => file.waiting.flatMap((each) => each.kindProposal ?? []));
  const waitedFor = new Set(tables.flatMap((each) => each.waitsFor.map(({ table }) => table)));
  const asked = files
    .flatMap((file) => file.waiting)
    .flatMap((each) => (waitedFor.has(each.guess.table.name) ? (each.kindProposal ?? []) : []));
  const ofAll = settings.filter(({ isNeeded }) => isNeeded).map(({ proposal }) => proposal);
  const isNothingRead = files.every((file) => file.unread !== undefined);
  const needed = [
    ...ofAll,
    ...asked,
    ...tables.flatMap(neededBy),
    ...(isNothingRead ? waiting : []),
  ];
  return [...new Set(needed)].filter(({ isAccepted }) => !isAccepted);
}

function neededBy(table: TableDraft): Proposal[] {
  const { columns, convert, constants } = table.lines;
  return lackingFields(table).proposed.flatMap((field) => {
    const line =
      columns.find(({ value }) => [value].flat().includes(field)) ??
      [...constants, ...convert].find(({ key }) => key === field);
    return line?.proposal ?? [];
  });
}
