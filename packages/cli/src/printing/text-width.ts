import measure from 'fast-string-truncated-width';

/** The columns of a terminal that one line takes: some characters take two. */
export function textWidth(line: string): number {
  return measure(line).width;
}

/** One line, cut to a number of columns. */
export function cutToWidth(line: string, columns: number): string {
  const { truncated, index } = measure(line, { limit: columns, ellipsis: '…' });
  return truncated ? `${line.slice(0, index)}…` : line;
}
