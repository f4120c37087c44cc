import { idOfEntry } from '../plan/batch.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The record of an entry `"id":{…}`, as JSON text. */
export function recordText(wire: Uint8Array): string {
  const key = encoder.encode(JSON.stringify(idOfEntry(wire)));
  return decoder.decode(wire.subarray(key.length + 1));
}

/** The record of an entry, as an object. */
export function fieldsOf(wire: Uint8Array): Record<string, unknown> {
  return JSON.parse(recordText(wire)) as Record<string, unknown>;
}
