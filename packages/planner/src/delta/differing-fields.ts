import { differingFields, fieldValue, type Kind, type Row } from '@chatferry/contract';

/** The fields in which two records differ, with the values of the first record; null for a field that it lacks. */
export function valuesBefore(kind: Kind, one: Row, other: Row): Row {
  const fields = differingFields(kind, one, other);
  return Object.fromEntries(fields.map((field) => [field, fieldValue(one, field) ?? null]));
}
