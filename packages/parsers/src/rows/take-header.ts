import type { ProblemCode } from '@chatferry/contract';
import { InputError } from '../terms/input-error.ts';
import type { Chunk } from '../cutting/chunk.ts';
import { ChunkText } from '../cutting/chunk-text.ts';
import type { CsvDialect } from '../cutting/csv-dialect.ts';
import { CsvCells } from './csv-cells.ts';

/** The header of a CSV file, and its first chunk without the header. */
export interface HeaderSplit {
  readonly header: readonly string[];
  readonly line: number;
  readonly rest: Chunk;
}

/** The beginning of a JSON document that contains objects. */
const beginsJson = /^\s*(\[\s*)*(\{\s*("|$)|\[$)/;

/**
 * Takes the header out of the first chunk of a CSV file. The columns of a file without a header are the columns that the dialect names.
 *
 * @throws {InputError} `broken-file` when the header cannot be read
 */
export function takeHeader(chunk: Chunk, dialect: CsvDialect, file: string): HeaderSplit {
  if (dialect.fields !== undefined)
    return { header: dialect.fields, line: chunk.lines[0]!, rest: chunk };
  const text = new ChunkText(chunk, false);
  const line = chunk.lines[0]!;
  const fault = text.faults.get(0)?.code;
  if (beginsJson.test(text.text(0)))
    throw new InputError(
      'broken-file',
      'contains JSON but is read as CSV.',
      { file, line },
      {
        fix: 'Name it .json, or .ndjson with one object a line, or declare its format as json.',
      },
    );
  const cells = fault === undefined ? new CsvCells(text, dialect).of(0) : undefined;
  if (cells === undefined)
    throw new InputError(
      'broken-file',
      `has a header that cannot be read: ${unreadable(fault, text)}.`,
      { file, line },
      { fix: 'Repair the first line, or name the encoding of the file in the configuration.' },
    );
  const rest = {
    ...chunk,
    rows: chunk.rows - 1,
    starts: chunk.starts.subarray(1),
    ends: chunk.ends.subarray(1),
    lines: chunk.lines.subarray(1),
    faults: chunk.faults.map((each) => ({ ...each, row: each.row - 1 })),
    strayQuotes: chunk.strayQuotes?.map((row) => row - 1) ?? [],
  };
  return { header: cells.map((name) => name.trim()), line, rest };
}

function unreadable(fault: ProblemCode | undefined, text: ChunkText): string {
  if (fault === 'broken-encoding') return 'it is not text in the encoding of the file';
  if (fault !== 'row-too-large') return 'a quoted name is not closed';
  const beginning = JSON.stringify(text.text(0).slice(0, 60));
  return `its line is longer than 1 MiB. It begins with ${beginning}`;
}
