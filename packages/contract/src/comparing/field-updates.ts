import { type Kind, kinds } from '../kinds.ts';
import type { OperationName } from '../operations/operations.ts';

/** What can be done about a record that the service holds with other content. */
export type RecordUpdate =
  | { readonly can: true; readonly operations: readonly OperationName[] }
  | { readonly can: false; readonly fixed: readonly string[] };

/** Whether operations can change all of these fields of a record of the kind. */
export function updateOf(kind: Kind, fields: readonly string[]): RecordUpdate {
  const { updates = {} } = kinds[kind];
  const fixed = fields.filter((field) => !Object.hasOwn(updates, field));
  if (fixed.length > 0) return { can: false, fixed };
  return { can: true, operations: [...new Set(fields.map((field) => updates[field]!))] };
}

/**
 * The fields of a record that are no content of it: using the app changes them, or the service reads them only to make
 * another record.
 */
export function incidentalFields(kind: Kind): readonly string[] {
  const { incidental = [], inlineRecords = {} } = kinds[kind];
  return [...incidental, ...Object.keys(inlineRecords)];
}
