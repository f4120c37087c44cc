import { readHeader, readRows } from '@chatferry/parsers';
import type { Archive, Entry } from '../archive/archive.ts';
import { text } from '../reading/values.ts';

/** A row of a file without a header. */
export interface CsvRow {
  readonly line: number;
  /** Undefined when it cannot be read. */
  readonly cells: readonly string[] | undefined;
  readonly text: string;
}

/** The rows of a file whose delimiter is a comma. All have as many columns as the first one. */
export async function* csvRows(archive: Archive, entry: Entry): AsyncGenerator<readonly CsvRow[]> {
  const common = { file: archive.placeOf(entry), kind: 'messages', format: 'csv' } as const;
  const read = (): AsyncIterable<Uint8Array> => archive.piecesOf(entry);
  const mapping = { delimiter: ',' };
  const first = await readHeader({ ...common, bytes: read(), mapping });
  if (first === undefined) return;
  const fields = first.map((_cell, index) => `column ${index + 1}`);
  const input = { ...common, bytes: read(), mapping: { ...mapping, header: false, fields } };
  for await (const found of readRows(input))
    yield [
      {
        line: found.line,
        text: found.text,
        cells: 'row' in found ? fields.map((name) => text(found.row[name]) ?? '') : undefined,
      },
    ];
}
