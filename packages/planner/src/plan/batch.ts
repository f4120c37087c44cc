import { type Kind, type Origin, parseJson, type Row } from '@chatferry/contract';

/** Records of one kind that are sent in one request. */
export interface Batch {
  /** From 1, unique in the plan; within a lane, the order of sending. */
  readonly seq: number;
  readonly kind: Kind;
  /** 0 and up. */
  readonly lane: number;
  readonly records: number;
  /** The complete request body: `{"users":{"u1":{…},"u2":{…}}}`. */
  readonly body: Uint8Array;
  /** For each record, the offset in `body` one past its entry. */
  readonly ends: readonly number[];
  /** For each record, the file and line of its row. */
  readonly origins: readonly Origin[];
}

const comma = 0x2c;
const quote = 0x22;
const backslash = 0x5c;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The beginning of a request body; the end is always `}}`. */
export function bodyHead(kind: Kind): Uint8Array {
  return encoder.encode(`{"${kind}":{`);
}

/** Bytes of a request body that are not records: its head and two closing braces. */
export function bodyFrame(kind: Kind): number {
  return bodyHead(kind).length + 2;
}

/** The entry of one record, as in the body: `"id":{…}`. @param index 0-based */
export function entryOf(batch: Batch, index: number): { id: string; wire: Uint8Array } {
  const wire = wireOf(batch, index);
  return { id: idOfEntry(wire), wire };
}

/** The entry of one record, when its id is not needed as a string. @param index 0-based */
export function wireOf(batch: Batch, index: number): Uint8Array {
  const end = batch.ends[index];
  if (end === undefined) throw new RangeError(`batch ${batch.seq} has no record ${index}`);
  const start = index === 0 ? bodyHead(batch.kind).length : batch.ends[index - 1]! + 1;
  return batch.body.subarray(start, end);
}

/** The ids of entries, as a list in JSON. */
export function idsOfEntries(wires: readonly Uint8Array[]): string {
  const ids = wires.map((wire) => wire.subarray(0, endOfId(wire)));
  const bytes = new Uint8Array(ids.reduce((sum, id) => sum + id.length + 1, 0));
  let end = 0;
  for (const id of ids) {
    if (end > 0) bytes[end++] = comma;
    bytes.set(id, end);
    end += id.length;
  }
  return `[${decoder.decode(bytes.subarray(0, end))}]`;
}

/** A request body with some of the batch's records, to send them again. @param indexes 0-based */
export function bodyOf(batch: Batch, indexes: readonly number[]): Uint8Array {
  const head = bodyHead(batch.kind);
  const entries = indexes.map((index) => wireOf(batch, index));
  const bytes = entries.reduce((sum, entry) => sum + entry.length + 1, 0);
  const body = new Uint8Array(head.length + Math.max(bytes - 1, 0) + 2);
  body.set(head);
  let end = head.length;
  for (const [position, entry] of entries.entries()) {
    if (position > 0) body[end++] = comma;
    body.set(entry, end);
    end += entry.length;
  }
  body.fill('}'.charCodeAt(0), end);
  return body;
}

/** The id at the beginning of an entry. */
export function idOfEntry(wire: Uint8Array): string {
  return JSON.parse(decoder.decode(wire.subarray(0, endOfId(wire)))) as string;
}

/**
 * The record of an entry; long numbers keep their digits. It is parsed without its id, because V8 keeps a hidden class for each new property name
 * until the whole heap is collected.
 */
export function recordOfEntry(wire: Uint8Array): Row {
  return parseJson(decoder.decode(wire.subarray(endOfId(wire) + 1))) as Row;
}

/** The offset of the colon after the id. */
export function endOfId(wire: Uint8Array): number {
  let end = 1;
  while (wire[end] !== quote) end += wire[end] === backslash ? 2 : 1;
  return end + 1;
}
