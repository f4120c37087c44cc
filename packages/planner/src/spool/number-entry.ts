import { type Kind, kinds } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';

/** Bytes that a number adds to an entry, which contains the id twice. */
export function suffixBytes(number: number): number {
  return 2 * `-${number}`.length;
}

/** An entry with `-number` at the end of its id. */
export function numberEntry(kind: Kind, wire: Uint8Array, number: number): Uint8Array {
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.length);
  const id = idOfEntry(wire);
  const [before, after] = [JSON.stringify(id), JSON.stringify(`${id}-${number}`)];
  const member = `"${kinds[kind].key}":${before}`;
  const at = bytes.indexOf(member);
  if (at === -1) throw new Error(`The entry of ${kind} ${before} does not contain its id.`);
  return Buffer.concat([
    Buffer.from(after),
    bytes.subarray(Buffer.byteLength(before), at),
    Buffer.from(`"${kinds[kind].key}":${after}`),
    bytes.subarray(at + Buffer.byteLength(member)),
  ]);
}
