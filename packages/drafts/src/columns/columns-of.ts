import { isObject } from '@chatferry/contract';
import { stepTo } from '../sampling/step-to.ts';
import type { Column } from './column.ts';
import { factsOf } from './facts-of.ts';

/** Maximum number of values that are kept of a column. */
const MOST_VALUES = 20_000;

/** Maximum number of keys. An object with more keys is data rather than columns. */
const MOST_COLUMNS = 300;

/** Maximum levels of objects inside a row that are read. */
const MOST_LEVELS = 4;

/** The columns of CSV. @param nulls cells that count as empty */
export function columnsOfCells(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  nulls: readonly string[],
): Column[] {
  return names.map((name, index) => {
    const cells = rows.map((row) => {
      const cell = row[index]!;
      return cell === '' || nulls.includes(cell) ? undefined : cell;
    });
    const filled = cells.filter((cell) => cell !== undefined).slice(0, MOST_VALUES);
    const facts = factsOf(filled, cells.length - filled.length);
    return { name, label: name, root: name, isRepeated: false, hasNumbers: false, facts, cells };
  });
}

/** Adds the values in lists that cells contain as JSON. Paths lead into these lists. */
export function withLists(columns: readonly Column[]): Column[] {
  return columns.flatMap((column) => {
    if (column.facts.json !== 'list' || !isPlainName(column.name)) return [column];
    const rows = column.cells.map((cell) => ({
      [column.name]: cell === undefined ? null : listIn(cell),
    }));
    const inner = columnsOfRows(rows);
    return inner.some(({ facts }) => facts.filled > 0) ? inner : [column];
  });
}

function isPlainName(name: string): boolean {
  return stepTo('', name) === name;
}

function listIn(cell: string): unknown {
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return null;
  }
}

interface Gathered {
  readonly root: string;
  readonly isRepeated: boolean;
  hasNumbers: boolean;
  readonly texts: string[];
  readonly cells: (string | undefined)[];
}

/**
 * The values in JSON rows, by the paths that lead to them. Objects and the elements of lists are read as well. A key that is empty in all
 * rows is a column without values.
 */
export function columnsOfRows(rows: readonly Readonly<Record<string, unknown>>[]): Column[] {
  const gathered = new Map<string, Gathered>();
  let at = 0;
  const visit = (
    value: unknown,
    path: string,
    root: string,
    levels: number,
    isRepeated: boolean,
  ): void => {
    if (value === null || value === undefined || value === '') return;
    if (isObject(value) && levels > 0) {
      for (const [key, inner] of Object.entries(value))
        visit(inner, stepTo(path, key), root, levels - 1, isRepeated);
    } else if (Array.isArray(value) && levels > 0) {
      // A list of texts is one value; of a list of objects, the path names the first object.
      for (const element of value)
        visit(element, isObject(element) ? `${path}[0]` : path, root, levels - 1, true);
    } else {
      const column = gathered.get(path) ?? newColumn(root, isRepeated);
      if (!gathered.has(path) && gathered.size >= MOST_COLUMNS) return;
      if (column.texts.length < MOST_VALUES) {
        const text = textOf(value);
        column.hasNumbers ||= typeof value === 'number';
        column.texts.push(text);
        column.cells[at] ??= text;
      }
      gathered.set(path, column);
    }
  };
  for (const row of rows) {
    for (const [key, value] of Object.entries(row))
      visit(value, stepTo('', key), key, MOST_LEVELS, false);
    at++;
  }
  const found = new Set(Array.from(gathered.values(), ({ root }) => root));
  for (const row of rows)
    for (const [key, value] of Object.entries(row))
      if (!found.has(key) && found.size < MOST_COLUMNS) {
        found.add(key);
        gathered.set(stepTo('', key), newColumn(key, typeof value === 'object' && value !== null));
      }
  return [...gathered].map(([name, { root, isRepeated, hasNumbers, texts, cells }]) => ({
    name,
    label: labelOf(name),
    root,
    isRepeated,
    hasNumbers,
    facts: factsOf(texts, Math.max(0, rows.length - texts.length)),
    cells,
  }));
}

function newColumn(root: string, isRepeated: boolean): Gathered {
  return { root, isRepeated, hasNumbers: false, texts: [], cells: [] };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const wrappers = [
  String.raw`\.\$(oid|date|numberLong|numberInt|uuid)`, // MongoDB
  String.raw`\.(S|N|BOOL)$`, // DynamoDB
  String.raw`\.(string|integer|double|boolean|timestamp|reference)Value$`, // Firestore
  String.raw`^(Item|fields)\.`,
  String.raw`\[0\]`,
];
const wrapper = new RegExp(wrappers.join('|'), 'g');

/** Removes the wrappers of databases, and indexes: `_id.$oid` becomes `_id`, `Item.text.S` becomes `text`. */
function labelOf(path: string): string {
  return path.replaceAll(wrapper, '');
}
