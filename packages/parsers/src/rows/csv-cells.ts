import { parse } from 'csv-parse/sync';
import type { Chunk } from '../cutting/chunk.ts';
import type { CsvDialect } from '../cutting/csv-dialect.ts';
import { CR, LF } from '../cutting/scanner.ts';

/** The cells of a row, as many as it has; undefined for a row that csv-parse refuses. */
export type Cells = readonly string[] | undefined;

/** Rows that csv-parse is given at a time: so few that their cells are gone before they count as long-lived. */
const ROWS_AT_A_TIME = 128;

/**
 * The cells of the rows of a chunk, one row after the other.
 *
 * @param skip rows that are not to be parsed; their cells are undefined
 */
export function* readCells(
  chunk: Chunk,
  dialect: CsvDialect,
  skip: ReadonlyMap<number, unknown>,
): Generator<Cells, undefined> {
  for (let from = 0; from < chunk.rows;) {
    const most = Math.min(from + ROWS_AT_A_TIME, chunk.rows);
    let to = from;
    while (to < most && !skip.has(to)) to++;
    if (to > from) yield* parseRows(chunk, dialect, from, to);
    else yield undefined;
    from = Math.max(to, from + 1);
  }
  return undefined;
}

function parseRows(chunk: Chunk, dialect: CsvDialect, from: number, to: number): Cells[] {
  const { bytes, starts, ends } = chunk;
  const text = Buffer.from(bytes.buffer, starts[from], ends[to - 1]! - starts[from]!);
  try {
    const parsed = parse(text, optionsFor(text, dialect));
    if (parsed.length === to - from) return parsed;
  } catch {
    // One of the rows is at fault; which one shows when each is parsed by itself.
  }
  if (to - from === 1) return [undefined];
  const middle = from + Math.floor((to - from) / 2);
  return [...parseRows(chunk, dialect, from, middle), ...parseRows(chunk, dialect, middle, to)];
}

function optionsFor(text: Buffer, { delimiter, newline }: CsvDialect): object {
  const lineFeeds = text.includes(CR) ? ['\r\n', '\n'] : '\n';
  return {
    delimiter: String.fromCharCode(delimiter),
    record_delimiter: newline === LF ? lineFeeds : '\r',
    relax_column_count: true,
    skip_empty_lines: true,
  };
}
