import type { Problem, ProblemCode } from '@chatferry/contract';
import { type Input, InputError, type KindMapping, readHeader, readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../archive/archive.ts';
import { text } from '../reading/values.ts';
import { folderOf, isDirect } from './csv-files.ts';

/** A row of a file without a header. */
export interface CsvRow {
  readonly line: number;
  /** Undefined when it cannot be read. */
  readonly cells: readonly string[] | undefined;
  /** Why. */
  readonly code: ProblemCode | undefined;
  readonly text: string;
}

/** The rows of a file whose delimiter is a comma. All have as many columns as the first one. */
export async function* csvRows(archive: Archive, entry: Entry): AsyncGenerator<readonly CsvRow[]> {
  const columns = await columnsOf(archive, entry);
  const fields = Array.from({ length: columns }, (_, index) => `column ${index + 1}`);
  const mapping = { delimiter: ',', header: false, fields };
  for await (const found of readRows(inputOf(archive, entry, mapping)))
    yield [
      {
        line: found.line,
        text: found.text,
        cells: 'row' in found ? fields.map((name) => text(found.row[name]) ?? '') : undefined,
        code: 'row' in found ? undefined : codeOf(found.problem),
      },
    ];
}

function inputOf(archive: Archive, entry: Entry, mapping: KindMapping): Input {
  const bytes = archive.piecesOf(entry);
  return { file: archive.placeOf(entry), kind: 'messages', format: 'csv', bytes, mapping };
}

/** How many columns the first row has; where it cannot be read, as many as the importer reads. */
async function columnsOf(archive: Archive, entry: Entry): Promise<number> {
  try {
    const first = await readHeader(inputOf(archive, entry, { delimiter: ',' }));
    return first?.length ?? 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const name = entry.name.toLowerCase();
    return name === 'channels.csv' || isDirect(folderOf(entry)) ? 4 : 3;
  }
}

/** The file has no header with which its rows could agree. */
function codeOf({ code }: Problem): ProblemCode {
  return code === 'wrong-column-count' ? 'incomplete-record' : code;
}
