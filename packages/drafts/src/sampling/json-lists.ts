import { isObject } from '@chatferry/contract';
import { areRowKeys, keyedAs } from './keyed-rows.ts';
import { stepTo } from './step-to.ts';

/** Rows in a JSON document, at any depth: a list of objects, or an object with a key for each row. */
export interface JsonList {
  /** The path to its elements: `rooms[*].messages[*]`, `users.*`; empty for a document that is a list. */
  readonly path: string;
  /** The last key of the path. */
  readonly key: string;
  readonly rows: readonly Row[];
  /** The element that each row is in; undefined where the list is not inside another one. */
  readonly parents: readonly (Row | undefined)[];
  /** The key of the list that the parents are in. */
  readonly parentKey: string | undefined;
  /** The texts and numbers of the document around a list of its own, which has no parent; undefined for other lists. */
  readonly document: Row | undefined;
  /** For each `*` of the path, the innermost first: of what, and the key for each row. */
  readonly keys: readonly RowKeys[];
}

interface RowKeys {
  /** The key of the object that has a key for each row. */
  readonly of: string;
  readonly values: string[];
}

type Row = Readonly<Record<string, unknown>>;

interface Found extends JsonList {
  readonly rows: Row[];
  readonly parents: (Row | undefined)[];
}

/** Where in the document a value is. */
interface Place {
  readonly path: string;
  readonly key: string;
  readonly parent: Row | undefined;
  readonly parentKey: string | undefined;
  /** The keys that `*` stands for, the innermost first. */
  readonly keys: readonly { readonly of: string; readonly value: string }[];
}

/**
 * The rows in a document, outer ones first. A list of texts or numbers inside a row counts as a list of rows with one column, `.`,
 * because it may hold the members of a group. So do the words in `{"ann":true,"bob":true}`.
 */
export function jsonLists(root: unknown): readonly JsonList[] {
  const document = isObject(root) ? withoutObjects(root) : undefined;
  const lists = new Map<string, Found>();
  const add = (element: unknown, { path, key, parent, parentKey, keys }: Place): void => {
    const list = lists.get(path) ?? {
      path: path === '[*]' ? '' : path,
      key,
      rows: [],
      parents: [],
      parentKey,
      document: parent === undefined && /^[^.*[]+\[\*\]$/.test(path) ? document : undefined,
      keys: keys.map(({ of }) => ({ of, values: [] })),
    };
    list.rows.push(isObject(element) ? withoutKeyed(element) : { '.': element });
    list.parents.push(parent);
    for (const [index, { value }] of keys.entries()) list.keys[index]?.values.push(value);
    lists.set(path, list);
    if (isObject(element))
      inside(element, { path, key, parent: withoutKeyed(element), parentKey: key, keys });
  };
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) {
      const at = { ...place, path: `${place.path}[*]` };
      for (const element of value as unknown[])
        if (isObject(element) || (place.parent !== undefined && isScalar(element)))
          add(element, at);
    } else if (isObject(value)) {
      const keyed = keyedAs(value, place.key, place.parent === undefined);
      if (keyed === undefined) inside(value, place);
      else visitKeyed(value, keyed.levels, place);
    }
  };
  const visitKeyed = (object: Row, levels: number, place: Place): void => {
    const path = place.path === '' ? '*' : `${place.path}.*`;
    for (const [value, element] of Object.entries(object)) {
      const at = { ...place, path, keys: [{ of: place.key, value }, ...place.keys] };
      if (levels > 1 && isObject(element)) visitKeyed(element, levels - 1, at);
      else if (levels > 1) visit(element, at);
      else if (element !== null) add(element, at);
    }
  };
  const inside = (object: Row, place: Place): void => {
    for (const [key, value] of Object.entries(object))
      visit(value, { ...place, path: stepTo(place.path, key), key });
  };
  visit(root, { path: '', key: '', parent: undefined, parentKey: undefined, keys: [] });
  return [...lists.values()];
}

function withoutObjects(object: Row): Row {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => typeof value !== 'object' && value !== null),
  );
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** A row with lists in place of the objects in it that hold rows: their keys are no columns. */
function withoutKeyed(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      isObject(value) && areRowKeys(value, key) ? Object.values(value) : value,
    ]),
  );
}
