import { type Problem, problem } from '@chatferry/contract';

/** The problem of a row that refers to a record whose id in the service belongs to another record. */
export function namesRefused(field: string, value: string): Problem {
  const message = `${field} names a record that is rejected or missing, and in the service another one has this id.`;
  return { ...problem('id-clash', { field, value }), message };
}
