import path from 'node:path';
import type { TableDraft } from '../proposing/table-draft.ts';
import { entry, titleOf } from './entry-lines.ts';
import type { FileDraft } from './file-draft.ts';
import { memberLines, type Question, tableLines, waitingLines } from './table-lines.ts';
import { commented, indented, pair } from './yaml-line.ts';

/** Dumps, as entries under `sources`. */
export function dumpLines(dumps: readonly FileDraft[], question: Question): string[] {
  const read = dumps.filter(({ tables }) => tables.length > 0);
  const lines = dumps.flatMap((file) => {
    const own = sourceLines(file, read.length > 1 ? nameOf(file, read) : undefined, question);
    return read.includes(file) ? own : own.map((line) => `# ${line}`);
  });
  return [
    '# The tables of dumps, as far as queries read them. The SQL is that of SQLite.',
    ...(read.length === 0 ? [] : ['sources:']),
    ...indented(lines),
  ];
}

/** The name of a dump in problems: that of its file, with a number where another one is called the same. */
function nameOf({ file }: FileDraft, all: readonly FileDraft[]): string {
  const alike = all.filter((each) => stemOf(each.file) === stemOf(file));
  const at = alike.findIndex((each) => each.file === file);
  return at === 0 ? stemOf(file) : `${stemOf(file)}-${at + 1}`;
}

function stemOf(file: string): string {
  return path
    .basename(file)
    .replace(/(\.\w+)+$/, '')
    .replaceAll(/[^\w-]+/g, '-');
}

function sourceLines(
  { file, tables, waiting, dump, unread }: FileDraft,
  name: string | undefined,
  question: Question,
): string[] {
  const queries = dump!.queries;
  const kinds = [...Map.groupBy(tables, ({ kind }) => kind)].flatMap(([kind, own]) => {
    const [only, ...more] = own;
    return more.length === 0
      ? [titleOf(only!), ...entry(kind, tableLines(only!, question, queries.get(only!)))]
      : entry(
          kind,
          own.flatMap((table) => listed(table, question, queries.get(table))),
        );
  });
  const members = tables.flatMap((table) => memberLines(table, question, true));
  const asked = waiting.flatMap((table) => waitingLines(table, question, queries.get(table)));
  return [
    `- ${pair('dump', file)}`,
    ...(unread === undefined ? [] : [commented(`not read: ${unread}`)]),
    ...indented([
      ...(name === undefined ? [] : [pair('name', name)]),
      ...(tables.length === 0 ? [] : entry('kinds', [...kinds, ...members])),
      ...asked,
    ]),
    '',
  ];
}

/** An element of a list. */
function listed(
  table: TableDraft,
  question: Question,
  query: Parameters<typeof tableLines>[2],
): string[] {
  const [first = '', ...others] = tableLines(table, question, query);
  return [titleOf(table), `- ${first}`, ...indented(others)];
}
