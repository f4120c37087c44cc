import path from 'node:path';
import type { FoundTable, Table } from './sampling/table.ts';

/** How tables are named, shortest first. */
const forms: readonly ((table: FoundTable) => string)[] = [
  ({ label }) => label,
  ({ label, rows }) => (rows === undefined || rows === '' ? label : placeOf(rows)),
  ({ file, label, rows }) =>
    `${path.basename(file)}.${rows === undefined || rows === '' ? label : placeOf(rows)}`,
  ({ file, rows = '', when }) => `${file}.${placeOf(rows)}.${when?.value ?? ''}`,
];

/** Gives each table of an export a name of its own. It does not change with what is guessed of it. */
export function nameTables(tables: readonly FoundTable[]): Table[] {
  return tables.map((table) => {
    const isOwn = (form: (other: FoundTable) => string): boolean =>
      tables.filter((other) => form(other) === form(table)).length === 1;
    const form = forms.find(isOwn) ?? forms.at(-1)!;
    return { ...table, name: form(table) };
  });
}

/** `rooms[*].messages.*` as words: `rooms.messages`. */
function placeOf(rows: string): string {
  return rows.replaceAll(/\[\*\]|\.?\*/g, '').replace(/^\./, '');
}
