import { idHash, type Kind, type Origin } from '@chatferry/contract';
import type { Reject } from '../reject.ts';
import type { Absences } from './absences.ts';
import type { Causes } from './causes.ts';
import type { Found } from './fault-finder.ts';
import type { RowTally } from './row-tally.ts';

/** A row that will not be planned. */
export interface RefusedRow {
  readonly kind: Kind;
  readonly id: string | undefined;
  readonly origin: Origin;
  /** Everything that is wrong with it, at least one thing. */
  readonly found: readonly Found[];
  /** The row as text. */
  readonly row: string;
}

/** Counts rows that will not be planned, passes their problems on, and remembers what else will fall with them. */
export class Refusals {
  readonly #tallies: Readonly<Record<Kind, RowTally>>;
  readonly #causes: Causes;
  readonly #absences: Absences;
  readonly #onReject: (reject: Reject) => void;

  constructor(
    parts: { tallies: Readonly<Record<Kind, RowTally>>; causes: Causes; absences: Absences },
    onReject: (reject: Reject) => void,
  ) {
    this.#tallies = parts.tallies;
    this.#causes = parts.causes;
    this.#absences = parts.absences;
    this.#onReject = onReject;
  }

  refuse(refused: RefusedRow): void {
    const { kind, id, origin, found, row } = refused;
    this.#tallies[kind].rejected++;
    for (const { problem, root } of found) {
      this.#causes.count({ severity: 'reject', kind, ...origin, id, ...problem, root });
      this.#onReject({ kind, ...(id === undefined ? {} : { id }), ...origin, ...problem, row });
    }
    if (id !== undefined && (kind === 'users' || kind === 'groups'))
      this.#remember(kind, id, origin, found);
  }

  #remember(kind: 'users' | 'groups', id: string, origin: Origin, found: readonly Found[]): void {
    const { problem, root } = found[0]!;
    if (root === undefined)
      this.#absences.ownFault(kind, idHash(id), { id, code: problem.code, ...origin });
    else this.#absences.fellWith(kind, idHash(id), root);
  }
}
