/** Prints lines below their headings, all columns but the first right-aligned. */
export function printTable(heads: readonly string[], lines: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column]!.length)),
  );
  for (const line of [heads, ...lines])
    console.log(
      line
        .map((text, column) =>
          column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!),
        )
        .join('  '),
    );
}

export function thousands(value: number): string {
  return value.toLocaleString('en');
}
