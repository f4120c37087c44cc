import { type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';
import { hasConcept } from '../words/name-fit.ts';
import { isCalledReference, referredKinds } from './referring-fields.ts';
import type { Concept } from '../words/words.ts';

/** A column with the ids of users or of groups. */
export interface IdColumn {
  readonly kind: 'users' | 'groups';
  /** The column as a sentence names it: `user_id of users.csv`. */
  readonly name: string;
  readonly column: Column;
  /** Whether all ids are in the sample. */
  readonly isWhole: boolean;
  readonly file: string;
  readonly label: string;
}

/** The evidence of references about a column: a score to add, and the reason. */
export interface ReferenceEvidence {
  readonly score: number;
  /** Whether equal values cannot be an accident: there are many or long values, and all are ids. */
  readonly isStrong?: boolean;
  /** Whether some of the values are ids of groups. */
  readonly isOfGroups?: boolean;
  readonly reason: string | undefined;
}

/** Maximum number of compared values. */
const COMPARED = 2000;

/** The columns of the files that contain ids of other files. */
export class References {
  readonly #ids: readonly IdColumn[];
  /** Columns of other files that may refer to users or groups. */
  readonly #referring: readonly Column[];

  constructor(ids: readonly IdColumn[] = [], referring: readonly Column[] = []) {
    this.#ids = ids;
    this.#referring = referring;
  }

  /** The kinds whose ids are the values of a column: usually one, or none. */
  kindsOf(column: Column): readonly ('users' | 'groups')[] {
    return [
      ...new Set(
        this.#ids.filter((id) => shareIn(column, id.column) >= 0.5).map(({ kind }) => kind),
      ),
    ];
  }

  /** The references to rows of tables other than this one. */
  without({ file, label }: { readonly file: string; readonly label: string }): References {
    const others = this.#ids.filter((id) => id.file !== file || id.label !== label);
    return new References(others, this.#referring);
  }

  /** Whether all ids of a kind are known, so that no other value is an id. */
  knowsAll(kind: 'users' | 'groups'): boolean {
    const own = this.#ids.filter((id) => id.kind === kind);
    return own.length > 0 && own.every(({ isWhole }) => isWhole);
  }

  evidenceFor(kind: InputKind, field: string, column: Column): ReferenceEvidence {
    if (field === kinds[kind].key && (kind === 'users' || kind === 'groups'))
      return this.#asKey(column);
    const wanted = referredKinds(kind, field);
    const ids = this.#ids.filter((id) => wanted?.includes(id.kind) && id.column !== column);
    if (wanted === undefined || ids.length === 0 || column.facts.filled === 0)
      return { score: 0, reason: undefined };
    const found = ids
      .map((id) => ({ id, share: shareIn(column, id.column) }))
      .toSorted((one, other) => other.share - one.share);
    const best = found[0]!;
    // Messages go to users and to groups: only both sets of ids together explain the values.
    const columns = ids.map((id) => id.column);
    const share = shareInAny(column, columns);
    if (share >= 0.5) {
      const others = share > best.share ? ` or ${found[1]!.id.name}` : '';
      return {
        score: 0.2 * share,
        isStrong: share === 1 && isTelling(column),
        isOfGroups: found.some(({ id, share: own }) => id.kind === 'groups' && own > 0),
        reason: `${partOf(share)} of its values are in ${best.id.name}${others}`,
      };
    }
    const isKnown = ids.every((id) => id.isWhole);
    return { score: isKnown ? (best.share === 0 ? -0.25 : -0.1) : 0, reason: undefined };
  }

  /** The columns with the most references from other files; empty when nothing refers to any of them. */
  keysIn(columns: readonly Column[]): readonly Column[] {
    const possible = columns
      .filter(isPossibleKey)
      .filter((column) => !this.#refersElsewhere(column));
    const supported = possible.map((column) => ({ column, support: this.#supportOf(column) }));
    const most = Math.max(0, ...supported.map(({ support }) => support));
    return most === 0
      ? possible.filter((column) => this.#isCovered(column))
      : supported.filter(({ support }) => support === most).map(({ column }) => column);
  }

  /** Whether a column of another file contains most values of a column. The other values may have been deleted. */
  #isCovered(column: Column): boolean {
    if (column.facts.values.size < 2 || !(isTelling(column) || isBeyondCount(column))) return false;
    return this.#referring.some(
      (other) =>
        !(isCalledName(column) && isCalledName(other)) &&
        (isTelling(other) || isBeyondCount(other)) &&
        shareIn(column, other) >= 0.5,
    );
  }

  /** Whether a column contains the ids of another table, so that it is not the key of its own table. */
  #refersElsewhere(column: Column): boolean {
    return (
      isTelling(column) &&
      this.#ids.some((id) => id.column !== column && shareIn(column, id.column) >= 0.9)
    );
  }

  /** The number of columns of other files that refer to a column. Repeated names do not count as references. */
  #supportOf(column: Column): number {
    return this.#referring.filter(
      (other) =>
        other.facts.values.size > 1 &&
        (other.refersTo !== undefined || !(isCalledName(column) && isCalledName(other))) &&
        (isTelling(other) || isBeyondCount(other) || isCalledReference(other)) &&
        shareIn(other, column) >= 0.9,
    ).length;
  }

  /**
   * The column whose values determine whether a receiver is a user or a group.
   *
   * @returns the column, with the receiver type that each of its values means
   */
  receiverTypesBy(
    receiver: Column,
    columns: readonly Column[],
  ): { readonly column: Column; readonly values: Readonly<Record<string, string>> } | undefined {
    const users = this.#ids.filter(({ kind }) => kind === 'users').map(({ column }) => column);
    const groups = this.#ids.filter(({ kind }) => kind === 'groups').map(({ column }) => column);
    for (const column of columns) {
      const { values, isUnique, time } = column.facts;
      if (values.size < 2 || values.size > 4 || isUnique || time !== undefined) continue;
      const types = [...values.keys()].map((value) => {
        const receivers = [
          ...new Set(receiver.cells.filter((_, row) => column.cells[row] === value)),
        ].filter((cell) => cell !== undefined);
        const share = (ids: readonly Column[]): number =>
          receivers.filter((id) => ids.some(({ facts }) => facts.values.has(id))).length /
          receivers.length;
        const [toUsers, toGroups] = [share(users), share(groups)];
        if (toUsers >= 0.9 && toGroups <= 0.1) return [value, 'user'] as const;
        return toGroups >= 0.9 && toUsers <= 0.1 ? ([value, 'group'] as const) : undefined;
      });
      const proved = types.filter((each) => each !== undefined);
      if (proved.length === values.size && new Set(proved.map(([, type]) => type)).size === 2)
        return { column, values: Object.fromEntries(proved) };
    }
    return undefined;
  }

  /** The kind that referring columns of other files give to a key, by their names. */
  referredAs(key: Column): 'users' | 'groups' | undefined {
    const referring = this.#referring.filter(
      (other) => other !== key && isTelling(other) && shareIn(other, key) >= 0.9,
    );
    const isCalled = (concepts: readonly Concept[]): boolean =>
      referring.some(({ label }) => concepts.some((concept) => hasConcept(label, concept)));
    const [asUser, asGroup] = [
      isCalled(['sender', 'owner', 'user', 'member']),
      isCalled(['group']),
    ];
    return asUser === asGroup ? undefined : asUser ? 'users' : 'groups';
  }

  /** The share of a column's values that are ids of one table. */
  shareInTable(column: Column, file: string, label: string): number {
    const id = this.#ids.find((each) => each.file === file && each.label === label);
    return id === undefined ? 0 : shareIn(column, id.column);
  }

  /** The evidence that a column is a key that other columns refer to. */
  #asKey(column: Column): ReferenceEvidence {
    if (!column.facts.isUnique) return { score: 0, reason: undefined };
    const best = this.#referring
      .filter((other) => other !== column && other.facts.values.size > 1)
      .map((other) => shareIn(other, column))
      .reduce((most, share) => Math.max(most, share), 0);
    return best >= 0.5
      ? {
          score: 0.2 * best,
          isStrong: best === 1 && isTelling(column),
          reason: 'columns of other files have its values',
        }
      : { score: 0, reason: undefined };
  }
}

