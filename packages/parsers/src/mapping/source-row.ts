import { hasLongNumber, parseJson, problem, type Row } from '@chatferry/contract';
import { isTooDeep } from '../nesting.ts';
import { jsonError } from '../rows/json-error.ts';
import type { RowNotes } from '../rows/row-notes.ts';
import { isPath, parsePath, valueAt } from './source-path.ts';

/** A row as its file has it: the cells of CSV, or an object from JSON. */
export type SourceRow = readonly string[] | Row;

/** Under this symbol an object has the objects around it in its document, innermost first. */
export const PARENTS: unique symbol = Symbol('parents');

type WithParents = Row & { [PARENTS]?: readonly (Row | undefined)[] };

/** The objects around a row in its document, innermost first, with the fields that paths lead to. */
export function parentsOf(row: Row): readonly (Row | undefined)[] {
  return (row as WithParents)[PARENTS] ?? [];
}

/** A row that was made of another one, with the objects around that. */
export function withParentsOf(source: Row, row: Row): Row {
  const parents = (source as WithParents)[PARENTS];
  return parents === undefined ? row : Object.assign(row, { [PARENTS]: parents });
}

/** The name of a row's own value, where rows are not objects. */
export const OWN_VALUE = '.';

export type ReadValue = (row: SourceRow, notes: RowNotes) => unknown;

/**
 * Compiles the name of a column, or a path, into what reads its value: undefined where the row has none. A column of
 * exactly that name wins over the path. In CSV a path leads into a cell that holds JSON.
 *
 * @param header of CSV; undefined for JSON @param readsTexts whether a path of JSON also leads into a text that holds JSON
 */
export function readerOf(
  name: string,
  header: readonly string[] | undefined,
  readsTexts = false,
): ReadValue {
  if (header !== undefined) return cellReader(name, header);
  const { up, steps, text } = parsePath(name);
  if (up > 0) {
    const read = readerOf(text, undefined);
    return (row, notes) => {
      if (Object.hasOwn(row, name)) return (row as Row)[name];
      const parent = (row as { [PARENTS]?: readonly (Row | undefined)[] })[PARENTS]?.[up - 1];
      return parent === undefined ? undefined : read(parent, notes);
    };
  }
  const isOneKey = !isPath(name);
  const [root, ...inside] = steps;
  return (row, notes) => {
    if (Object.hasOwn(row, name)) return (row as Row)[name];
    if (isOneKey) return undefined;
    const outer = readsTexts && root !== undefined ? valueAt(row, [root]) : undefined;
    return typeof outer === 'string'
      ? valueAt(jsonIn(outer, String(root), notes), inside)
      : valueAt(row, steps);
  };
}

function cellReader(name: string, header: readonly string[]): ReadValue {
  const exact = header.indexOf(name);
  if (exact !== -1) return (row) => (row as readonly string[])[exact];
  const [root, ...inside] = parsePath(name).steps;
  const column = typeof root === 'string' ? header.indexOf(root) : -1;
  if (column === -1) return () => undefined;
  return (row, notes) =>
    valueAt(jsonIn((row as readonly string[])[column]!, header[column]!, notes), inside);
}

function jsonIn(cell: string, field: string, notes: RowNotes): unknown {
  if (cell === '') return undefined;
  try {
    const value = parseJson(cell);
    notes.hasLongNumbers ||= hasLongNumber(cell);
    if (!isTooDeep(cell, value)) return value;
    notes.problems.push(problem('too-deep', { field }));
  } catch (error) {
    const detail = jsonError(error, cell);
    notes.problems.push(problem('bad-json-cell', { field, value: cell, detail }));
  }
  return undefined;
}

/** A value as text; numbers that are too long for JavaScript keep their digits. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
