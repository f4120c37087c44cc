import type { Row } from '@chatferry/contract';
import type { Place } from '../reading/place.ts';
import type { ExportRows } from './export-rows.ts';

/** Lists the fields of a record that are too long to be carried. @param kind of the record @param id fields that identify the record */
export function leaveOutLongFields(
  fields: readonly string[] = [],
  kind: 'message' | 'user' | 'group',
  place: Place,
  id: Row,
  out: ExportRows,
): void {
  for (const field of fields) {
    out.count('custom fields');
    out.leaveOut('custom fields', `they are too long for a ${kind}`, place, { ...id, field });
  }
}
