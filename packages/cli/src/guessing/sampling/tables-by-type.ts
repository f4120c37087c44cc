import { columnsOfRows } from '../columns/columns-of.ts';
import { conceptsOf } from '../matching/concepts-of.ts';
import type { FoundTable } from './table.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of NDJSON or of a list: one table, or one for each value of a field that says what a row is. */
export function tablesByType(
  file: string,
  label: string,
  rows: readonly Row[],
  isWhole: boolean,
): FoundTable[] {
  const field = typeField(rows);
  const table = (own: readonly Row[], name: string, when: FoundTable['when']): FoundTable => ({
    file,
    label: name,
    rows: undefined,
    when,
    columns: columnsOfRows(own).filter(({ name: column }) => column !== when?.field),
    rowCount: own.length,
    isWhole,
  });
  if (field === undefined) return [table(rows, label, undefined)];
  const byValue = Map.groupBy(rows, (row) => row[field] as string);
  // Django writes the name of an application in front: `auth.user`.
  return Array.from(byValue, ([value, own]) =>
    table(own, value.slice(value.lastIndexOf('.') + 1), { field, value }),
  );
}

/** The field whose values name different things, as in `{"type":"user",…}` and `{"type":"post",…}`. */
function typeField(rows: readonly Row[]): string | undefined {
  return Object.keys(rows[0]!).find((key) => {
    if (conceptsOf(key).concepts.some((concept) => concept !== 'type')) return false;
    const values = new Set(rows.map((row) => row[key]));
    if (
      values.size < 2 ||
      values.size > 20 ||
      ![...values].every((value) => typeof value === 'string')
    )
      return false;
    const named = [...values].flatMap((value) => conceptsOf(value as string).concepts);
    return [
      ['user', 'group', 'message'],
      ['friend', 'block', 'banned'],
    ].some((all) => all.filter((concept) => named.includes(concept as never)).length >= 2);
  });
}
