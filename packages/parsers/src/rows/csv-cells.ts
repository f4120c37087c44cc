import { parse } from 'csv-parse/sync';
import type { Chunk } from '../cutting/chunk.ts';
import type { CsvDialect } from '../cutting/csv-dialect.ts';
import { CR, LF } from '../cutting/scanner.ts';

/** The cells of a row, as many as it has; undefined for a row that csv-parse refuses. */
export type Cells = readonly string[] | undefined;

/**
 * The cells of some rows of a chunk, parsed by csv-parse in as few goes as possible.
 *
 * @param skip rows that are not to be parsed; their cells are undefined
 */
export function readCells(
  chunk: Chunk,
  dialect: CsvDialect,
  skip: ReadonlyMap<number, unknown>,
  rows = chunk.rows,
): Cells[] {
  const cells: Cells[] = [];
  while (cells.length < rows) {
    const from = cells.length;
    let to = from;
    while (to < rows && !skip.has(to)) to++;
    if (to > from) for (const row of parseRows(chunk, dialect, from, to)) cells.push(row);
    if (to < rows) cells.push(undefined);
  }
  return cells;
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
