import path from 'node:path';
import type { FoundTable, Table } from './table.ts';

/** The forms of tables' names, shortest first. */
const forms: readonly ((table: FoundTable) => readonly string[])[] = [
  ({ label }) => [label],
  ({ label, rows = '', when }) => [placeOf(rows) || label, String(when?.value ?? '')],
  ({ file, rows = '', when }) => [
    stemOf(path.basename(file)),
    placeOf(rows),
    String(when?.value ?? ''),
  ],
  ({ file, rows = '', when }) => [stemOf(file), placeOf(rows), String(when?.value ?? '')],
];

/** Gives each table of an export a unique name. The name does not depend on guesses about the table. */
export function nameTables(tables: readonly FoundTable[]): Table[] {
  return tables.map((table) => {
    const nameIn = (form: (typeof forms)[number], each: FoundTable): string =>
      form(each)
        .filter((part) => part !== '')
        .join('.');
    const isOwn = (form: (typeof forms)[number]): boolean =>
      tables.filter((other) => nameIn(form, other) === nameIn(form, table)).length === 1;
    const form = forms.find(isOwn) ?? forms.at(-1)!;
    return { ...table, name: nameIn(form, table) };
  });
}

function stemOf(file: string): string {
  return file.replace(/(\.\w+)+$/, '');
}

/** `rooms[*].messages.*` as words: `rooms.messages`. */
function placeOf(rows: string): string {
  return rows.replaceAll(/\[\*\]|\.?\*/g, '').replace(/^\./, '');
}
