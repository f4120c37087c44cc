import measure from 'fast-string-truncated-width';

/** The width of a line in terminal columns: some characters take two columns. */
export function textWidth(line: string): number {
  return measure(line).width;
}

export function fits(line: string, columns: number): boolean {
  return textWidth(line) <= columns;
}

/** The first line that fits; the last line when none fits. */
export function firstFitting(lines: readonly string[], columns: number): string {
  return lines.find((line) => fits(line, columns)) ?? lines.at(-1)!;
}

/** A line cut to a number of columns. */
export function cutToWidth(line: string, columns: number): string {
  const { truncated, index } = measure(line, { limit: columns, ellipsis: '…' });
  return truncated ? `${line.slice(0, index)}…` : line;
}

/** Breaks a text between words. A word that is longer than a line is not broken. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || fits(longer, columns)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line!];
}
