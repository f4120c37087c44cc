import path from 'node:path';
import type { InputKind } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import type { FieldMatch } from './match-fields.ts';
import { areMeantBy, keyFor, mayReferTo, nameAgrees, stemsIn } from './called-after.ts';
import { type IdColumn, isTelling, shareInAny } from './references.ts';
import { referredKinds } from './referring-fields.ts';
import type { Table } from '../tables/table.ts';

/** Minimum share of the values that must be ids of the tables that are read. */
const MOST = 0.9;

/** Evidence from the tables of an export about columns that refer to users and groups. */
export class Proofs {
  readonly #ids: readonly IdColumn[];
  readonly #unread: readonly Table[];

  /**
   * @param ids the ids of the tables that are read
   * @param unread the tables that are not read
   */
  constructor(ids: readonly IdColumn[], unread: readonly Table[]) {
    this.#ids = ids;
    this.#unread = unread;
  }

  /** Why a column's reference to users or groups that are read is uncertain; undefined when it is certain, or when the column refers to nothing. */
  doubtOf(
    kind: InputKind,
    { field, column }: Pick<FieldMatch, 'field' | 'column'>,
  ): string | undefined {
    const wanted = referredKinds(kind, field);
    if (wanted === undefined || column.facts.filled === 0) return undefined;
    const ids = this.#ids.filter((id) => wanted.includes(id.kind) && id.column !== column);
    const isCalledAfter = ids.some(({ label }) => nameAgrees(column, label));
    const other = isCalledAfter ? undefined : this.#unreadTableOf(column);
    if (other !== undefined)
      return `its values are in ${other.key.name} of ${nameOf(other.table)}, which is not read`;
    if (ids.length === 0 || ids.some(({ isWhole }) => !isWhole)) return undefined;
    const share = shareInAny(
      column,
      ids.map((id) => id.column),
    );
    if (share === 1 || (share >= MOST && isTelling(column))) return undefined;
    const names = ids.map(({ name }) => name).join(' or ');
    return share === 0
      ? `none of its values is in ${names}`
      : `only ${Math.floor(share * 100)} % of its values are in ${names}`;
  }

  /**
   * The unread table that a column refers to, while another table of the kind is read: equal ids in the two tables may be an accident.
   * Undefined when there is none.
   */
  otherTableOf(
    kind: InputKind,
    { field, column }: Pick<FieldMatch, 'field' | 'column'>,
  ): Table | undefined {
    const wanted = referredKinds(kind, field) ?? [];
    const ids = this.#ids.filter((id) => wanted.includes(id.kind) && id.column !== column);
    return ids.length === 0 ? undefined : this.unreadTableOf(kind, { field, column });
  }

  /** The unread table that a column refers to by its name and by all of its values; undefined when there is none. */
  unreadTableOf(
    kind: InputKind,
    { field, column }: Pick<FieldMatch, 'field' | 'column'>,
  ): Table | undefined {
    const wanted = referredKinds(kind, field);
    if (wanted === undefined || column.facts.filled === 0) return undefined;
    const ids = this.#ids.filter((id) => wanted.includes(id.kind) && id.column !== column);
    if (ids.some(({ label }) => nameAgrees(column, label))) return undefined;
    const other = this.#unreadTableOf(column);
    return other !== undefined && areMeantBy(column, other.table, other.key)
      ? other.table
      : undefined;
  }

  /** An unread table that the column is named after, and that contains all of its values. */
  #unreadTableOf(column: Column): { readonly table: Table; readonly key: Column } | undefined {
    const agreeing = this.#unread
      .filter((table) => mayReferTo(column, table))
      .toSorted((one, other) => stemsIn(one.label).length - stemsIn(other.label).length);
    for (const table of agreeing) {
      const key = keyFor(column, table);
      if (key !== undefined) return { table, key };
    }
    return undefined;
  }
}

function nameOf({ file, rows, label }: Table): string {
  return rows === undefined || rows === '' ? path.basename(file) : label;
}
