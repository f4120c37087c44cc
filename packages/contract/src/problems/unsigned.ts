import { type Problem, problem } from './problem.ts';
import type { Row } from '../values/row.ts';

/**
 * The field of a row that lists its fields with addresses whose signature was removed when the export was read. Signatures are removed
 * because they give access to the files; an address without one gives no access. The field is not part of the record.
 */
export const UNSIGNED = '@unsigned';

/** Removes the field from a row. @returns a warning for each listed field; undefined for a row without the field */
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
