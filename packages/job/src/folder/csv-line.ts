import { type Options, stringify } from 'csv-stringify/sync';

/** Also quotes blanks at the edges, which some programs remove, and carriage returns, which some take for a line end. */
const options: Options = { eof: false, record_delimiter: 'unix', quoted_match: /^\s|\s$|\r/ };

/** One line of CSV, quoted where necessary. */
export function csvLine(cells: readonly string[]): string {
  return stringify([[...cells]], options);
}
