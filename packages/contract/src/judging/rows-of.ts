import type { RecordBlock } from './record-block.ts';

/** Rows of the input that a block holds: rows that became records, rejected rows and filtered rows. */
export function rowsOf({ records, parts, rejected, filtered, made = 0 }: RecordBlock): number {
  return records - parts.length + rejected.length + filteredRows(filtered) - made;
}

/** Rows that filters left out, for all reasons together. */
export function filteredRows(filtered: ReadonlyMap<string, number> | undefined): number {
  let sum = 0;
  for (const rows of filtered?.values() ?? []) sum += rows;
  return sum;
}
