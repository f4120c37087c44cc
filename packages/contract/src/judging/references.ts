import { type Kind, kinds, type Reference } from '../kinds/kinds.ts';
import { column } from '../kinds/column.ts';
import { freeIdHash, idHash, pairHash } from './id-hash.ts';
import type { Row } from '../values/row.ts';

/** Writes a record's time and the hashes of its references into its columns, which begin at index `at`. */
export function writeReferences(kind: Kind, record: Row, columns: Float64Array, at: number): void {
  const { time, references, isMembership, lanes, ofMessage } = kinds[kind];
  columns[at + column.time] = time === undefined ? 0 : numberOr0(record[time]);
  columns[at + column.user] = 0;
  columns[at + column.group] = 0;
  columns[at + column.receiver] = 0;
  columns[at + column.pair] = 0;
  for (const reference of references) {
    const id = record[reference.field];
    if (typeof id === 'string' && reference.column !== undefined && hasReference(reference, record))
      columns[at + reference.column] = idHash(id);
  }
  if (lanes === 'message') columns[at + column.pair] = freeIdHash(record[ofMessage!] as string);
  if (isMembership !== true && lanes !== 'conversation') return;
  const user = columns[at + column.user]!;
  const group = columns[at + column.group]!;
  columns[at + column.pair] =
    group === 0 ? directHash(user, columns[at + column.receiver]!) : pairHash(group, user);
}

/** Whether a record has this reference. */
export function hasReference({ when }: Reference, record: Row): boolean {
  return when === undefined || (record[when.field] === when.value) !== (when.not === true);
}

/** One number for two users, the same for both orders. @param one the user's `idHash` @param other the other user's `idHash` */
export function directHash(one: number, other: number): number {
  const first = Math.min(one, other);
  const second = Math.max(one, other);
  return (first % 0x400_0000) * 0x800_0000 + (second % 0x800_0000);
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
