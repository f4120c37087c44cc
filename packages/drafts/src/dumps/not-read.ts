import type { DumpDraft } from './draft-dump.ts';

/** The content that the queries of a draft do not read, with counts: columns of tables that are read, and whole tables. */
export function notReadOf(
  { dump, queries }: DumpDraft,
  read: ReadonlySet<string>,
): { readonly place: string; readonly values: number; readonly rows?: number }[] {
  return dump.tables.flatMap((table) => {
    const { name, rows } = table;
    if (rows === 0) return [];
    if (!read.has(name)) return [{ place: name, values: rows }];
    const own = [...queries].filter(([draft]) => draft.guess.table.label === name);
    const [first, ...more] = own.map(([, { left }]) => left);
    const columns = (first ?? []).filter((column) => more.every((left) => left.includes(column)));
    return columns.map((column) => ({
      place: `${name}.${column.name}`,
      values: dump.filledIn({ table: name, column: column.name }),
      rows: dump.rowsIn(table),
    }));
  });
}
