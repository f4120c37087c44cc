import {
  freeIdHash,
  idHash,
  isReferredKind,
  type Kind,
  kinds,
  type Origin,
  type Problem,
} from '@chatferry/contract';
import type { RootCause } from '../plan/plan-summary.ts';
import type { Reject } from '../plan/reject.ts';
import type { MissingRecords } from './missing-records.ts';
import { causeOf, type Causes } from './causes.ts';
import type { RowTally } from './row-tally.ts';

/** A problem, and the missing record that causes it, if any. */
export interface RecordProblem {
  readonly problem: Problem;
  readonly root?: RootCause;
}

/** A row that will not be planned. */
export interface Rejection {
  readonly kind: Kind;
  readonly id: string | undefined;
  readonly origin: Origin;
  /** The problems of the row, at least one. */
  readonly found: readonly RecordProblem[];
  /** The row as text. */
  readonly row: string;
}

/** Counts rows that will not be planned, passes their problems on, and remembers the rows for the records that refer to them. */
export class Rejects {
  readonly #tallies: Readonly<Record<Kind, RowTally>>;
  readonly #causes: Causes;
  readonly #missingRecords: MissingRecords;
  readonly #onReject: (reject: Reject) => void;

  constructor(
    parts: {
      tallies: Readonly<Record<Kind, RowTally>>;
      causes: Causes;
      missingRecords: MissingRecords;
    },
    onReject: (reject: Reject) => void,
  ) {
    this.#tallies = parts.tallies;
    this.#causes = parts.causes;
    this.#missingRecords = parts.missingRecords;
    this.#onReject = onReject;
  }

  add(rejection: Rejection): void {
    const { kind, id, origin, found, row } = rejection;
    this.#tallies[kind].rejected++;
    const causes = new Map<string, number>();
    const roots = new Set<string>();
    for (const { problem, root } of found) {
      const occurrence = { severity: 'reject', kind, ...origin, id, ...problem, root } as const;
      const key = causeOf(occurrence);
      if (causes.has(key) && root === undefined) continue; // Another problem has the same cause.
      const common = root === undefined ? problem.code : `${root.reason} ${root.kind} ${root.code}`;
      const cause = causes.get(key) ?? this.#causes.count(occurrence, !roots.has(common));
      causes.set(key, cause);
      roots.add(common);
      const named = id === undefined ? {} : { id };
      this.#onReject({ kind, ...named, ...origin, ...problem, row, cause });
    }
    if (id !== undefined && (isReferredKind(kind) || kinds[kind].lanes === 'conversation'))
      this.#remember(kind, id, origin, found);
  }

  #remember(kind: Kind, id: string, origin: Origin, found: readonly RecordProblem[]): void {
    const { problem, root } = found[0]!;
    const hash = kinds[kind].hasFreeIds === true ? freeIdHash(id) : idHash(id);
    if (root === undefined)
      this.#missingRecords.addRejected(kind, hash, {
        id,
        code: problem.code,
        ...(problem.field === undefined ? {} : { field: problem.field }),
        ...origin,
      });
    else this.#missingRecords.add(kind, hash, root);
  }
}
