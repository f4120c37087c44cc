import { isObject } from '@chatferry/contract';
import { type Format, plainJson } from '@chatferry/parsers';
import type { Column } from '../columns/column.ts';
import { columnsOfCells, columnsOfRows, withLists } from '../columns/columns-of.ts';
import { type Charset, charsetOf, decode } from '../sampling/charset.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { contentOf } from '../sampling/content-of.ts';
import { type Dialect, dialectOf } from '../sampling/dialect-of.ts';
import { collectionsIn, type SomeOfCollection } from '../sampling/collections-in.ts';
import { outlineOf } from '../sampling/outline-of.ts';
import { documentTree } from '../sampling/document-tree.ts';
import type { JsonList } from '../sampling/json-list.ts';
import { jsonLists } from '../sampling/json-lists.ts';
import { type FileSample, sampleOf } from '../sampling/sample-of-file.ts';
import type { FoundTable } from './table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { withDocumentIds } from '../columns/document-references.ts';
import { keyColumns } from '../columns/key-columns.ts';
import { documentColumns, parentColumns } from '../columns/parent-columns.ts';
import { withPlainAddresses } from './escaped-addresses.ts';
import { nameOfRows } from './name-of-rows.ts';
import { tablesByType } from './tables-by-type.ts';

/** A file of the export: its tables, or why it cannot be read. */
export type InspectedFile =
  | {
      readonly file: string;
      readonly charset: Charset;
      readonly format: Format;
      readonly dialect: Dialect | undefined;
      readonly tables: readonly FoundTable[];
      /** Other content of the file, as sentences. */
      readonly notes: readonly string[];
    }
  | { readonly file: string; readonly unreadable: string; readonly database?: 'dump' | 'sqlite' };

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
  const head = plainJson(decode(sample.head, charset.encoding));
  const content = contentOf(sample.head, head, file);
  if ('unreadable' in content) return { file, ...content };
  const { format } = content;
  const own = { file, format, charset, dialect: undefined, notes: [] };
  if (format === 'bson' || format === 'mongo-archive') {
    const { collections, notes } = await collectionsIn(file, format);
    const tables = collections
      .filter(({ documents }) => documents.length > 0)
      .flatMap((each) => collectionTables(file, each));
    if (tables.length === 0)
      return { file, unreadable: notes[0] ?? 'a collection without documents' };
    return { ...own, charset: { encoding: 'utf-8', isRecognised: true }, tables, notes };
  }
  if (format === 'json') {
    const { root, isBroken, isWhole } = await outlineOf(file, charset.encoding);
    const tree = documentTree(root);
    const lists = jsonLists(tree?.root ?? root, tree?.collections);
    const collections = new Set(lists.flatMap(({ key, inTree }) => (inTree ? [key] : [])));
    const found = lists.flatMap((list) =>
      tablesOf(file, list, isWhole, lists.length === 1).map((table) => ({
        ...table,
        columns: withDocumentIds(table.columns, collections),
      })),
    );
    const tables = tree === undefined ? found : withPlainAddresses(found);
    const notes = [
      ...(isBroken ? ['its end is missing or is not JSON'] : []),
      ...(tree === undefined ? [] : [`a tree of documents, as ${tree.writer} writes it`]),
    ];
    if (tables.length === 0)
      return { file, unreadable: notes[0] ?? 'JSON without a list of objects' };
    return { ...own, tables, notes };
  }
  const texts = [
    cutEnd(head, sample),
    ...sample.pieces.map((piece) => plainJson(cutBoth(decode(piece, charset.encoding)))),
  ];
  if (format === 'ndjson') {
    const rows = texts.flatMap(objectsIn);
    if (rows.length === 0) return { file, unreadable: 'no line of it is a JSON object' };
    return {
      ...own,
      tables: [...linesOf(file, rows, sample.isWhole), ...nestedTables(file, rows, sample.isWhole)],
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
  const columnsOf = (some: typeof rows): Column[] =>
    withLists(columnsOfCells(names, some, dialect.nulls));
  const table: FoundTable = {
    file,
    label: nameOfRows(file),
    rows: undefined,
    when: undefined,
    columns: columnsOf(rows),
    rowCount: rows.length,
    isWhole: sample.isWhole,
  };
  const byType = tablesByType(table, (indexes) => columnsOf(indexes.map((index) => rows[index]!)));
  return { ...own, dialect, tables: byType };
}

/** The tables in a list of a JSON document. */
function tablesOf(file: string, list: JsonList, isWhole: boolean, isOnly = false): FoundTable[] {
  // The only list of a file may have the name of its conversation.
  const isNameless = isOnly && conceptsOf(list.key).concepts.length === 0;
  const table: FoundTable = {
    file,
    label: isNameless ? nameOfRows(file) : labelOf(file, list),
    rows: list.path,
    ...(list.inTree && { pattern: list.inTree.pattern }),
    when: undefined,
    columns: columnsOfList(list),
    rowCount: list.rows.length,
    isWhole,
  };
  return tablesByType(table, (indexes) => columnsOfList(someRows(list, indexes)));
}

/** The name of rows: that of their list, or of the file. A map of users within a document has the members of this document. */
function labelOf(file: string, { key, inTree, parentKey }: JsonList): string {
  if (WRAPPERS.has(key)) return nameOfRows(file);
  const isOfUsers = inTree !== undefined && hasConcept(key, 'user');
  return isOfUsers && parentKey !== undefined && hasConcept(parentKey, 'group') ? 'members' : key;
}

function columnsOfList(list: JsonList): Column[] {
  return [
    // Texts in a list are what the list is called.
    ...columnsOfRows(list.rows).map((column) =>
      column.name === '.' ? { ...column, label: list.key } : column,
    ),
    ...keyColumns(list),
    ...parentColumns(list.parents, list.parentKey, list.path),
    ...documentColumns(list),
  ];
}

function someRows(list: JsonList, indexes: readonly number[]): JsonList {
  return {
    ...list,
    rows: indexes.map((index) => list.rows[index]!),
    parents: indexes.map((index) => list.parents[index]),
    keys: list.keys.map(({ of, values }) => ({
      of,
      values: indexes.map((index) => values[index]!),
    })),
  };
}

/** The tables of the lines of NDJSON. */
function linesOf(
  file: string,
  rows: readonly Record<string, unknown>[],
  isWhole: boolean,
): FoundTable[] {
  const table: FoundTable = {
    file,
    label: nameOfRows(file),
    rows: undefined,
    when: undefined,
    columns: columnsOfRows(rows),
    rowCount: rows.length,
    isWhole,
  };
  return tablesByType(table, (indexes) => columnsOfRows(indexes.map((index) => rows[index]!)));
}

/** The lists inside the rows of NDJSON. */
function nestedTables(
  file: string,
  rows: readonly Record<string, unknown>[],
  isWhole: boolean,
): FoundTable[] {
  return jsonLists(rows)
    .filter(({ path: at }) => at !== '')
    .flatMap((list) => {
      const parentKey = list.parentKey === '' ? nameOfRows(file) : list.parentKey;
      return tablesOf(file, { ...list, path: list.path.replace('[*].', ''), parentKey }, isWhole);
    });
}

/** The tables of a collection: its documents, and the lists inside of them. */
function collectionTables(
  file: string,
  { rows, name, documents, isWhole }: SomeOfCollection,
): FoundTable[] {
  if (rows === undefined)
    return [...linesOf(file, documents, isWhole), ...nestedTables(file, documents, isWhole)];
  return jsonLists(documents).flatMap((list) => {
    const isOwn = list.path === '';
    const at = {
      path: isOwn ? rows : list.path.replace('[*]', rows),
      key: isOwn ? name : list.key,
      parentKey: list.parentKey === '' ? name : list.parentKey,
    };
    return tablesOf(file, { ...list, ...at }, isWhole);
  });
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
