import { column, COLUMNS } from '../kinds/column.ts';
import type { Origin, RecordBlock } from './record-block.ts';

/** The packed record with this index, `"id":{…}` in UTF-8: a view of the block's bytes. @param index 0-based */
export function wireOf(
  { wire, columns }: Pick<RecordBlock, 'wire' | 'columns'>,
  index: number,
): Uint8Array {
  const at = index * COLUMNS;
  const start = index === 0 ? 0 : columns[at - COLUMNS + column.end]!;
  return wire.subarray(start, columns[at + column.end]);
}

/** The fraction that orders a record among records of the same second. */
export function fractionOf({ columns }: Pick<RecordBlock, 'columns'>, index: number): number {
  return columns[index * COLUMNS + column.time]! % 1;
}

/** The place of the row that the record with this index was read from. @param index 0-based */
export function originOf(
  { file, columns, items }: Pick<RecordBlock, 'file' | 'columns' | 'items'>,
  index: number,
): Origin {
  const line = columns[index * COLUMNS + column.line]!;
  const item = items?.[index] ?? 0;
  return item === 0 ? { file, line } : { file, line, item };
}
