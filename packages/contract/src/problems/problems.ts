import { cleaningProblems } from './cleaning-problems.ts';
import { filesProblems } from './files-problems.ts';
import { judgingProblems } from './judging-problems.ts';
import { planningProblems } from './planning-problems.ts';
import { readingProblems } from './reading-problems.ts';
import type { ProblemDefinition } from './problem-definition.ts';

/** Every problem that a row, a record or a file can have before anything is sent. The docs list the same codes. */
export const problems = {
  ...readingProblems,
  ...judgingProblems,
  ...planningProblems,
  ...cleaningProblems,
  ...filesProblems,
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;
