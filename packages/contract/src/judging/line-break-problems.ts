import { type Kind, kinds } from '../kinds/kinds.ts';
import type { Row } from '../values/row.ts';
import { type Problem, problem } from '../problems/problem.ts';

const lineBreak = /[\n\r\u2028\u2029]/;

/** Warns about line breaks in names and ids. Empty for nearly all records. */
export function lineBreakProblems(kind: Kind, row: Row): readonly Problem[] {
  const field = kinds[kind].singleLine;
  if (field === undefined || !lineBreak.test(row[field] as string)) return none;
  return [problem('line-break', { field, value: row[field] })];
}

const none: readonly Problem[] = [];
