import { type Problem, type ProblemCode, problem } from '@chatferry/contract';
import type { Cleaning } from './cleaning.ts';

/** The problem of a row that the configuration excludes; undefined when the row is not excluded. */
export function exclusion(
  problems: readonly Problem[],
  { tooOld, blankText }: Cleaning,
): Problem | undefined {
  const [only, more] = problems;
  if (only === undefined || more !== undefined) return undefined;
  const code: ProblemCode | undefined =
    only.code === 'too-old' && tooOld === 'leave-out'
      ? 'left-out-too-old'
      : only.code === 'blank-text' && blankText === 'leave-out'
        ? 'left-out-blank-text'
        : undefined;
  const { field, value } = only;
  return code === undefined ? undefined : problem(code, { field, value });
}
