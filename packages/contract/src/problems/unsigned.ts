import { type Problem, problem } from './problem.ts';
import type { Row } from '../values/row.ts';

/**
 * The field of a row that names fields with addresses whose signature was removed when an export was read, because whoever has it has
 * the file. Without it the addresses give no access. It is no part of the record.
 */
export const UNSIGNED = '@unsigned';

/** Takes the field out of a row. @returns a warning for each field that it names; undefined for a row without it */
export function takeUnsigned(row: Row): readonly Problem[] | undefined {
  const fields = row[UNSIGNED];
  if (!Array.isArray(fields)) return undefined;
  delete row[UNSIGNED];
  return fields.map((field) =>
    problem('signed-url', {
      field: String(field),
      detail: 'the plan has the address without its signature, which gives no access',
    }),
  );
}
