import {
  canonicalJson,
  fieldValue,
  incidentalFields,
  type Kind,
  type Row,
} from '@chatferry/contract';

/** The fields in which two records differ, with the values of the first one; null for none. */
export function valuesBefore(kind: Kind, one: Row, other: Row): Row {
  const fields = differingFields(kind, one, other);
  return Object.fromEntries(fields.map((field) => [field, fieldValue(one, field) ?? null]));
}

/** By the rules of the digest: `data` of messages by its own fields. */
function differingFields(kind: Kind, one: Row, other: Row): string[] {
  const incidental = incidentalFields(kind);
  return fieldsOf(one, other).flatMap((field) => {
    if (incidental.includes(field)) return [];
    if (canonicalJson(one[field]) === canonicalJson(other[field])) return [];
    if (field !== 'data') return [field];
    const [data, otherData] = [one[field] as Row, other[field] as Row];
    return fieldsOf(data, otherData)
      .filter((name) => canonicalJson(data[name]) !== canonicalJson(otherData[name]))
      .map((name) => `${field}.${name}`);
  });
}

function fieldsOf(one: Row, other: Row): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
