import { conceptsOf } from '../words/concepts-of.ts';
import { hasConcept } from '../words/name-fit.ts';
import type { JsonList } from '../sampling/json-list.ts';
import type { Column } from './column.ts';
import { columnsOfRows } from './columns-of.ts';

/**
 * The values of the object that contains a list, as the list's elements read them: `^.id`. They are named after the parent: the `id`
 * around an element of `rooms` is the id of a room.
 *
 * @param parentKey the key of the list that contains the parent; undefined for rows without a parent
 */
export function parentColumns(
  parents: readonly (Readonly<Record<string, unknown>> | undefined)[],
  parentKey: string | undefined,
  rows: string,
): Column[] {
  if (parentKey === undefined) return [];
  const key = rows.slice(rows.lastIndexOf('.') + 1).replaceAll('[*]', '');
  const between = objectsBetween(rows);
  // A row that contains messages or members is a group, whatever its name.
  const isGroup = conceptsOf(parentKey).concepts.length === 0 && holdsRows(key);
  const holder = isGroup ? 'group' : hasConcept(key, 'reaction') ? 'message' : parentKey;
  return columnsOfRows(parents.map((parent) => parent ?? {}))
    .filter(
      ({ name, label, isRepeated }) => (!isRepeated || holdsPeople(label)) && !name.startsWith(key),
    )
    .map((column) => ({
      ...column,
      name: fromInside(column.name, between),
      label: `${holder} ${column.label}`,
      root: undefined,
    }));
}

/** The values of the document that contains messages or members. Such a document is one conversation. */
export function documentColumns({ document, key, rows, path }: JsonList): Column[] {
  if (document === undefined || !holdsRows(key)) return [];
  const parents = rows.map(() => document);
  return parentColumns(parents, 'conversation', path);
}

/** The keys of the objects between an element and the list inside of it: `Room` of `[*].Room.members[*]`. */
function objectsBetween(rows: string): string[] {
  const [inElement = ''] = rows
    .replace(/(\.\*|\[\*\])$/, '')
    .split('*')
    .slice(-1);
  return inElement
    .replace(/^\]?\./, '')
    .split('.')
    .slice(0, -1);
}

/** The path to a value of the element from inside the list: each `^.` leads out of one object. */
function fromInside(name: string, between: readonly string[]): string {
  const prefix = (length: number): string =>
    between
      .slice(0, length)
      .map((key) => `${key}.`)
      .join('');
  const shared = [...between.keys(), between.length]
    .toReversed()
    .find((length) => name.startsWith(prefix(length)))!;
  return '^.'.repeat(1 + between.length - shared) + name.slice(prefix(shared).length);
}

function holdsPeople(label: string): boolean {
  return hasConcept(label, 'member') || hasConcept(label, 'user');
}

/** Whether a list of this name contains the messages or members of a group. */
export function holdsRows(key: string): boolean {
  return hasConcept(key, 'message') || hasConcept(key, 'member');
}
