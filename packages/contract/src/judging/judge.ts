import { type Kind, kinds } from '../kinds.ts';
import { type Derived, takeDerived } from './derived.ts';
import type { Problem } from './problems.ts';
import { schemaProblems } from './schema-problems.ts';
import { problemOfWire } from './size-problem.ts';
import { timeProblem } from './time-problem.ts';

/** A row as an object with the service's field names, from any source. */
export type Row = Record<string, unknown>;

/** What the judgement of a row depends on besides the row. */
export interface JudgeRules {
  /** UNIX seconds; later times are refused. */
  readonly now: number;
  /** UNIX seconds; messages sent earlier are refused. Absent: no limit. */
  readonly oldestSentAt?: number;
}

/** `wire` is the record as JSON text, ready to be sent. */
export type Judgement =
  | {
      readonly ok: true;
      readonly id: string;
      readonly record: Row;
      readonly wire: string;
      /** Records of other kinds that are made from this one, which does not hold their fields any more. */
      readonly derived: readonly Derived[];
    }
  | { readonly ok: false; readonly id: string | undefined; readonly problems: readonly Problem[] };

/**
 * Says whether a row is a record the service would take, and writes the record in wire form if it is.
 *
 * Fills in what follows from the rest, see `completeRow`. Never throws for bad data. The row may be changed by it.
 */
export function judge(kind: Kind, row: Row, rules: JudgeRules): Judgement {
  completeRow(kind, row);
  const found = problemsOf(kind, row, rules);
  if (found !== undefined) return { ok: false, id: idOf(kind, row), problems: found };

  const derived = takeDerived(kind, row);
  const wire = JSON.stringify(row);
  const oversize = problemOfWire(kind, row, wire);
  if (oversize !== undefined) return { ok: false, id: idOf(kind, row), problems: [oversize] };
  return { ok: true, id: row[kinds[kind].key] as string, record: row, wire, derived };
}

/**
 * Fills in what follows from the rest of a row: `memberId`, and `category` and `type` of a message that has none.
 *
 * @returns whether the row was changed
 */
export function completeRow(kind: Kind, row: Row): boolean {
  return kinds[kind].complete?.(row) ?? false;
}

/** What is wrong with a completed row, its size aside, which only its wire form shows; undefined when nothing is. */
export function problemsOf(
  kind: Kind,
  row: Row,
  rules: JudgeRules,
): readonly Problem[] | undefined {
  const found = schemaProblems(kind, row);
  if (found !== undefined) return found;
  const outOfTime = timeProblem(kind, row, rules);
  return outOfTime === undefined ? undefined : [outOfTime];
}

/** The id a row claims, good or bad. */
export function idOf(kind: Kind, row: Row): string | undefined {
  const id = row[kinds[kind].key];
  return typeof id === 'string' ? id : undefined;
}
