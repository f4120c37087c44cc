import path from 'node:path';
import { isObject } from '@chatferry/contract';
import type { Format } from '@chatferry/parsers';
import { columnsOfCells, columnsOfRows } from '../columns/columns-of.ts';
import { type Charset, charsetOf, decode } from './charset.ts';
import { contentOf } from './content-of.ts';
import { type Dialect, dialectOf } from './dialect-of.ts';
import { outlineOf } from './outline-of.ts';
import { type JsonList, jsonLists } from './json-lists.ts';
import { type FileSample, sampleOf } from './sample-of-file.ts';
import type { FoundTable } from './table.ts';
import { keyColumns } from '../columns/key-columns.ts';
import { parentColumns } from '../columns/parent-columns.ts';
import { tablesByType } from './tables-by-type.ts';

/** A file of the export: its tables, or why it cannot be read. */
export type InspectedFile =
  | {
      readonly file: string;
      readonly charset: Charset;
      readonly format: Format;
      readonly dialect: Dialect | undefined;
      readonly tables: readonly FoundTable[];
      /** What the file holds that is no table. */
      readonly notes: readonly string[];
    }
  | { readonly file: string; readonly unreadable: string };

/** Keys of lists that say nothing about the rows: the name of the file does. */
const WRAPPERS = new Set([
  '',
  'data',
  'items',
  'results',
  'records',
  'rows',
  'list',
  'values',
  'entries',
  'docs',
]);

/** Share of the lines that have to have as many cells as most, for a file to be a table. */
const LEAST_REGULAR = 0.7;

/** @param file as the user named it, or below a folder that the user named */
export async function inspectFile(file: string, encoding?: string): Promise<InspectedFile> {
  const sample = await sampleOf(file);
  const charset = charsetOf(sample, encoding);
  const head = decode(sample.head, charset.encoding);
  const content = contentOf(sample.head, head, file);
  if ('unreadable' in content) return { file, unreadable: content.unreadable };
  const { format } = content;
  const own = { file, format, charset, dialect: undefined, notes: [] };
  if (format === 'json') {
    const { root, isBroken, isWhole } = await outlineOf(file, charset.encoding);
    const tables = jsonLists(root).flatMap((list) => {
      const byType = list.path === '' ? tablesByType(file, stemOf(file), list.rows, isWhole) : [];
      return byType.length > 1 ? byType : [tableOf(file, list, isWhole)];
    });
    const notes = isBroken ? ['its end is missing or is not JSON'] : [];
    if (tables.length === 0)
      return { file, unreadable: notes[0] ?? 'JSON without a list of objects' };
    return { ...own, tables, notes };
  }
  const texts = [
    cutEnd(head, sample),
    ...sample.pieces.map((piece) => cutBoth(decode(piece, charset.encoding))),
  ];
  if (format === 'ndjson') {
    const rows = texts.flatMap(objectsIn);
    if (rows.length === 0) return { file, unreadable: 'no line of it is a JSON object' };
    return {
      ...own,
      tables: [
        ...tablesByType(file, stemOf(file), rows, sample.isWhole),
        ...nestedTables(file, rows, sample.isWhole),
      ],
    };
  }
  const dialect = dialectOf(texts);
  if (dialect.regular < LEAST_REGULAR)
    return { file, unreadable: 'no table: its lines have different numbers of cells' };
  const names = dialect.header
    ? dialect.first.map((name) => name.trim())
    : dialect.first.map((_, index) => `column${index + 1}`);
  const rows = dialect.header ? dialect.rows : [dialect.first, ...dialect.rows];
  if (names.length < 2 && rows.length === 0) return { file, unreadable: 'no table' };
  const columns = columnsOfCells(names, rows, dialect.nulls);
  const table: FoundTable = {
    file,
    label: stemOf(file),
    rows: undefined,
    when: undefined,
    columns,
    rowCount: rows.length,
    isWhole: sample.isWhole,
  };
  return { ...own, dialect, tables: [table] };
}

function tableOf(file: string, list: JsonList, isWhole: boolean): FoundTable {
  const { path: rows, key, rows: elements, parents, parentKey } = list;
  return {
    file,
    label: WRAPPERS.has(key) ? stemOf(file) : key,
    rows,
    when: undefined,
    columns: [
      ...columnsOfRows(elements),
      ...keyColumns(list),
      ...parentColumns(parents, parentKey, rows),
    ],
    rowCount: elements.length,
    isWhole,
  };
}

/** The lists inside the rows of NDJSON. */
function nestedTables(
  file: string,
  rows: readonly Record<string, unknown>[],
  isWhole: boolean,
): FoundTable[] {
  return jsonLists(rows)
    .filter(({ path: at }) => at !== '')
    .map((list) => {
      const parentKey = list.parentKey === '' ? stemOf(file) : list.parentKey;
      return tableOf(file, { ...list, path: list.path.replace('[*].', ''), parentKey }, isWhole);
    });
}

/** `phpbb_users.csv.gz` is `phpbb_users`. */
function stemOf(file: string): string {
  return path.basename(file).replace(/(\.(csv|tsv|txt|json|ndjson|jsonl|log|gz|zst))+$/i, '');
}

function cutEnd(text: string, { isWhole }: FileSample): string {
  return isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function cutBoth(text: string): string {
  return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1);
}

function objectsIn(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}
