import type { GuessedTable } from './guessed-table.ts';
import { holdsRowsOf, type Table } from '../tables/table.ts';

/** The columns that inner and outer rows must share to be messages of one form. */
const shared = ['text', 'sender'] as const;

/** Joins messages with the messages inside of them that have the same form, at any depth: replies to replies. */
export function withNested(placed: readonly GuessedTable[]): readonly GuessedTable[] {
  const joined = new Set<GuessedTable>();
  const found = placed.map((outer) => {
    if (outer.kind !== 'messages' || outer.table.when !== undefined || joined.has(outer))
      return outer;
    const inner = placed.filter((each) => isLike(outer, each));
    const nested = inner
      .map(({ table }) => pathInside(outer.table, table))
      .filter((path) => path.split('*').length === 2);
    const own = inner.filter(({ table }) => leadsBy(pathInside(outer.table, table), nested));
    for (const each of own) joined.add(each);
    return own.length === 0 ? outer : { ...outer, nested, table: joinedTable(outer, own, nested) };
  });
  return found.filter((_, index) => !joined.has(placed[index]!));
}

function columnOf({ matches }: GuessedTable, field: string): string | undefined {
  return matches.find((match) => match.field === field)?.column.name;
}

/** Whether a table is in lists inside the rows of another one, and has its text and its sender in the same columns. */
function isLike(outer: GuessedTable, inner: GuessedTable): boolean {
  return (
    inner.kind === 'messages' &&
    inner.table.when === undefined &&
    holdsRowsOf(outer.table, inner.table) &&
    shared.every((field) => {
      const name = columnOf(outer, field);
      return name !== undefined && name === columnOf(inner, field);
    })
  );
}

/** The path from a row to the rows inside of it: `replies[*]`. */
function pathInside(outer: Table, inner: Table): string {
  if (outer.rows === undefined) return inner.rows!;
  return inner.rows!.slice((outer.rows || '[*]').length + 1);
}

/** Whether a path consists of the other paths, one after the other: `replies[*].replies[*]`. */
function leadsBy(path: string, nested: readonly string[]): boolean {
  return nested.some(
    (each) =>
      path === each ||
      (path.startsWith(`${each}.`) && leadsBy(path.slice(each.length + 1), nested)),
  );
}

/** The columns of rows at all depths, except columns that lead into inner rows. */
function joinedTable(
  { table }: GuessedTable,
  inner: readonly GuessedTable[],
  nested: readonly string[],
): Table {
  const roots = new Set(nested.map((path) => path.split(/[.[]/, 1)[0]!));
  const columns = [table, ...inner.map((each) => each.table)].flatMap((each, index) =>
    each.columns.filter(({ root }) => (root === undefined ? index === 0 : !roots.has(root))),
  );
  const names = columns.map(({ name }) => name);
  return { ...table, columns: columns.filter(({ name }, at) => names.indexOf(name) === at) };
}
