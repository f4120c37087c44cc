import type { Kind } from '../kinds/kinds.ts';
import { fields } from '../kinds/field-table.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** The problem of a row that is no object, with an example of the fields that its kind needs. */
export function notAnObject(kind: Kind): Problem {
  const needed = Object.entries(fields[kind]).filter(([, { required }]) => required);
  const example = needed.map(([name]) => `"${name}": …`).join(', ');
  return problem('not-an-object', { fix: `Write each row as an object such as {${example}}.` });
}
