const line = /^(?:sep=([\t -~])|"sep=([\t -~])")(?:\r\n|\r|\n|$)/i;

/** The first line of a CSV file in which spreadsheets declare the delimiter, as in `sep=;`. It is not a row. */
export interface SeparatorLine {
  readonly delimiter: string;
  /** The line and its end, in UTF-16 units. */
  readonly length: number;
}

/** @param head the beginning of the file */
export function separatorLine(head: string): SeparatorLine | undefined {
  const found = line.exec(head);
  return found === null ? undefined : { delimiter: found[1] ?? found[2]!, length: found[0].length };
}
