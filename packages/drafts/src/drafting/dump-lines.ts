import path from 'node:path';
import type { Preset } from '../dumps/preset-of.ts';
import { sqlOf } from '../dumps/sql-of.ts';
import type { TableDraft } from '../proposing/table-draft.ts';
import { entry, titleOf } from './entry-lines.ts';
import type { FileDraft } from './file-draft.ts';
import { memberLines, type Question, tableLines, waitingLines } from './table-lines.ts';
import { commented, indented, pair } from './yaml-line.ts';

/** Dumps and other databases, as entries under `sources`. */
export function dumpLines(dumps: readonly FileDraft[], question: Question): string[] {
  const inSqlite = dumps.every(({ dump }) => sqlOf(dump!.dump) === sqlOf({ driver: 'dump' }));
  const read = dumps.filter(({ unread }) => unread === undefined);
  const lines = dumps.flatMap((file) => {
    const own = sourceLines(file, read.length > 1 ? nameOf(file, read) : undefined, question);
    return read.includes(file) ? own : own.map((line) => `# ${line}`);
  });
  return [
    `# The tables of databases, as far as queries read them.${inSqlite ? ' The SQL is that of SQLite.' : ''}`,
    ...(read.length === 0 ? [] : ['sources:']),
    ...indented(lines),
  ];
}

/** The name of a dump in problems: the name of its file, with a number when several files have the same name. */
function nameOf({ file }: FileDraft, all: readonly FileDraft[]): string {
  const alike = all.filter((each) => stemOf(each.file) === stemOf(file));
  const at = alike.findIndex((each) => each.file === file);
  return at === 0 ? stemOf(file) : `${stemOf(file)}-${at + 1}`;
}

function stemOf(file: string): string {
  return path
    .basename(file)
    .replace(/(\.\w+)+$/, '')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
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
  const members = tables.flatMap((table) => memberLines(table, question, sqlOf(dump!.dump)));
  const asked = waiting.flatMap((table) => waitingLines(table, question, queries.get(table)));
  return [
    `- ${pair(dump!.dump.driver, file)}`,
    ...(unread === undefined ? [] : [commented(`not read: ${unread}`)]),
    ...indented([
      ...(name === undefined ? [] : [pair('name', name)]),
      ...presetLines(dump!.preset),
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

function presetLines(preset: Preset | undefined): string[] {
  if (preset === undefined) return [];
  const { preset: name, title, tablePrefix } = preset;
  return [
    pair(
      'preset',
      name,
      `it has the tables of ${title}; docs/databases.md describes how they are read`,
    ),
    ...(tablePrefix === undefined ? [] : [pair('tablePrefix', tablePrefix)]),
  ];
}
