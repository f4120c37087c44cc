import { InputError } from '../input-error.ts';
import type { Chunk } from '../cutting/chunk.ts';
import { ChunkText } from '../cutting/chunk-text.ts';
import type { CsvDialect } from '../cutting/csv-dialect.ts';
import { CsvCells } from './csv-cells.ts';

/** The header of a CSV file, and the chunk it stood in without it. */
export interface Headed {
  readonly header: readonly string[];
  readonly line: number;
  readonly rest: Chunk;
}

/**
 * Takes the header out of the first chunk of a CSV file.
 *
 * @throws {InputError} `broken-file` when the header cannot be read
 */
export function takeHeader(chunk: Chunk, dialect: CsvDialect, file: string): Headed {
  const text = new ChunkText(chunk, false);
  const cells = text.faults.has(0) ? undefined : new CsvCells(text, dialect).of(0);
  const line = chunk.lines[0]!;
  if (cells === undefined)
    throw new InputError(
      'broken-file',
      'has a header that cannot be read: a quote is not closed, or it is not UTF-8.',
      { file, line },
      { fix: 'Repair the first line, or name the encoding of the file in the configuration.' },
    );
  const rest = {
    ...chunk,
    rows: chunk.rows - 1,
    starts: chunk.starts.subarray(1),
    ends: chunk.ends.subarray(1),
    lines: chunk.lines.subarray(1),
    faults: chunk.faults.map(({ row, code }) => ({ row: row - 1, code })),
  };
  return { header: cells.map((name) => name.trim()), line, rest };
}
