import { isObject } from '@chatferry/contract';
import type { JsonList } from './json-list.ts';
import { keyNames, patternOf } from './key-names.ts';
import { areRowKeys, keyedAs } from './keyed-rows.ts';
import { levelsInTree } from './levels-in-tree.ts';
import { openingObjects } from './opening-objects.ts';
import { stepTo } from './step-to.ts';

type Row = Readonly<Record<string, unknown>>;

interface Found extends JsonList {
  readonly rows: Row[];
  readonly parents: (Row | undefined)[];
}

/** The place of a value in the document. */
interface Place {
  readonly path: string;
  readonly key: string;
  readonly parent: Row | undefined;
  readonly parentKey: string | undefined;
  /** The keys that match `*`, innermost first. */
  readonly keys: readonly { readonly of: string; readonly value: string }[];
}

/**
 * The rows in a document, outer ones first. A list of texts or numbers inside a row counts as a list of rows with one column, `.`,
 * because it may contain the members of a group. The same holds for words, as in `{"ann":true,"bob":true}`. An object that looks like the
 * rows of a list beside it counts as a list of its own.
 *
 * @param collections the objects that are certainly collections, if the document is a tree of documents
 */
export function jsonLists(root: unknown, collections?: ReadonlySet<object>): readonly JsonList[] {
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
    list.rows.push(isObject(element) ? withoutKeyed(element, collections) : { '.': element });
    list.parents.push(parent);
    for (const [index, { value }] of keys.entries()) list.keys[index]?.values.push(value);
    lists.set(path, list);
    if (isObject(element))
      inside(element, {
        path,
        key,
        parent: withoutKeyed(element, collections),
        parentKey: key,
        keys,
      });
  };
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) {
      const at = { ...place, path: `${place.path}[*]` };
      for (const element of value as unknown[])
        if (isObject(element) || (place.parent !== undefined && isScalar(element)))
          add(element, at);
    } else if (isObject(value)) {
      const isOutside = place.parent === undefined;
      const levels =
        (collections && levelsOf(value, place.key, isOutside, collections)) ??
        keyedAs(value, place.key, isOutside)?.levels;
      if (levels === undefined) inside(value, place);
      else visitKeyed(value, levels, place);
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
  const found = [...lists.values()];
  return collections === undefined ? [...found, ...openingObjects(found)] : found.map(named);
}

function levelsOf(
  object: Row,
  name: string,
  isOutside: boolean,
  collections: ReadonlySet<object>,
): number | undefined {
  return collections.has(object) ? 1 : levelsInTree(object, name, isOutside);
}

/** Adds names for the keys of a list whose rows are documents, or are in a list inside of a document. */
function named(list: Found): JsonList {
  const { path, key, keys } = list;
  const place = path.replaceAll('[*]', '.*').split('.');
  const [inList] = /(?:\[\*\])?$/.exec(path)!;
  const isKnown = !/\[(?!\*\]$)/.test(path) && keys.length > 0 && place.at(-1) === '*';
  if (!isKnown) return list;
  const names = keyNames(inList === '' ? list : { ...list, keys: [{ of: key }, ...keys] });
  const pattern = patternOf(place, names);
  return { ...list, inTree: { pattern, names: inList === '' ? names : names.slice(1) } };
}

function withoutObjects(object: Row): Row {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => typeof value !== 'object' && value !== null),
  );
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Replaces the objects in a row that contain rows by lists, because their keys are not columns. Collections inside of a document are not
 * its fields.
 */
function withoutKeyed(row: Row, collections: ReadonlySet<object> | undefined): Row {
  const fields = Object.entries(row).filter(
    ([, value]) => !isObject(value) || collections?.has(value) !== true,
  );
  return Object.fromEntries(
    fields.map(([key, value]) => [
      key,
      isObject(value) && areKeysIn(value, key, collections) ? Object.values(value) : value,
    ]),
  );
}

function areKeysIn(
  object: Row,
  name: string,
  collections: ReadonlySet<object> | undefined,
): boolean {
  const levels = collections && levelsInTree(object, name, false);
  return levels !== undefined || areRowKeys(object, name);
}
