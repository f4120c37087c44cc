import { importQuestions } from './imports.ts';
import { listQuestions } from './lists.ts';
import { mediaQuestions } from './media.ts';
import type { Question } from './question.ts';
import { quotaQuestions } from './quotas.ts';
import { readQuestions } from './reads.ts';
import { shapeQuestions } from './shapes.ts';

/** All questions, in the order of asking. */
export const questionGroups: Readonly<Record<string, readonly Question[]>> = {
  Lists: listQuestions,
  Imports: importQuestions,
  Rates: quotaQuestions,
  'Recorded answers': shapeQuestions,
  Files: mediaQuestions,
  // Last, because these questions deactivate and delete records that the other questions need.
  'Reading an app out': readQuestions,
};
