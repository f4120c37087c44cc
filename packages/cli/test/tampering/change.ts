import type { Kind } from '@chatferry/contract';
import type { countsAsSame } from './exceptions.ts';

/** What a verification must find of a change to the database of the service. */
type Finding =
  /** `missing`, `doubled`, the field that differs, or two of these with ` and ` in between. */
  | (string & {})
  /** Nothing: the values count as the same. */
  | { readonly same: keyof typeof countsAsSame }
  /** Nothing: the service does not show it. A text of `notComparedFields`. */
  | { readonly notCompared: string };

/** One change to a record of its own, so that one verification can follow all changes. */
export interface Change {
  readonly kind: Kind;
  /** Of the record; a part of its key for kinds whose keys name two records. */
  readonly id: string;
  readonly what: string;
  readonly sql: string;
  readonly finding: Finding;
  /** Fields of the planned record, in addition to those of the template; `undefined` removes one. */
  readonly row: object;
  /** The same for the later export; only of kinds that change what an earlier job has sent. */
  readonly later: object;
}

/** @param sql statements; `:id` is the id of the record */
export type ChangeLine = readonly [
  what: string,
  sql: string,
  finding: Finding,
  row?: object,
  later?: object,
];

export function changesOf(kind: Kind, lines: readonly ChangeLine[]): Change[] {
  return lines.map(([what, sql, finding, row = {}, later = row], index) => {
    const id = `${kind.toLowerCase()}-${index + 1}`;
    return { kind, id, what, sql: sql.replaceAll(':id', id), finding, row, later };
  });
}

/** Sets columns of the row with the id. */
export function set(table: string, key: string): (assignments: string) => string {
  return (assignments) => `UPDATE ${table} SET ${assignments} WHERE ${key} = ':id'`;
}

/** A change with what a verification found of it, in one line. */
export function outcome({ kind, what }: Change, found: string): string {
  return `${kind}, ${what}: ${found === '' ? 'nothing' : found}`;
}

/** The words that a verification must find of a change. */
export function expected({ finding }: Change): string {
  return typeof finding === 'string' ? finding : '';
}
