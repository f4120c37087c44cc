import { count } from '@chatferry/contract';

/** Formats rows in columns. A column with a number in the last row is aligned to the right. */
export function table(rows: readonly (readonly (string | number)[])[], gap = '  '): string[] {
  const widths: number[] = [];
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? count(cell) : cell)),
  );
  for (const row of cells)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, cell.length);

  const isNumber = (rows.at(-1) ?? []).map((cell) => typeof cell === 'number');
  return cells.map((row) =>
    row
      .map((cell, index) =>
        isNumber[index] ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!),
      )
      .join(gap)
      .trimEnd(),
  );
}
