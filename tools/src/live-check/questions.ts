import { importQuestions } from './imports.ts';
import { listQuestions } from './lists.ts';
import { mediaQuestions } from './media.ts';
import type { Question } from './question.ts';
import { quotaQuestions } from './quotas.ts';
import { readQuestions } from './reads.ts';
import { shapeQuestions } from './shapes.ts';

/** Every question, in the order in which they are asked. */
export const questionGroups: Readonly<Record<string, readonly Question[]>> = {
  Lists: listQuestions,
  Imports: importQuestions,
  Rates: quotaQuestions,
  'Recorded answers': shapeQuestions,
  Files: mediaQuestions,
  // These deactivate and delete what the others need.
  'Reading an app out': readQuestions,
};
