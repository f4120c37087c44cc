import { ReadyAnswer } from '../terms/answer.ts';
import { ServiceProblem } from '../terms/service-problem.ts';

/** Collects the outcome of each record and writes the answer as text, without building it as objects. */
export class Outcomes {
  readonly #entries: string[] = [];
  #poisoned = false;

  /** @param entity the stored record as JSON text */
  stored(key: string, entity: string): void {
    this.#entries.push(`${JSON.stringify(key)}:{"success":true,"data":${entity}}`);
  }

  refused(key: string, problem: ServiceProblem): void {
    this.#entries.push(
      `${JSON.stringify(key)}:{"success":false,"error":${JSON.stringify(problem)}}`,
    );
  }

  /** A record that makes the service fail: the other records are stored, but the answer reports none of them. */
  poisoned(): void {
    this.#poisoned = true;
  }

  answer(): ReadyAnswer {
    if (!this.#poisoned) return new ReadyAnswer(200, `{"data":{${this.#entries.join(',')}}}`);
    const problem = new ServiceProblem('ERR_EXCEPTION', 'The request could not be completed.');
    return new ReadyAnswer(problem.status, JSON.stringify({ error: problem }));
  }
}

/** Thrown for a record that makes the service answer 500 for the whole request. */
export class FailingRecord extends Error {}
