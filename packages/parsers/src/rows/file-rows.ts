import { type Problem, problem } from '@chatferry/contract';
import { notRead } from '../account/not-read.ts';
import type { Chunk, Fault } from '../cutting/chunk.ts';
import { ChunkText } from '../cutting/chunk-text.ts';
import { isTooDeep } from '../terms/nesting.ts';
import type { CsvRows } from '../cutting/csv-dialect.ts';
import { CsvCells } from './csv-cells.ts';
import { jsonError } from '../terms/json-error.ts';

/**
 * One row as its file contains it: texts by column name for CSV, the parsed object for JSON and NDJSON.
 * `line` is 1-based; `text` is the row's own text.
 */
export type FileRow =
  | { readonly line: number; readonly text: string; readonly row: Record<string, unknown> }
  | { readonly line: number; readonly text: string; readonly problem: Problem };

/** The first rows of a chunk, or all of them. @param csv absent: the rows are JSON */
export function* fileRows(
  chunk: Chunk,
  csv: CsvRows | undefined,
  most = Infinity,
): Generator<FileRow> {
  const rows = Math.min(most, chunk.rows);
  const text = new ChunkText(chunk, false);
  const cells = csv === undefined ? undefined : new CsvCells(text, csv.dialect);
  for (let index = 0; index < rows; index++) {
    const at = { line: chunk.lines[index]!, text: text.text(index) };
    const fault = text.faults.get(index);
    const parsed =
      fault !== undefined
        ? problemOf(fault)
        : csv === undefined
          ? fromJson(at.text)
          : fromCells(cells!.of(index), csv.header);
    yield 'row' in parsed ? { ...at, row: parsed.row } : { ...at, problem: parsed };
  }
}

/** The problem of a row that cannot be parsed, or that nothing reads. */
export function problemOf({ code, place }: Pick<Fault, 'code' | 'place'>): Problem {
  return place === undefined ? problem(code) : notRead(place);
}

type Parsed = { readonly row: Record<string, unknown> } | Problem;

function fromJson(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return problem('bad-json', { detail: jsonError(error, text) });
  }
  if (isTooDeep(text, value)) return problem('too-deep');
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? { row: value as Record<string, unknown> } : problem('not-an-object');
}

function fromCells(cells: readonly string[] | undefined, header: readonly string[]): Parsed {
  if (cells === undefined) return problem('bad-quotes');
  if (cells.length !== header.length) return wrongColumnCount(cells.length, header.length);
  return { row: Object.fromEntries(header.map((name, index) => [name, cells[index]])) };
}

export const otherColumnOrder: Problem = problem('other-column-order');

export function wrongColumnCount(cells: number, columns: number): Problem {
  return problem('wrong-column-count', { detail: `${cells} instead of ${columns}` });
}
