import { isObject, type Row } from '@chatferry/contract';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';

/** The metadata of a record as an object. Another value, which no record can have, is left out. */
export function metadataIn(value: unknown, place: Place, out: ExportRows): Row {
  if (isObject(value)) return value;
  if (value !== undefined && value !== null) {
    out.count('metadata');
    out.leaveOut('metadata', 'not a JSON object', place, {}); // Its text may be private.
  }
  return {};
}
