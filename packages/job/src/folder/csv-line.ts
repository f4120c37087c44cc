import { type Options, stringify } from 'csv-stringify/sync';

/** Also quotes cells with blanks at the edges, which some programs remove, or with carriage returns, which some programs read as line ends. */
const options: Options = { eof: false, record_delimiter: 'unix', quoted_match: /^\s|\s$|\r/ };

/** One line of CSV, quoted where necessary. */
export function csvLine(cells: readonly string[]): string {
  return stringify([[...cells]], options);
}
