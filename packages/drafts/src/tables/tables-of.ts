import type { Column } from '../columns/column.ts';
import { columnsOfRows } from '../columns/columns-of.ts';
import { keyColumns } from '../columns/key-columns.ts';
import { documentColumns, parentColumns } from '../columns/parent-columns.ts';
import type { SomeOfCollection } from '../sampling/collections-in.ts';
import type { JsonList } from '../sampling/json-list.ts';
import { jsonLists } from '../sampling/json-lists.ts';
import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import { nameOfRows } from './name-of-rows.ts';
import type { FoundTable } from './table.ts';
import { tablesByType } from './tables-by-type.ts';

/** Keys of lists that do not describe the rows. The name of the file describes them instead. */
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

/** The tables of the rows of a whole file. */
export function tablesOfRows<RowOfFile>(
  file: string,
  rows: readonly RowOfFile[],
  isWhole: boolean,
  columnsOf: (rows: readonly RowOfFile[]) => readonly Column[],
): FoundTable[] {
  const table: FoundTable = {
    file,
    label: nameOfRows(file),
    rows: undefined,
    when: undefined,
    columns: columnsOf(rows),
    rowCount: rows.length,
    isWhole,
  };
  return tablesByType(table, (indexes) => columnsOf(indexes.map((index) => rows[index]!)));
}

/** The tables in a list of a JSON document. */
export function tablesOf(
  file: string,
  list: JsonList,
  isWhole: boolean,
  isOnly = false,
): FoundTable[] {
  // The only list of a file may be named after its conversation.
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

/** The name of rows: the name of their list, or of the file. A map of users within a document contains the members of this document. */
function labelOf(file: string, { key, inTree, parentKey }: JsonList): string {
  if (WRAPPERS.has(key)) return nameOfRows(file);
  const isOfUsers = inTree !== undefined && hasConcept(key, 'user');
  return isOfUsers && parentKey !== undefined && hasConcept(parentKey, 'group') ? 'members' : key;
}

function columnsOfList(list: JsonList): Column[] {
  return [
    // Texts in a list are named after the list.
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

/** The tables of lines or documents: the lines or documents themselves, and the lists inside of them. */
export function tablesOfDocuments(
  file: string,
  rows: readonly Record<string, unknown>[],
  isWhole: boolean,
): FoundTable[] {
  const nested = jsonLists(rows).filter(({ path }) => path !== '');
  return [
    ...tablesOfRows(file, rows, isWhole, columnsOfRows),
    ...nested.flatMap((list) => {
      const parentKey = list.parentKey === '' ? nameOfRows(file) : list.parentKey;
      return tablesOf(file, { ...list, path: list.path.replace('[*].', ''), parentKey }, isWhole);
    }),
  ];
}

/** The tables of a collection: its documents, and the lists inside of them. */
export function collectionTables(
  file: string,
  { rows, name, documents, isWhole }: SomeOfCollection,
): FoundTable[] {
  if (rows === undefined) return tablesOfDocuments(file, documents, isWhole);
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
