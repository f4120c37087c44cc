import { isObject } from '@chatferry/contract';
import { stepTo } from './step-to.ts';

/** A list of objects in a JSON document, at any depth. */
export interface JsonList {
  /** The path to its elements: `rooms[*].messages[*]`; empty for a document that is a list. */
  readonly path: string;
  /** The last key of the path. */
  readonly key: string;
  readonly rows: readonly Row[];
  /** The element that each row is in; undefined where the list is not inside another one. */
  readonly parents: readonly (Row | undefined)[];
  /** The key of the list that the parents are in. */
  readonly parentKey: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

interface Found {
  readonly key: string;
  readonly rows: Row[];
  readonly parents: (Row | undefined)[];
  readonly parentKey: string | undefined;
}

/** Objects with more entries than this, all of them objects, are keyed by ids. */
const LEAST_ENTRIES = 3;

/**
 * The lists of objects in a document, outer ones first. A list of texts inside a row counts as a list of rows with one
 * column, `.`, because it may hold the members of a group.
 *
 * @returns also the paths of objects that are keyed by ids, which are not read as rows
 */
export function jsonLists(root: unknown): {
  readonly lists: readonly JsonList[];
  readonly keyed: readonly string[];
} {
  const lists = new Map<string, Found>();
  const keyed = new Set<string>();
  const visit = (
    value: unknown,
    path: string,
    key: string,
    parent?: Row,
    parentKey?: string,
  ): void => {
    if (Array.isArray(value)) {
      const at = `${path}[*]`;
      for (const element of value) {
        const isText = parent !== undefined && typeof element === 'string';
        if (!isObject(element) && !isText) continue;
        const row: Row = isObject(element) ? element : { '.': element };
        const list = lists.get(at) ?? { key, rows: [], parents: [], parentKey };
        list.rows.push(row);
        list.parents.push(parent);
        lists.set(at, list);
        if (!isText) inside(row, at, row, key);
      }
    } else if (isObject(value)) {
      const entries = Object.values(value);
      if (entries.length >= LEAST_ENTRIES && entries.every(isObject) && haveSameKeys(entries))
        keyed.add(path);
      inside(value, path, parent, parentKey);
    }
  };
  const inside = (object: Row, path: string, parent?: Row, parentKey?: string): void => {
    for (const [key, value] of Object.entries(object))
      visit(value, stepTo(path, key), key, parent, parentKey);
  };
  visit(root, '', '');
  return {
    lists: [...lists].map(([path, list]) => ({ path: path === '[*]' ? '' : path, ...list })),
    keyed: [...keyed],
  };
}

function haveSameKeys(objects: readonly Row[]): boolean {
  const [first, ...others] = objects.map((each) => Object.keys(each));
  if (first!.length < 2) return false;
  return others.every(
    (keys) => keys.filter((key) => first!.includes(key)).length >= first!.length / 2,
  );
}
