import type { Row } from '../values/row.ts';
import type { FieldUpdate } from '../kinds/kind-definition.ts';
import { type Kind, kinds } from '../kinds/kinds.ts';
import type { OperationName } from '../operations/operations.ts';
import { BEFORE, CHANGED, DATED_BY_APP, REMAINING } from '../records/change.ts';

/** The differing fields of a record, divided by whether operations can change them. */
export interface PossibleUpdate {
  /** Fields that operations change. */
  readonly changed: readonly string[];
  /** Fields that nothing changes. */
  readonly fixed: readonly string[];
  readonly operations: readonly OperationName[];
}

/** Divides the fields in which the app differs from a record into fields that operations can change and fields that they cannot. */
export function updateOf(kind: Kind, record: Row, fields: readonly string[]): PossibleUpdate {
  const changed = fields.filter((field) => {
    const update = fieldUpdate(kind, field);
    return update !== undefined && (isSet(record, field) || update.empty !== undefined);
  });
  return {
    changed,
    fixed: fields.filter((field) => !changed.includes(field)),
    operations: [...new Set(changed.map((field) => fieldUpdate(kind, field)!.operation))],
  };
}

/** The update of a field: its operation and its empty value. @returns undefined for a field that no operation changes */
export function fieldUpdate(kind: Kind, field: string): FieldUpdate | undefined {
  const { updates = {} } = kinds[kind];
  return Object.hasOwn(updates, field) ? updates[field] : undefined;
}

/** The value of a field by its name in a comparison: `data.text` for the key `text` of `data`. */
export function fieldValue(record: Row, field: string): unknown {
  return field.startsWith('data.')
    ? (record['data'] as Row | undefined)?.[field.slice('data.'.length)]
    : record[field];
}

/** Whether a record has a value in the field. `false` counts as none: a member who is not banned has no ban. */
export function isSet(record: Row, field: string): boolean {
  const value = fieldValue(record, field);
  return value !== undefined && value !== null && value !== false;
}

/**
 * The fields that are not content of a record: using the app changes them, they hold another record for the service to create, or they
 * describe an update.
 */
export function incidentalFields(kind: Kind): readonly string[] {
  const { incidental = [], inlineRecords = {}, changes } = kinds[kind];
  const own = [...incidental, ...Object.keys(inlineRecords)];
  return changes === undefined
    ? own
    : [...own, ...incidentalFields(changes), BEFORE, CHANGED, DATED_BY_APP, REMAINING];
}
