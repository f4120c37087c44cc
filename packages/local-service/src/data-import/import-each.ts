import type { ImportKind } from '@chatferry/contract';
import type { ReadyAnswer } from '../terms/answer.ts';
import { ServiceProblem } from '../terms/service-problem.ts';
import { recordsIn } from './container.ts';
import { Outcomes, FailingRecord } from './outcomes.ts';

/**
 * Imports the records of a request one by one; a failure of one does not affect the others.
 * @param importOne stores one record and returns it as JSON text, or throws the reason for the failure
 */
export function importEach(
  kind: ImportKind,
  body: unknown,
  importOne: (record: Record<string, unknown>, key: string) => string,
): ReadyAnswer {
  const outcomes = new Outcomes();
  for (const [key, record] of recordsIn(body, kind)) {
    try {
      outcomes.stored(key, importOne(record, key));
    } catch (error) {
      if (error instanceof ServiceProblem) outcomes.refused(key, error);
      else if (error instanceof FailingRecord) outcomes.poisoned();
      else throw error;
    }
  }
  return outcomes.answer();
}
