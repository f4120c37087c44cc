import type { ImportKind } from '@chatferry/contract';
import type { ReadyAnswer } from '../http/answer.ts';
import { ServiceProblem } from '../service-problem.ts';
import { recordsIn } from './container.ts';
import { Outcomes, Poison } from './outcomes.ts';

/**
 * Imports the records of a request one by one; what befalls one does not touch the others.
 * @param importOne stores one record and returns it as JSON text, or throws why not
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
      else if (error instanceof Poison) outcomes.poisoned();
      else throw error;
    }
  }
  return outcomes.answer();
}
