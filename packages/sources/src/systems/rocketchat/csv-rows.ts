import type { ProblemCode } from '@chatferry/contract';
import { type Input, readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../../archive/archive.ts';
import { text } from '../../reading/values.ts';
import { folderOf, isDirect } from './csv-folders.ts';

/** A row of a file without a header. */
export interface CsvRow {
  readonly line: number;
  /** Undefined when it cannot be read. */
  readonly cells: readonly string[] | undefined;
  /** Why the row cannot be read. */
  readonly code: ProblemCode | undefined;
  readonly text: string;
}

/** The rows of a file whose delimiter is a comma. A row with more or fewer cells than the form has columns cannot be read. */
export async function* csvRows(archive: Archive, entry: Entry): AsyncGenerator<readonly CsvRow[]> {
  const fields = Array.from({ length: columnsOf(entry) }, (_, index) => `column ${index + 1}`);
  for await (const found of readRows(inputOf(archive, entry, fields)))
    yield [
      {
        line: found.line,
        text: found.text,
        cells: 'row' in found ? fields.map((name) => text(found.row[name]) ?? '') : undefined,
        code: 'row' in found ? undefined : found.problem.code,
      },
    ];
}

function inputOf(archive: Archive, entry: Entry, fields: string[]): Input {
  const mapping = { delimiter: ',', header: false, fields };
  const bytes = archive.piecesOf(entry);
  return { file: archive.placeOf(entry), kind: 'messages', format: 'csv', bytes, mapping };
}

/** The number of columns that the importer reads. */
function columnsOf(entry: Entry): number {
  return entry.name.toLowerCase() === 'channels.csv' || isDirect(folderOf(entry)) ? 4 : 3;
}
