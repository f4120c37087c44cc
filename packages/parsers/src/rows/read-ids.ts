import {
  byKind,
  eachDetails,
  isObject,
  isRawJson,
  type Kind,
  kinds,
  type Row,
} from '@chatferry/contract';
import { idIn } from '../terms/id-in.ts';

/** Fields with ids: the id of the record, and the ids of the records that it refers to. */
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
 * Converts ids that are not texts: numbers, as many databases number their records, and objects that were stored instead of an id. It
 * reads the row, the users and groups inside it, and the id of the message that it replies to. The row is changed in place.
 *
 * @param hasDetails whether there are users or groups inside
 * @returns whether anything changed
 */
export function readIds(kind: Kind, row: Row, hasDetails: boolean): boolean {
  const changed = toTexts(row, idFields[kind]);
  const changedInside = hasDetails && readInside(kind, row);
  if (kinds[kind].lanes !== 'conversation') return changed || changedInside;
  const { data } = row;
  const metadata = isObject(data) ? data['metadata'] : undefined;
  return (isObject(metadata) && toTexts(metadata, parentFields)) || changed || changedInside;
}

const parentFields = ['parentMuid'];

function readInside(kind: Kind, row: Row): boolean {
  let changed = false;
  eachDetails(kind, row, (details, of) => {
    if (toTexts(details, idFields[of])) changed = true;
  });
  return changed;
}

function toTexts(holder: Row, fields: readonly string[]): boolean {
  let changed = false;
  for (const field of fields) {
    const found = holder[field];
    if (typeof found === 'string' || found === undefined) continue;
    const id = idIn(found);
    const isNumber = Number.isSafeInteger(id) || isRawJson(id);
    if (!isNumber && (typeof id !== 'string' || id === found)) continue;
    holder[field] = isNumber ? JSON.stringify(id) : id;
    changed = true;
  }
  return changed;
}
