import { parseJson, withoutFields } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const BLANK = 0x20;

/** The record of an entry `"id":{…}`, as JSON text. */
export function recordText(wire: Uint8Array): string {
  return decoder.decode(recordBytes(wire));
}

/** Removes a field from the record of an entry. Blanks after the record fill the free space. */
export function blankField(wire: Uint8Array, field: string): void {
  const record = recordBytes(wire);
  const { written } = encoder.encodeInto(withoutFields(record, [field]), record);
  record.fill(BLANK, written);
}

/** The end of an entry before the blanks that `blankField` wrote. */
export function withoutBlanks(wire: Uint8Array, end: number): number {
  let last = end;
  while (wire[last - 1] === BLANK) last--;
  return last;
}

function recordBytes(wire: Uint8Array): Uint8Array {
  const key = encoder.encode(JSON.stringify(idOfEntry(wire)));
  return wire.subarray(key.length + 1);
}

/** The record of an entry, as an object; long numbers keep their digits. */
export function fieldsOf(wire: Uint8Array): Record<string, unknown> {
  return parseJson(recordText(wire)) as Record<string, unknown>;
}
