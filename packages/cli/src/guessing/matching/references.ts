import { type InputKind, kinds } from '@chatferry/contract';
import type { Column } from '../columns/column.ts';

/** A column whose values are the ids of users or of groups. */
export interface IdColumn {
  readonly kind: 'users' | 'groups';
  /** As a sentence names it: `user_id of users.csv`. */
  readonly name: string;
  readonly column: Column;
  /** Whether all ids are in the sample. */
  readonly isWhole: boolean;
  readonly file: string;
  readonly label: string;
}

/** What references say about a column: a score that is added, and why. */
export interface ReferenceEvidence {
  readonly score: number;
  /** Whether it cannot be an accident: many values, or long ones, and all of them ids. */
  readonly isStrong?: boolean;
  readonly reason: string | undefined;
}

/** Values that are compared. */
const COMPARED = 2000;

/** Which columns of the files hold ids of others. */
export class References {
  readonly #ids: readonly IdColumn[];
  /** Columns of other files that may refer to users or groups. */
  readonly #referring: readonly Column[];

  constructor(ids: readonly IdColumn[] = [], referring: readonly Column[] = []) {
    this.#ids = ids;
    this.#referring = referring;
  }

  /** The kinds whose ids the values of a column are: mostly one, or none. */
  kindsOf(column: Column): readonly ('users' | 'groups')[] {
    return [
      ...new Set(
        this.#ids.filter((id) => shareIn(column, id.column) >= 0.5).map(({ kind }) => kind),
      ),
    ];
  }

  evidenceFor(kind: InputKind, field: string, column: Column): ReferenceEvidence {
    if (field === kinds[kind].key && (kind === 'users' || kind === 'groups'))
      return this.#asKey(column);
    const wanted = referred[`${kind}.${field}`];
    const ids = this.#ids.filter(({ kind: of }) => wanted?.includes(of));
    if (wanted === undefined || ids.length === 0 || column.facts.filled === 0)
      return { score: 0, reason: undefined };
    const best = ids
      .map((id) => ({ id, share: shareIn(column, id.column) }))
      .reduce((one, other) => (other.share > one.share ? other : one));
    if (best.share >= 0.5)
      return {
        score: 0.2 * best.share,
        isStrong: best.share === 1 && isTelling(column),
        reason: `${best.share === 1 ? 'all' : `${Math.floor(best.share * 100)} %`} of its values are in ${best.id.name}`,
      };
    const isKnown = ids.every((id) => id.isWhole);
    return { score: isKnown ? (best.share === 0 ? -0.25 : -0.1) : 0, reason: undefined };
  }

  /** The share of a column's values that are ids of one table. */
  shareInTable(column: Column, file: string, label: string): number {
    const id = this.#ids.find((each) => each.file === file && each.label === label);
    return id === undefined ? 0 : shareIn(column, id.column);
  }

  /** A column that others refer to. */
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

/** Whether equal values cannot be an accident: small numbers are ids everywhere. */
function isTelling({ facts }: Column): boolean {
  return facts.values.size > 1 && (!facts.isNumber || facts.length >= 8 || facts.values.size >= 20);
}

const referred: Readonly<Record<string, readonly string[]>> = {
  'messages.sender': ['users'],
  'messages.receiver': ['users', 'groups'],
  'groups.owner': ['users'],
  'members.uid': ['users'],
  'members.guid': ['groups'],
};

/** The share of a column's values that another one has, too. */
function shareIn(column: Column, ids: Column): number {
  const values = [...column.facts.values.keys()].slice(0, COMPARED);
  if (values.length === 0) return 0;
  return values.filter((value) => ids.facts.values.has(value)).length / values.length;
}
