import { badField } from '../terms/service-problem.ts';

/** A record's key has to repeat its id. @throws {ServiceProblem} `ERR_BAD_REQUEST` */
export function checkKey(key: string, field: string, id: unknown): void {
  if (typeof id !== 'string' || key.toLowerCase() !== id.toLowerCase())
    throw badField(field, `${field} must be the same as the record's key, ${key}.`);
}
