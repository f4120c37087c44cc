import { jobEdits } from './job-edits.ts';
import { clientEdits } from './client-edits.ts';
import { contractEdits } from './contract-edits.ts';
import type { Edit } from './edit.ts';
import { parsersEdits } from './parsers-edits.ts';
import { plannerEdits } from './planner-edits.ts';
import { runnerEdits } from './runner-edits.ts';

/** All edits. */
export const edits: readonly Edit[] = [
  ...contractEdits,
  ...parsersEdits,
  ...plannerEdits,
  ...clientEdits,
  ...runnerEdits,
  ...jobEdits,
];
