import type { Column } from '../columns/column.ts';
import type { TableDraft } from '../proposing/table-draft.ts';

/** Whether the service's form of an id differs only in capitals. */
export function isNamedWithCapitals(id: string): boolean {
  return /^[\w-]+$/.test(id) && id !== id.toLowerCase();
}

/** The fields that name users and groups. */
const naming: Readonly<Record<'users' | 'groups', readonly string[]>> = {
  users: ['messages.sender', 'members.uid', 'reactions.uid', 'groups.owner'],
  groups: ['messages.receiver', 'members.guid'],
};

/** Ids of users or groups without a table, which planning makes, if any of these ids has capitals. */
export function idsWithCapitals(
  tables: readonly TableDraft[],
  lacks: { readonly users: boolean; readonly groups: boolean },
): readonly string[] {
  return (['users', 'groups'] as const).flatMap((kind) => {
    const ids = tables.flatMap((table) =>
      columnsNaming(kind, table).flatMap(({ facts }) => [...facts.values.keys()]),
    );
    return lacks[kind] && ids.some(isNamedWithCapitals) ? [...new Set(ids)] : [];
  });
}

/** The columns of a table that name users or groups, including columns of proposed lines. */
function columnsNaming(
  kind: 'users' | 'groups',
  { kind: own, guess, lines }: TableDraft,
): readonly Column[] {
  const isNaming = (field: unknown): boolean => naming[kind].includes(`${own}.${String(field)}`);
  const written = lines.columns.filter(({ value }) => [value].flat().some(isNaming));
  return guess.table.columns.filter(
    (column) =>
      guess.matches.some((match) => match.column === column && isNaming(match.field)) ||
      written.some(({ key }) => key === column.name),
  );
}
