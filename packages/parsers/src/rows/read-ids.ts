import {
  byKind,
  eachDetails,
  isObject,
  isRawJson,
  type Kind,
  kinds,
  type Row,
} from '@chatferry/contract';

/** Fields that hold ids: that of the record, and those of the records that it refers to. */
const idFields = byKind((kind): readonly string[] => {
  const { key, references, ofMessage } = kinds[kind];
  const fields = [
    key,
    ...references.map(({ field }) => field),
    ...(ofMessage === undefined ? [] : [ofMessage]),
  ];
  return [...new Set(fields)];
});

/**
 * Makes texts of ids that are numbers, as many databases number their records: in the row, in the users and groups inside
 * it, and in the id of the message that it replies to. The row is changed in place.
 *
 * @returns whether anything changed
 */
export function readIds(kind: Kind, row: Row): boolean {
  let changed = toTexts(row, idFields[kind]);
  eachDetails(kind, row, (details, of) => {
    if (toTexts(details, idFields[of])) changed = true;
  });
  if (kinds[kind].lanes !== 'conversation') return changed;
  const { data } = row;
  const metadata = isObject(data) ? data['metadata'] : undefined;
  return (isObject(metadata) && toTexts(metadata, ['parentMuid'])) || changed;
}

function toTexts(holder: Row, fields: readonly string[]): boolean {
  let changed = false;
  for (const field of fields) {
    const id = holder[field];
    if (typeof id === 'string' || id === undefined) continue;
    if (!Number.isSafeInteger(id) && !isRawJson(id)) continue;
    holder[field] = JSON.stringify(id);
    changed = true;
  }
  return changed;
}
