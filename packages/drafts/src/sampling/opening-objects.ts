import { isObject } from '@chatferry/contract';
import { isCalledCopy } from '@chatferry/parsers';
import type { JsonList } from './json-list.ts';
import { stepTo } from './step-to.ts';

type Row = Readonly<Record<string, unknown>>;

/** Minimum number of keys that an object shares with the rows of a list beside it, and minimum share of its own keys. */
const LEAST_KEYS = 3;
const SHARE = 0.5;

/** Keys of messages that were never sent. */
const unsent = /draft|unsent|typing|scheduled/i;

/**
 * Objects of rows that look like the elements of a list in the same row, each as a list of its own: the message that opens a ticket,
 * beside the answers. Copies of an element do not count.
 */
export function openingObjects(lists: readonly JsonList[]): readonly JsonList[] {
  return lists.flatMap((outer) => {
    const inner = lists.filter((list) => list !== outer && isInside(list, outer));
    return inner.length === 0
      ? []
      : keysOfObjects(outer.rows).flatMap((key) => openingAt(key, outer, inner));
  });
}

function isInside({ path }: JsonList, outer: JsonList): boolean {
  const around = `${outer.path || '[*]'}.`;
  return path.startsWith(around) && path.slice(around.length).split('*').length === 2;
}

function keysOfObjects(rows: readonly Row[]): readonly string[] {
  const keys = rows.flatMap((row) => Object.keys(row).filter((key) => isObject(row[key])));
  return [...new Set(keys)].filter((key) => !isCalledCopy(key) && !unsent.test(key));
}

function openingAt(key: string, outer: JsonList, inner: readonly JsonList[]): readonly JsonList[] {
  const path = stepTo(outer.path || '[*]', key);
  const at = outer.rows.flatMap((row, index) => (isObject(row[key]) ? [index] : []));
  const rows = at.map((index) => outer.rows[index]![key] as Row);
  const like = inner.find((list) => !list.path.startsWith(`${path}.`) && areAlike(rows, list.rows));
  if (like === undefined || areCopies(rows, like.rows)) return [];
  return [
    {
      path,
      key: like.key,
      rows,
      parents: at.map((index) => outer.rows[index]),
      parentKey: outer.key,
      document: undefined,
      keys: outer.keys.map(({ of, values }) => ({ of, values: at.map((index) => values[index]!) })),
    },
  ];
}

function areAlike(rows: readonly Row[], others: readonly Row[]): boolean {
  const keys = new Set(rows.flatMap(Object.keys));
  const known = new Set(others.flatMap(Object.keys));
  const shared = [...keys].filter((key) => known.has(key)).length;
  return shared >= LEAST_KEYS && shared >= keys.size * SHARE;
}

/** Whether most of the objects repeat the values of an element. */
function areCopies(rows: readonly Row[], others: readonly Row[]): boolean {
  const found = rows.filter((row) => others.some((other) => agree(row, other)));
  return found.length > rows.length / 2;
}

function agree(one: Row, other: Row): boolean {
  const texts = Object.keys(one).filter(
    (key) => typeof one[key] === 'string' && Object.hasOwn(other, key),
  );
  return texts.length > 0 && texts.every((key) => one[key] === other[key]);
}
