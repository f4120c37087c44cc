import type { Kind, Origin, Problem, ProblemCode } from '@chatferry/contract';
import type { Causes } from './causes.ts';
import type { RowTally } from './row-tally.ts';

/** Counts warnings about records that are planned. */
export class Warnings {
  readonly #tallies: Readonly<Record<Kind, RowTally>>;
  readonly #causes: Causes;

  constructor(tallies: Readonly<Record<Kind, RowTally>>, causes: Causes) {
    this.#tallies = tallies;
    this.#causes = causes;
  }

  add(kind: Kind, origin: Origin, id: string | undefined, warning: Problem): void {
    this.#tallies[kind].warnings++;
    this.#causes.count({ severity: 'warning', kind, ...origin, id, ...warning });
  }

  /** Counts a warning if one like it was counted before. @returns false otherwise; the caller then calls `add` */
  addAgain(kind: Kind, code: ProblemCode, field: string): boolean {
    const isKnown = this.#causes.warnAgain(kind, code, field);
    if (isKnown) this.#tallies[kind].warnings++;
    return isKnown;
  }
}
