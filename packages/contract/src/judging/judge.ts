import { type Kind, kinds } from '../kinds/kinds.ts';
import { type Derived, takeDerived } from './derived.ts';
import type { JudgeRules } from './judge-rules.ts';
import type { Problem } from '../problems/problem.ts';
import type { Row } from '../values/row.ts';
import { schemaProblems } from './schema-problems.ts';
import { problemOfWire } from './size-problem.ts';
import { timeProblem } from './time-problem.ts';

/** `wire` is the record as JSON text, ready to be sent. */
export type Judgement =
  | {
      readonly ok: true;
      readonly id: string;
      readonly record: Row;
      readonly wire: string;
      /** Records of other kinds that are made from this record. Their fields are removed from this record. */
      readonly derived: readonly Derived[];
    }
  | { readonly ok: false; readonly id: string | undefined; readonly problems: readonly Problem[] };

/**
 * Decides whether a row is a valid record, and if so writes the record in wire form.
 *
 * Completes the row first, see `completeRow`. Never throws for bad data. May change the row.
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
 * Fills in fields that follow from others: `memberId`, and the missing `category` and `type` of a message.
 *
 * @returns whether the row was changed; `key`: only the key was added
 */
export function completeRow(kind: Kind, row: Row): boolean | 'key' {
  return kinds[kind].complete?.(row) ?? false;
}

/** The problems of a completed row except its size, which only the wire form shows; undefined when there are none. */
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

/** The id in a row, valid or not. */
export function idOf(kind: Kind, row: Row): string | undefined {
  const id = row[kinds[kind].key];
  return typeof id === 'string' ? id : undefined;
}
