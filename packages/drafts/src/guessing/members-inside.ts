import type { KindMatch } from '../matching/kind-of-table.ts';
import type { FieldMatch } from '../matching/match-fields.ts';
import { holdsRowsOf, type Table } from '../tables/table.ts';

type Guessed = KindMatch & { readonly table: Table; readonly doubt: string | undefined };

/** Adds the group around members that are in a list inside of groups, when no values name the group. */
export function withGroupsAround<Each extends Guessed>(placed: readonly Each[]): readonly Each[] {
  return placed.map((each) => {
    if (each.kind !== 'members' || each.matches.some(({ field }) => field === 'guid')) return each;
    const groups = placed.find(
      (other) => other.kind === 'groups' && holdsRowsOf(other.table, each.table),
    );
    const guid = groups && guidAround(groups, each.table);
    if (guid === undefined || !each.matches.some(({ field }) => field === 'uid')) return each;
    const doubt = groups!.doubt && `it may hold the members of ${groups!.table.label}`;
    return {
      ...each,
      doubt,
      matches: [...each.matches.filter(({ column }) => column !== guid.column), guid],
    };
  });
}

/** The id of the groups, as the rows inside of them read it. */
function guidAround({ matches }: Guessed, { columns }: Table): FieldMatch | undefined {
  const own = matches.find(({ field }) => field === 'guid')?.column;
  if (own === undefined) return undefined;
  const name = own.isKey === true ? own.name : `^.${own.name}`;
  const column = columns.find((each) => each.name === name && each.root === undefined);
  return (
    column && {
      column,
      field: 'guid',
      score: 1,
      reason: 'it is the id of the group around the members',
      isProved: true,
    }
  );
}