/** Whether equal values cannot be an accident. Small numbers are ids in every table. */
export function isTelling({ facts, refersTo }: Column): boolean {
  return (
    refersTo !== undefined ||
    (facts.values.size > 1 && (!facts.isNumber || facts.length >= 8 || facts.values.size >= 20))
  );
}

/** Whether numbers are too large to be a count of a few rows. */
function isBeyondCount({ facts: { values, isNumber } }: Column): boolean {
  return isNumber && Math.max(...Array.from(values.keys(), Number)) > values.size * 10 + 50;
}

function partOf(share: number): string {
  return share === 1 ? 'all' : `${Math.floor(share * 100)} %`;
}

export function isPossibleKey({ facts, root, isRepeated }: Column): boolean {
  if (isRepeated) return false;
  const { isUnique, idLike, isBoolean, time, isNumber } = facts;
  return (
    isUnique && idLike > 0.9 && !isBoolean && (time === undefined || isNumber) && root !== undefined
  );
}

function isCalledName({ label }: Column): boolean {
  return hasConcept(label, 'name') || hasConcept(label, 'display');
}

/** The share of a column's values that another column also has. */
function shareIn(column: Column, ids: Column): number {
  return shareInAny(column, [ids]);
}

export function shareInAny(column: Column, ids: readonly Column[]): number {
  const values = [...column.facts.values.keys()].slice(0, COMPARED);
  if (values.length === 0) return 0;
  const { refersTo } = column;
  if (refersTo !== undefined) return ids.some(({ place }) => place === refersTo) ? 1 : 0;
  return (
    values.filter((value) => ids.some(({ facts }) => facts.values.has(value))).length /
    values.length
  );
}
