import { hasLongNumber, parseJson, problem, type Row } from '@chatferry/contract';
import { isTooDeep } from '../terms/nesting.ts';
import { jsonError } from '../terms/json-error.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { isPathPart, pathPart } from './path-part.ts';
import { isPath, parsePath, PARENT, TOP, valueAt } from './source-path.ts';

/** A row as in its file: the cells of CSV, or an object of JSON. */
export type SourceRow = readonly string[] | Row;

/** The symbol under which a row has the objects around it in its document, innermost first. */
export const PARENTS: unique symbol = Symbol('parents');

/** The symbols under which an inner row has the row around it, and the outermost row. */
const OUTER: unique symbol = Symbol('outer');
const OUTERMOST: unique symbol = Symbol('outermost');

type PlacedRow = Row & {
  [PARENTS]?: readonly (Row | undefined)[];
  [OUTER]?: Row;
  [OUTERMOST]?: Row;
};

/** The objects around a row in its document, innermost first, with the fields that paths read. */
export function parentsOf(row: PlacedRow): readonly (Row | undefined)[] {
  return row[PARENTS] ?? [];
}

/** Gives a row that was made from another one the place of that row. */
export function withParentsOf(source: PlacedRow, row: Row): Row {
  const { [PARENTS]: parents, [OUTER]: outer, [OUTERMOST]: outermost } = source;
  if (parents !== undefined) Object.assign(row, { [PARENTS]: parents });
  if (outer === undefined) return row;
  return Object.assign(row, { [OUTER]: outer, [OUTERMOST]: outermost });
}

/** A row inside of another one, with its outer rows. */
export function placedInside(outer: PlacedRow, row: Row): Row {
  const inner: PlacedRow = { ...row, [OUTER]: outer, [OUTERMOST]: outer[OUTERMOST] ?? outer };
  const parents = outer[PARENTS];
  return parents === undefined ? inner : Object.assign(inner, { [PARENTS]: parents });
}

/** The beginnings of the names `$parent.…` and `$top.…`, each with the row that such a name reads. */
const outerRows: readonly (readonly [string, (row: PlacedRow) => Row | undefined])[] = [
  [`${PARENT}.`, (row) => row[OUTER]],
  [`${TOP}.`, (row) => row[OUTERMOST] ?? row],
];

/** The name of a row's own value, where rows are not objects. */
export const OWN_VALUE = '.';

export type ReadValue = (row: SourceRow, notes: RowNotes) => unknown;

/**
 * Compiles the name of a column, or a path, into a reader of its value: undefined where the row has no value. A column of exactly that
 * name wins over the path. In CSV a path leads into a cell that contains JSON.
 *
 * @param header of CSV; undefined for JSON @param readsTexts whether a path of JSON also leads into a text that contains JSON
 * @param file the path whose parts are `$file` and `$folder`
 */
export function readerOf(
  name: string,
  header: readonly string[] | undefined,
  readsTexts = false,
  file = '',
): ReadValue {
  if (isPathPart(name)) {
    const part = pathPart(name, file);
    const column = header?.indexOf(name) ?? -1;
    return (row) => {
      if (header === undefined) return Object.hasOwn(row, name) ? (row as Row)[name] : part;
      return column === -1 ? part : (row as readonly string[])[column];
    };
  }
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
  const outer = outerRows.find(([prefix]) => name.startsWith(prefix));
  if (outer !== undefined) {
    const [prefix, rowOf] = outer;
    const read = readerOf(name.slice(prefix.length), undefined, readsTexts);
    return (row, notes) => {
      if (Object.hasOwn(row, name)) return (row as Row)[name];
      const around = rowOf(row as Row);
      return around === undefined ? undefined : read(around, notes);
    };
  }
  const isOneKey = !isPath(name);
  const [root, ...inside] = steps;
  return (row, notes) => {
    if (Object.hasOwn(row, name)) return (row as Row)[name];
    if (isOneKey) return undefined;
    const cell = readsTexts && root !== undefined ? valueAt(row, [root]) : undefined;
    return typeof cell === 'string'
      ? valueAt(jsonIn(cell, String(root), notes), inside)
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
